// Runs the command line on the real terminal and exits with its code.
import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { styleText } from "node:util";
import { openPrivateFolder, userFolder } from "@capstan/testenv/host";
import { reportNoFolder, reportUncaught, reportUnfinished, runCommandLine } from "./program.ts";
import { limitWork } from "./work-limit.ts";
import { terminalWriter } from "@capstan/kube";
import { readersAreStuck, untilRead } from "./output/unread-output.ts";
import type { Terminal } from "./output/print-outcome.ts";

// Verbs load their modules when they run; compiled once, the large ones (a TypeScript compiler among them) load in half the time.
keepCompiledCode();

const stop = new AbortController();
let handlesSignals = false;

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

const writeOut = process.stdout.write.bind(process.stdout);
const safeOut = terminalWriter({ write: writeOut });
const safeErr = terminalWriter(process.stderr);
const outputs = [process.stdout, process.stderr];
const argv = process.argv.slice(2);
const folder = currentFolder();
const terminal: Terminal = {
  cwd: folder ?? "/",
  env: process.env,
  interactive: process.stdout.isTTY,
  // Node's own rules: NO_COLOR, FORCE_COLOR, NODE_DISABLE_COLORS, and what the terminal can do.
  colors: styleText("bold", "a", { stream: process.stdout }) !== "a",
  errColors: styleText("bold", "a", { stream: process.stderr }) !== "a",
  errInteractive: process.stderr.isTTY && process.env["TERM"] !== "dumb",
  get columns() {
    return process.stdout.isTTY ? process.stdout.columns || undefined : undefined;
  },
  get rows() {
    return process.stdout.isTTY ? process.stdout.rows || undefined : undefined;
  },
  get screen() {
    const { stdin: input, stdout: output } = process;
    return input.isTTY && output.isTTY ? { input, output } : undefined;
  },
  // Only for verbs that ask for it, because a handler replaces what the signal does by itself: end the process, however busy it is.
  get signal() {
    if (!handlesSignals)
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => stop.abort(name));
    handlesSignals = true;
    return stop.signal;
  },
  // A configuration that ends the process while it is loaded leaves its output put aside.
  out: (text, holds) => (holds === "view" ? void writeOut(text) : safeOut(text, holds)),
  err: (text, holds) => (holds === "view" ? void process.stderr.write(text) : safeErr(text)),
  unread: () => untilRead(outputs),
};

let unwritten = false;
for (const stream of outputs) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    stop.abort(error);
    // The reader of a pipe may stop early (`capstan explain | head`). Any other failure loses output, and is reported where possible.
    if (error.code === "EPIPE" || unwritten) return;
    unwritten = true;
    process.exitCode = 1;
    if (stream === process.stdout) terminal.err(`capstan: cannot write its output: ${error.message}\n`);
  });
}

// The project's configuration is a module that runs in this process, and can end it.
let finished = false;
process.once("exit", () => {
  if (!finished) process.exitCode = reportUnfinished(argv, terminal);
});
process.once("uncaughtException", (error) => {
  finished = true;
  process.exit(reportUncaught(error, argv, terminal));
});
const ran =
  folder === undefined
    ? Promise.resolve(reportNoFolder(argv, terminal))
    : runCommandLine(argv, terminal, {
        version: manifest.version,
        starts({ hasLimit }, given) {
          if (hasLimit?.(given) === true) limitWork(process.env);
        },
      });
void ran.then((exitCode) => {
  finished = true;
  process.exitCode = unwritten ? 1 : exitCode;
  // What a configuration leaves open, a timer for example, must not keep the command; all output is written first.
  process.stdout.write("", () => process.stderr.write("", () => setImmediate(() => process.exit())));
  // Who ends the command does not wait for a reader that takes nothing.
  if (stop.signal.aborted) void readersAreStuck(outputs).then(() => process.exit());
});

/** Undefined when the folder was deleted while a shell was in it. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/**
 * Below the cache folder of this user: Node runs what it finds in the folder, and another user could create its default, a fixed name in the
 * temporary folder, first. Nothing is kept when the folder is not safe or cannot be created; commands then only start slower.
 */
function keepCompiledCode(): void {
  try {
    enableCompileCache(openPrivateFolder(join(userFolder("cache"), "capstan", "compiled")));
  } catch {
    // Every command works without it.
  }
}
