// Runs a program as this process: its arguments, its signals, its exit code.
import type { FlagTable } from "../flags/flag.ts";
import type { ProcessPort, Program } from "./program.ts";
import { runProgram } from "./run-program.ts";

/**
 * Runs a program as this process and ends the process: 0 when it stopped as told, 2 for wrong flags, 1 for anything else.
 * SIGTERM and SIGINT tell it to stop; a second signal ends it at once with 1.
 */
export async function runProcess<T extends FlagTable, A extends FlagTable = {}>(program: Program<T, A>): Promise<void> {
  const code = await runProgram(program, currentProcess());
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(code);
}

function currentProcess(): ProcessPort {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => (stop.signal.aborted ? process.exit(1) : stop.abort()));
  }
  return {
    args: process.argv.slice(2),
    variables: process.env,
    signal: stop.signal,
    write: (output) => process.stdout.write(output),
    writeError: (output) => process.stderr.write(output),
  };
}

/** Pipes are written later on some systems, and `exit` does not wait for them. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
