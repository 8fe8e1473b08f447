// The project's own process under `capstan dev`: starts it, waits until it is ready, stops and restarts it. One at a time.
import type { ChildProcess } from "node:child_process";
import { rejectForeignEntry } from "../project/foreign-project.ts";
import { endOf, killNow, processFor, type NodeRun } from "../project/run-node.ts";
import { clockMessage, clockVariable } from "../project/movable-clock.ts";
import { onDebuggerAddress, onExitCall, withoutDebugger } from "../project/say-alive.ts";
import { readyMessage, readyVariable } from "../project/say-ready.ts";
import { traceVariable } from "../project/send-trace.ts";
import { Standby } from "../project/stand-by.ts";
import { LoopWatch, type LoopWatchOptions } from "./loop-watch.ts";
import { whyNotReady } from "./not-ready.ts";
import { ProcessOutput, type ProcessOutputOptions } from "./process-output.ts";
import { type ReceivedTrace, receiveTrace } from "./trace-receiver.ts";

/** The result of a start. */
export type Started = { readonly ready: true; readonly ms: number } | ({ readonly ready: false } & Ended);

/** How a process has ended; without a code and a signal where it was not started, or still runs. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  /** What it printed about that. */
  readonly stderr: string;
  /** The stack of the call that ended it, if it was a call. */
  readonly exitCall: string | undefined;
}

/** How a process is started. */
export interface DevProcessOptions
  extends NodeRun, Pick<LoopWatchOptions, "blocked" | "freed">, Pick<ProcessOutputOptions, "print" | "take"> {
  /** Where the process answers 200 when it is ready. It calls that address itself, and says when it is ready: here, another process might answer. */
  readonly readyUrl: string;
  /** Gets the trace of the process. Without it the process makes none. */
  readonly onTrace?: (received: ReceivedTrace) => void;
  /** Begins to listen to a process that has just started. */
  readonly listen?: (child: ChildProcess) => void;
  /** The package that the entry is built on: with it loaded, a process stands by for the next start. Default: none does. */
  readonly packageName?: string | undefined;
  /** While what it printed before was not read: a promise that resolves when it was. Until then its output waits in the process. */
  readonly unread?: (() => Promise<void> | undefined) | undefined;
  /** How a line about the debugger begins. Default: the debugger. */
  readonly debuggerName?: string;
  /** What is to be known about it, in a line. */
  readonly note: (line: string) => void;
}

/** How long a process may take to stop before it is killed: with a second for the control plane, Ctrl-C ends within 3 s. */
const stopMs = 2000;
/** How long a process may take to be ready before a line says why it is not. */
const readyMs = 5000;

interface Running {
  readonly child: ChildProcess;
  readonly loop: LoopWatch;
  readonly end: Promise<Ended>;
}

/** Managers of `@capstan/operator` protect the objects of their caches, so that code that changes one fails while it is written. */
const protection: Readonly<Record<string, string>> = { CAPSTAN_PROTECT_CACHE: "1" };

/** Holds the running process. */
export class DevProcess {
  readonly #options: DevProcessOptions;
  #running: Running | undefined;
  #standby: Standby | undefined;
  /** How far the clock of the process is ahead of the computer's. */
  #aheadMs = 0;
  /** Whether the running process has become ready. */
  #isReady = false;

  constructor(options: DevProcessOptions) {
    this.#options = options;
  }

