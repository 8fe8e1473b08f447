// Runs the command on the real terminal and exits with its code.
import { readFileSync } from "node:fs";
import { terminalWriter } from "@capstan/kube";
import { createProject } from "./create.ts";
import { loadTemplate } from "./template.ts";

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

const out = terminalWriter(process.stdout);
const err = terminalWriter(process.stderr);

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // The reader of a pipe may stop early; any other failure loses output.
    if (code === "EPIPE") return;
    process.exitCode = 1;
    if (stream === process.stdout) err(`create-capstan: cannot write its output: ${message}\n`);
  });
}

const exitCode = await createProject(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  interactive: process.stdin.isTTY && process.stdout.isTTY,
  version: manifest.version,
  loadTemplate,
  out,
  err,
});
process.exitCode ??= exitCode;
