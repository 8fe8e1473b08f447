// The project's own process under `capstan dev`: starts it, waits until it is ready, stops and restarts it. One at a time.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { ChildProcess } from "node:child_process";
import { rejectForeignEntry } from "../project/foreign-project.ts";
import { startNode, type NodeRun } from "../project/run-node.ts";

/** The result of a start. */
export type Started =
  | { readonly ready: true; readonly ms: number }
  | { readonly ready: false; readonly stderr: string };

/** How a process is started. */
export interface DevProcessOptions extends NodeRun {
  /** Answers 200 when the process is ready. */
  readonly readyUrl: string;
  /** Everything the process prints. */
  readonly print: (text: string) => void;
}

/** How long a process may take to stop before it is killed. */
const stopMs = 3000;
const readyPollMs = 25;
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
    const child = startNode(this.#options);
    this.#child = child;
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", this.#options.print);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-keptErrorText);
    });
    // Errors are shown with their code frame once the process has ended; what it prints while it runs is shown at once.
    const ended = once(child, "close").then(
      () => true,
      () => true,
    );
    while (!signal.aborted && this.#child === child) {
      if (await Promise.race([ended, delay(readyPollMs, false)])) return { ready: false, stderr };
      if (await isReady(this.#options.readyUrl)) {
        this.#options.print(stderr);
        child.stderr?.on("data", this.#options.print);
        return { ready: true, ms: Math.round(performance.now() - began) };
      }
    }
    return { ready: false, stderr };
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

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
