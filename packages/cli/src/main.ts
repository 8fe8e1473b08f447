#!/usr/bin/env node
// The `capstan` command: gives the real terminal to program.ts and exits with what it says.
import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { runCommandLine } from "./program.ts";

// Verbs load their modules when they run; compiled once, the large ones (a TypeScript compiler among them) load in half the time.
enableCompileCache();

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(signal));

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  {
    cwd: process.cwd(),
    env: process.env,
    interactive: process.stdout.isTTY,
    signal: stop.signal,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  },
  version,
);
