#!/usr/bin/env node
// The `capstan` command: gives the real terminal to program.ts and exits with what it says.
import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { reportUnfinished, runCommandLine } from "./program.ts";
import type { Terminal } from "./terminal.ts";

// Verbs load their modules when they run; compiled once, the large ones (a TypeScript compiler among them) load in half the time.
enableCompileCache();

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(signal));

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const argv = process.argv.slice(2);
const terminal: Terminal = {
  cwd: process.cwd(),
  env: process.env,
  interactive: process.stdout.isTTY,
  signal: stop.signal,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};

// Whoever read our output went away (`capstan explain | head`): nobody is left to work for.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    stop.abort(error);
  });
}

// The project's configuration is a module that runs in this process, and can end it.
let finished = false;
process.once("exit", () => {
  if (!finished) process.exitCode = reportUnfinished(argv, terminal);
});
process.exitCode = await runCommandLine(argv, terminal, version);
finished = true;
