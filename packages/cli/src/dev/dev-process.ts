// The project's own process under `capstan dev`: starts it, waits until it is ready, stops and restarts it. One at a time.
import type { ChildProcess } from "node:child_process";
import { rejectForeignEntry } from "../project/foreign-project.ts";
import { endOf, killNow, startNode, type NodeRun } from "../project/run-node.ts";
import { withoutDebugger } from "../project/say-alive.ts";
import { readyMessage, readyVariable } from "../project/say-ready.ts";
import { traceVariable } from "../project/send-trace.ts";
import { LoopWatch, type LoopWatchOptions } from "./loop-watch.ts";
import { whyNotReady } from "./not-ready.ts";
import { type ReceivedTrace, receiveTrace } from "./trace-receiver.ts";

/** The result of a start. */
export type Started =
  | { readonly ready: true; readonly ms: number }
  | { readonly ready: false; readonly stderr: string; readonly ended: Ended };

/** How a process has ended; undefined where it still ran. */
export type Ended = Pick<ChildProcess, "exitCode" | "signalCode"> | undefined;

/** How a process is started. */
export interface DevProcessOptions extends NodeRun, Pick<LoopWatchOptions, "blocked"> {
  /** Where the process answers 200 when it is ready. It calls that address itself, and says when it is ready: here, another process might answer. */
  readonly readyUrl: string;
  /** Everything the process prints. */
  readonly print: (text: string) => void;
  /** Gets the trace of the process. Without it the process makes none. */
  readonly onTrace?: (received: ReceivedTrace) => void;
  /** What is to be known about it, in a line. */
  readonly note: (line: string) => void;
}

/** How long a process may take to stop before it is killed: with a second for the control plane, Ctrl-C ends within 3 s. */
const stopMs = 2000;
/** How long a process may take to be ready before a line says why it is not. */
const readyMs = 5000;
/** How much of its error output is kept, for a message about its end. */
const keptErrorText = 20_000;

interface Running {
  readonly child: ChildProcess;
  readonly loop: LoopWatch;
  readonly end: Promise<unknown>;
}

/** Holds the running process. */
export class DevProcess {
  readonly #options: DevProcessOptions;
  #running: Running | undefined;

  constructor(options: DevProcessOptions) {
    this.#options = options;
  }

  /**
   * Stops the old process, starts a new one and waits until it is ready or has ended, or the signal aborts: then it is still there until the next call. Throws when the entry is one of a user who is
   * not trusted.
   */
  async restart(signal: AbortSignal): Promise<Started> {
    await this.stop();
    rejectForeignEntry(this.#options, this.#options.entry);
    const began = performance.now();
    const { env, readyUrl, print, onTrace } = this.#options;
    const asked = { ...readyVariable(readyUrl), ...(onTrace === undefined ? {} : traceVariable) };
    const child = startNode({ ...this.#options, env: { ...env, ...asked } });
    if (onTrace !== undefined) receiveTrace(child, onTrace);
    const loop = new LoopWatch(child, this.#options);
    // A process that cannot be started has ended.
    this.#running = { child, loop, end: endOf(child).catch(() => undefined) };
    const { end } = this.#running;
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", print);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + withoutDebugger(text)).slice(-keptErrorText);
    });
    const late = setTimeout(() => void this.#explain(loop), readyMs);
    const ready = await saysReady({ child, end, signal }).finally(() => clearTimeout(late));
    // Errors are shown with their code frame once the process has ended; what it prints while it runs is shown at once.
    if (!ready) return { ready: false, stderr, ended: signal.aborted ? undefined : child };
    loop.ready();
    print(stderr);
    child.stderr?.on("data", (text: string) => print(withoutDebugger(text)));
    return { ready: true, ms: Math.round(performance.now() - began) };
  }

  async #explain(loop: LoopWatch): Promise<void> {
    const { readyUrl, note, entry } = this.#options;
    // That is a message of its own.
    const why = loop.isBlocked ? "its event loop is blocked" : await whyNotReady(readyUrl);
    if (this.#running?.loop === loop) note(`${entry} is not ready after ${readyMs / 1000} s: ${why}`);
  }

  /** Resolves with how a process that was ready ends by itself; never resolves while it is stopped on purpose. */
  get exited(): Promise<NonNullable<Ended>> {
    const running = this.#running;
    return new Promise((resolve) => {
      void running?.end.then(() => {
        if (this.#running === running) resolve(running.child);
      });
    });
  }

  /** Stops the process with SIGTERM. Kills it when it does not end in time, and at once while its event loop is blocked: then it could not notice the signal. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined) return;
    const { child, loop, end } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const kill = (): void => killNow(child);
    if (loop.isBlocked) kill();
    else child.kill("SIGTERM");
    const blocked = setInterval(() => loop.isBlocked && kill(), 50);
    const timer = setTimeout(kill, stopMs);
    await end;
    clearInterval(blocked);
    clearTimeout(timer);
  }
}

interface Start extends Pick<Running, "child" | "end"> {
  readonly signal: AbortSignal;
}

/** Waits until the process says that it is ready; false when it ends before that, or the signal aborts. */
async function saysReady({ child, end, signal }: Start): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const no = (): void => resolve(false);
  child.on("message", (message) => {
    if (message === readyMessage) resolve(true);
  });
  void end.then(no);
  signal.addEventListener("abort", no);
  if (signal.aborted) no();
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", no);
  }
}
