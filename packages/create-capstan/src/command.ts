// Runs the command on the real terminal and exits with its code.
import { readFileSync } from "node:fs";
import { styleText } from "node:util";
import { terminalWriter } from "@capstan/kube";
import { createProject } from "./create.ts";
import { loadTemplate } from "./template.ts";

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

const out = terminalWriter(process.stdout);
const err = terminalWriter(process.stderr);

/** What stands before a problem: in the red of capstan's errors where standard error shows colors, by NO_COLOR and FORCE_COLOR too. */
const label = hasColors(process.stderr) ? "\u001B[38;5;160mcreate-capstan:\u001B[39m" : "create-capstan:";

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // The reader of a pipe may stop early; any other failure loses output.
    if (code === "EPIPE") return;
    process.exitCode = 1;
    if (stream === process.stdout) fail(`cannot write its output: ${message}`);
  });
}

const exitCode = await createProject(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  interactive: process.stdin.isTTY && process.stdout.isTTY,
  version: manifest.version,
  loadTemplate,
  out,
  fail,
});
process.exitCode ??= exitCode;

function hasColors(stream: NodeJS.WriteStream): boolean {
  return styleText("bold", "a", { stream }) !== "a";
}

function fail(problem: string): void {
  process.stderr.write(label);
  err(` ${problem}\n`);
}
