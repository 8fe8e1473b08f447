// The project's own process under `capstan dev`: starts it, waits until it is ready, stops and restarts it. One at a time.
import { once } from "node:events";
import type { ChildProcess } from "node:child_process";
import { rejectForeignEntry } from "../project/foreign-project.ts";
import { startNode, type NodeRun } from "../project/run-node.ts";
import { readyMessage, readyVariable } from "../project/say-ready.ts";
import { traceVariable } from "../project/send-trace.ts";
import { type ReceivedTrace, receiveTrace } from "./trace-receiver.ts";

/** The result of a start. */
export type Started =
  | { readonly ready: true; readonly ms: number }
  | { readonly ready: false; readonly stderr: string };

/** How a process is started. */
export interface DevProcessOptions extends NodeRun {
  /** Where the process answers 200 when it is ready. It calls that address itself, and says when it is ready: here, another process might answer. */
  readonly readyUrl: string;
  /** Everything the process prints. */
  readonly print: (text: string) => void;
  /** Gets the trace of the process. Without it the process makes none. */
  readonly onTrace?: (received: ReceivedTrace) => void;
}

/** How long a process may take to stop before it is killed. */
const stopMs = 3000;
/** How much of its error output is kept, for a message about its end. */
const keptErrorText = 20_000;

/** Holds the running process. */
export class DevProcess {
  readonly #options: DevProcessOptions;
  #child: ChildProcess | undefined;

  constructor(options: DevProcessOptions) {
    this.#options = options;
  }

  /** Stops the old process, starts a new one and waits until it is ready or has ended. Throws when the entry is one of a user who is not trusted. */
  async restart(signal: AbortSignal): Promise<Started> {
    await this.stop();
    rejectForeignEntry(this.#options, this.#options.entry);
    const began = performance.now();
    const { env, readyUrl, print, onTrace } = this.#options;
    const asked = { ...readyVariable(readyUrl), ...(onTrace === undefined ? {} : traceVariable) };
    const child = startNode({ ...this.#options, env: { ...env, ...asked } });
    this.#child = child;
    if (onTrace !== undefined) receiveTrace(child, onTrace);
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", print);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-keptErrorText);
    });
    // Errors are shown with their code frame once the process has ended; what it prints while it runs is shown at once.
    if (!(await saysReady(child, signal))) return { ready: false, stderr };
    print(stderr);
    child.stderr?.on("data", print);
    return { ready: true, ms: Math.round(performance.now() - began) };
  }

  /** Resolves with the error output when a process that was ready ends by itself; never resolves while it is stopped on purpose. */
  get exited(): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return new Promise(() => undefined);
    return new Promise((resolve) => {
      child.once("close", (code) => {
        if (this.#child === child) resolve(code);
      });
    });
  }

  /** Stops the process with SIGTERM, and kills it when it does not end in time. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, "close");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), stopMs);
    await closed;
    clearTimeout(timer);
  }
}

/** Waits until the process says that it is ready; false when it ends before that, or the signal aborts. */
async function saysReady(child: ChildProcess, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const no = (): void => resolve(false);
  child.on("message", (message) => {
    if (message === readyMessage) resolve(true);
  });
  child.on("close", no).on("error", no);
  signal.addEventListener("abort", no);
  if (signal.aborted) no();
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", no);
  }
}
