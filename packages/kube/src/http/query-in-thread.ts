// Asks DNS in a thread of its own, which is started for the first question and ends when there have been none for a while.
import type { LookupAddress } from "node:dns";
import { Worker } from "node:worker_threads";
import { codeOf, type DnsOptions, queryDns } from "./dns-query.ts";
import type { DnsAnswer, DnsQuestion } from "./dns-thread.ts";

/** Most of it are the answers that are being decoded. */
const heapMiB = 64;
/** A thread without questions takes some megabytes. */
const idleMs = 60_000;

/** Only the source has TypeScript files. */
const isSource = import.meta.url.endsWith(".ts");
/** In the package, this code is in a folder of its own, and the thread beside it. */
const threadFile = new URL(isSource ? "./dns-thread.ts" : "./dns-thread.js", import.meta.url);

let running: DnsThread | undefined;

/** `queryDns` in a thread. In a program that is bundled into one file, where the thread cannot be loaded, it runs in this one. */
export async function queryInThread(names: readonly string[], options: DnsOptions): Promise<LookupAddress[]> {
  const thread = (running ??= new DnsThread(() => {
    if (running === thread) running = undefined;
  }));
  try {
    return await thread.ask(names, options);
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    return queryDns(names, options);
  }
}

/** A thread, and the questions that it has not answered. */
class DnsThread {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<LookupAddress[]>>();
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;

  /** `onEnd` is called when it takes no more questions. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(threadFile, {
      name: "dns",
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
      ...(isSource ? { execArgv: ["--conditions=@capstan/source"] } : {}),
    });
    this.#worker.on("message", (answer: DnsAnswer) => this.#answered(answer));
    this.#worker.on("error", (error) => this.#ended(error));
    this.#worker.on("exit", () => this.#ended(new Error("the thread that asks DNS has ended")));
  }

  ask(names: readonly string[], options: DnsOptions): Promise<LookupAddress[]> {
    const id = (this.#asked += 1);
    const waiting = Promise.withResolvers<LookupAddress[]>();
    this.#waiting.set(id, waiting);
    clearTimeout(this.#idle);
    this.#worker.ref();
    const question: DnsQuestion = { id, names, options };
    this.#worker.postMessage(question);
    return waiting.promise;
  }

  #answered(answer: DnsAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("found" in answer) waiting?.resolve(answer.found);
    else waiting?.reject(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }));
    if (this.#waiting.size > 0) return;
    // It does not keep the process alive.
    this.#worker.unref();
    this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  #end(): void {
    this.#onEnd();
    void this.#worker.terminate();
  }

  #ended(error: unknown): void {
    clearTimeout(this.#idle);
    this.#onEnd();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
