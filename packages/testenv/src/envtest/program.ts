// A program of a real control plane. It can be started again: with the same certificates, ports and data, as after a crash.
import { type LocalProcess, type ProcessOptions, startProcess } from "../host/process.ts";
import { waitFor } from "./wait.ts";

/** A program to start. */
export interface ProgramOptions extends ProcessOptions {
  /** When it can be used, and the condition in error messages. Default: as soon as it runs. */
  readonly ready?: { readonly what: string; readonly until: () => Promise<boolean> };
  /** Ends the first start: the process is killed, and the start rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A started program. */
export interface RestartableProgram {
  /** The process of the last start. */
  readonly process: LocalProcess;
  /** Stops the process if it runs, and starts the program again. Resolves when it is ready; rejects with `testenv/not-ready` when that takes more than a minute. */
  restart(): Promise<void>;
}

/** Starts a program; resolves when it is ready. */
export async function startProgram({ signal, ...options }: ProgramOptions): Promise<RestartableProgram> {
  let process = await startReady({ ...options, signal });
  return {
    get process() {
      return process;
    },
    async restart() {
      await process.stop();
      process = await startReady(options);
    },
  };
}

async function startReady({ ready, signal, ...options }: ProgramOptions): Promise<LocalProcess> {
  signal?.throwIfAborted();
  const process = await startProcess(options);
  if (ready === undefined) return process;
  // A program that is starting may let a request wait for seconds.
  const kill = (): void => void process.stop({ signal: "SIGKILL" });
  signal?.addEventListener("abort", kill);
  try {
    await waitFor({ ...ready, process, signal });
  } catch (error) {
    await process.stop();
    throw error;
  } finally {
    signal?.removeEventListener("abort", kill);
  }
  return process;
}
