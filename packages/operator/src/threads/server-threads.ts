// Threads that serve in place of the main one, which so has all its time for controllers. Each runs the program's own main file, in which `run` serves and does nothing else; what it
// counts is added to the metrics of the process. When one ends that was not told to, or hangs, the process ends too.
import { isatty } from "node:tty";
import { Worker } from "node:worker_threads";
import { errorFrom } from "@capstan/kube";
import type { CloseOptions, RunningServer } from "@capstan/serve";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import { operatorError } from "../operator-errors.ts";
import { addCounts } from "./counted.ts";
import { startName, type ThreadNews, type ThreadStart, type ThreadStop } from "./thread-messages.ts";

/** What is served in threads. */
export interface ServerThreadsOptions {
  /** The program's main file. */
  readonly main: string;
  /** Its command line. */
  readonly args: readonly string[];
  readonly count: number;
  readonly port: number;
  /** How long a thread that works may be silent, for example in a function that never ends. Default: 30 s, as long as the main thread. */
  readonly silentMs?: number;
}

/** What the threads report to, and what ends their start. */
export interface ThreadReports {
  readonly metrics: Metrics;
  /** Called when a thread ends by itself, or is silent for too long. */
  readonly onFailure: (error: Error) => void;
  /** Ends a start whose threads do not listen yet: their services may wait for something that never comes. */
  readonly signal?: AbortSignal;
}

/** Threads of one server, not started. */
export class ServerThreads {
  readonly #options: ServerThreadsOptions;

  constructor(options: ServerThreadsOptions) {
    this.#options = options;
  }

  /** Resolves when all listen. Rejects with `operator/server-thread` when one ends before, also because the signal aborts; its own message is on standard error. */
  async start(reports: ThreadReports): Promise<RunningServer> {
    const { count, port } = this.#options;
    const { signal } = reports;
    const threads: ServerThread[] = [];
    const close = async ({ drainMs }: CloseOptions = {}): Promise<void> => {
      await Promise.all(threads.map((thread) => thread.stop(drainMs)));
    };
    const startOne = (on: number): Promise<number> => {
      const thread = new ServerThread(this.#options, on, reports);
      threads.push(thread);
      if (signal?.aborted === true) void thread.stop(0);
      return thread.listening();
    };
    const end = (): void => void close({ drainMs: 0 });
    signal?.addEventListener("abort", end, { once: true });
    try {
      // The others share the port that the first has.
      const shared = await startOne(port);
      await Promise.all(Array.from({ length: count - 1 }, () => startOne(shared)));
      return { url: `https://localhost:${shared}`, port: shared, close, [Symbol.asyncDispose]: () => close() };
    } catch (error) {
      await close({ drainMs: 0 });
      throw error;
    } finally {
      signal?.removeEventListener("abort", end);
    }
  }
}

/** How long a thread may take to stop, beyond the time of its requests. */
const stopMs = 5000;

class ServerThread {
  readonly #worker: Worker;
  readonly #listening = Promise.withResolvers<number>();
  readonly #ended: Promise<unknown>;
  #isStopped = false;
  #newsAt = performance.now();

  constructor(options: ServerThreadsOptions, port: number, { metrics, onFailure }: ThreadReports) {
    const { main, args, count, silentMs = 30_000 } = options;
    const counts = metrics !== noMetrics;
    const start: ThreadStart = { port, reusePort: count > 1, counts, isTerminal: isatty(2) };
    const worker = new Worker(main, { argv: [...args], workerData: { [startName]: start } });
    const fail = (reason: string, cause?: unknown): void => {
      const error = operatorError("operator/server-thread", { reason }, cause);
      this.#listening.reject(error);
      if (!this.#isStopped) onFailure(error);
    };
    worker.on("message", (news: ThreadNews) => {
      this.#newsAt = performance.now();
      if (news.kind === "works") {
        if (news.counts !== undefined) addCounts(news.counts, metrics);
        return;
      }
      this.#listening.resolve(news.port);
      this.#watch(silentMs, fail);
    });
    worker.once("error", (error) => fail(errorFrom(error).message, error));
    worker.once("exit", (code) => fail(`it ended with ${code}`));
    this.#ended = new Promise((resolve) => worker.once("exit", resolve));
    // A rejection before anything waits for it must not end the process.
    this.#listening.promise.catch(() => undefined);
    this.#worker = worker;
  }

  /** It fails when it was found silent twice: the first time this thread may have been the one that hung, and has not read the news yet. */
  #watch(silentMs: number, fail: (reason: string) => void): void {
    let wasSilent = false;
    const timer = setInterval(
      () => {
        const isSilent = performance.now() - this.#newsAt > silentMs;
        if (isSilent && wasSilent)
          fail(`it has not answered for ${Math.round((performance.now() - this.#newsAt) / 1000)} s`);
        wasSilent = isSilent;
      },
      Math.min(silentMs, 5000),
    );
    timer.unref();
    void this.#ended.then(() => clearInterval(timer));
  }

  listening(): Promise<number> {
    return this.#listening.promise;
  }

  /** Requests in flight may end; a thread that hangs is ended. */
  async stop(drainMs: number | undefined): Promise<void> {
    this.#isStopped = true;
    const stop: ThreadStop = { drainMs };
    this.#worker.postMessage(stop);
    const timer = setTimeout(() => void this.#worker.terminate(), (drainMs ?? 10_000) + stopMs);
    await this.#ended;
    clearTimeout(timer);
  }
}
