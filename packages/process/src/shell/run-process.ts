// Runs a program as this process: its arguments, its signals, its exit code.
import { terminalWriter } from "@capstan/kube";
import type { FeatureTable } from "../flags/feature-gates.ts";
import type { FlagTable } from "../flags/flag.ts";
import type { ProcessPort, Program } from "./program.ts";
import { processError } from "../process-errors.ts";
import { failureOf, runProgram } from "./run-program.ts";

/**
 * Runs a program as this process and ends the process: 0 when it stopped as told, 2 for wrong flags, 1 for anything else.
 * SIGTERM and SIGINT tell it to stop; a second signal ends it at once with 1. Output of `--help` and `--describe` that cannot be written is 1 too;
 * log lines and messages that cannot be written (a full disk, a closed pipe) are lost and change nothing. A thread gets no signals, and ends alone: `thread` is what its process gives it.
 */
export async function runProcess<T extends FlagTable, A extends FlagTable = {}, G extends FeatureTable = {}>(
  program: Program<T, A, G>,
  thread?: Pick<ProcessPort, "signal" | "isTerminal">,
): Promise<void> {
  let broken: NodeJS.ErrnoException | undefined;
  process.stdout.on("error", (error) => (broken ??= error));
  // There is no other place to report it.
  process.stderr.on("error", () => undefined);
  const port = { ...currentProcess(), ...thread };
  const code = await runProgram(program, port);
  await flushed(process.stdout);
  // A reader that closed the pipe (`| head -1`) has what it wanted.
  if (broken !== undefined && broken.code !== "EPIPE") port.writeError(failureOf(outputError(broken)));
  await flushed(process.stderr);
  process.exit(broken === undefined ? code : 1);
}

function outputError(error: NodeJS.ErrnoException): Error {
  const reason = error.code === "ENOSPC" ? "no space is left on the device" : error.message;
  return processError("process/output", { reason }, error);
}

function currentProcess(): ProcessPort {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => (stop.signal.aborted ? process.exit(1) : stop.abort()));
  }
  return {
    args: process.argv.slice(2),
    variables: process.env,
    ...(process.stdout.isTTY && { columns: process.stdout.columns }),
    isTerminal: process.stderr.isTTY,
    signal: stop.signal,
    write: terminalWriter(process.stdout),
    writeError: terminalWriter(process.stderr),
  };
}

/** Pipes are written later on some systems, and `exit` does not wait for them. A stream that has failed is called back with the error. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