  /**
   * Stops the old process, starts a new one and waits until it is ready or has ended, or the signal aborts: then it is still there until the next call. Throws when the entry is one of a user who is
   * not trusted.
   */
  async restart(signal: AbortSignal): Promise<Started> {
    await this.#stop();
    this.#isReady = false;
    rejectForeignEntry(this.#options, this.#options.entry);
    const began = performance.now();
    const { print, onTrace, listen } = this.#options;
    const child = await this.#start(signal);
    this.#sendClock(child);
    if (onTrace !== undefined) receiveTrace(child, onTrace);
    listen?.(child);
    const loop = new LoopWatch(child, this.#options);
    this.#noteDebugger(child);
    const errors = new ProcessOutput(this.#options);
    const end = ended(child, errors);
    this.#running = { child, loop, end };
    child.stdout?.setEncoding("utf8").on("data", print);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => errors.write(withoutDebugger(text)));
    this.#holdOutput(child);
    const late = setTimeout(() => void this.#explain(loop), readyMs);
    const ready = await saysReady({ child, end, signal }).finally(() => clearTimeout(late));
    // Errors are shown with their code frame once the process has ended; what it prints while it runs is shown at once.
    if (!ready) return { ready: false, ...(signal.aborted ? stillRuns : await end) };
    this.#isReady = true;
    this.#sendClock(child);
    loop.ready();
    errors.started();
    this.#standBy();
    return { ready: true, ms: Math.round(performance.now() - began) };
  }

  /** Has a process stand by for the first start, too. */
  prepare(): void {
    this.#standBy();
  }

  /** A process that prints faster than somebody reads waits, like one that a shell has started: here its output would fill the memory. */
  #holdOutput(child: ChildProcess): void {
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    let isHeld = false;
    const hold = (): void => {
      // What it prints while it stops is little, and must not keep it.
      const read = isHeld || this.#running?.child !== child ? undefined : this.#options.unread?.();
      if (read === undefined) return;
      isHeld = true;
      for (const stream of streams) stream.pause();
      void read.then(() => {
        isHeld = false;
        for (const stream of streams) stream.resume();
      });
    };
    for (const stream of streams) stream.on("data", hold);
  }

  #noteDebugger(child: ChildProcess): void {
    const { inspect, note, debuggerName = "the debugger" } = this.#options;
    if (inspect === undefined) return;
    onDebuggerAddress(child, (address) => {
      note(`${debuggerName} listens on ${address}${inspect.waits ? ", and the process waits for it" : ""}`);
    });
  }

  #start(signal: AbortSignal): Promise<ChildProcess> {
    const standby = this.#standby;
    this.#standby = undefined;
    return processFor(this.#run(), { standby, signal });
  }

  #run(): NodeRun {
    const { env, readyUrl, onTrace } = this.#options;
    const traced = onTrace === undefined ? {} : traceVariable;
    const asked = { ...protection, ...readyVariable(readyUrl), ...clockVariable, ...traced };
    return { ...this.#options, env: { ...env, ...asked } };
  }

  #standBy(): void {
    const { packageName } = this.#options;
    // A second process could not listen at the same port.
    if (packageName !== undefined && this.#options.inspect === undefined)
      this.#standby = new Standby(this.#run(), packageName);
  }

  async #explain(loop: LoopWatch): Promise<void> {
    const { readyUrl, note, entry, inspect } = this.#options;
    if (inspect !== undefined && loop.isBlocked) return;
    // That is a message of its own.
    const why = loop.isBlocked ? "its event loop is blocked" : await whyNotReady(readyUrl);
    if (this.#running?.loop === loop) note(`${entry} is not ready after ${readyMs / 1000} s: ${why}`);
  }

  /** Resolves with how a process that was ready ends by itself; never resolves while it is stopped on purpose. */
  get exited(): Promise<Ended> {
    const process = this.#running;
    return new Promise((resolve) => {
      void process?.end.then((how) => {
        if (this.#running === process) resolve(how);
      });
    });
  }

  /** Whether there is a process that has not ended: one that starts, too. */
  get isRunning(): boolean {
    return this.#running !== undefined && !hasEnded(this.#running.child);
  }

  /** Kills the process as a crash would end it, which nobody reports; false when none runs. */
  async kill(): Promise<boolean> {
    const process = this.#running;
    if (process === undefined || hasEnded(process.child)) return false;
    this.#running = undefined;
    killNow(process.child);
    await process.end;
    return true;
  }

  /** Moves the clock of the process, and of those after it, so far ahead of the computer's. That of one that starts is moved when it is ready: what it waits for until then, such as its caches, takes real time. */
  moveClock(aheadMs: number): void {
    this.#aheadMs = aheadMs;
    if (this.#running !== undefined && this.#isReady) this.#sendClock(this.#running.child);
  }

  #sendClock(child: ChildProcess): void {
    if (this.#aheadMs > 0 && child.connected) child.send(clockMessage(this.#aheadMs), () => undefined);
  }

  /** Ends everything. */
  async stop(): Promise<void> {
    if (this.#standby !== undefined) killNow(this.#standby.child);
    this.#standby = undefined;
    await this.#stop();
  }

  /** Stops the process with SIGTERM. Kills it when it does not end in time, and at once while its event loop is blocked: then it could not notice the signal. */
  async #stop(): Promise<void> {
    const process = this.#running;
    this.#running = undefined;
    if (process === undefined) return;
    const { child, loop, end } = process;
    if (hasEnded(child)) return;
    for (const stream of [child.stdout, child.stderr]) stream?.resume();
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

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** A process that has not ended. */
const stillRuns: Ended = { exitCode: null, signalCode: null, stderr: "", exitCall: undefined };

/** Waits for the end of a process. One that cannot be started has ended, too. */
async function ended(child: ChildProcess, errors: ProcessOutput): Promise<Ended> {
  let exitCall: string | undefined;
  onExitCall(child, (stack) => (exitCall = stack));
  await endOf(child).catch(() => undefined);
  const { exitCode, signalCode } = child;
  return { exitCode, signalCode, stderr: errors.end(), exitCall };
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
