// The queue of the server's own controllers. Keys are processed one at a time and deduplicated; tests await `idle` instead of
// sleeping. A key whose write is rejected, for example by a webhook, is processed again later.
import { StatusError } from "../api-status.ts";

const retryMs = 500;

/** Processes keys in the order in which they were added. */
export class ControllerQueue<Key> {
  readonly #waiting = new Map<string, Key>();
  readonly #idleWaiters: (() => void)[] = [];
  readonly #name: (key: Key) => string;
  readonly #work: (key: Key) => Promise<void>;
  #running = false;
  #stopped = false;

  constructor(name: (key: Key) => string, work: (key: Key) => Promise<void>) {
    this.#name = name;
    this.#work = work;
  }

  add(key: Key): void {
    if (this.#stopped) return;
    this.#waiting.set(this.#name(key), key);
    if (this.#running) return;
    this.#running = true;
    // Later, so that the response to the write that caused this is sent first.
    setImmediate(() => void this.#run());
  }

  /** Resolves when the queue is empty and nothing is being processed. */
  idle(): Promise<void> {
    return this.#running ? new Promise((resolve) => this.#idleWaiters.push(resolve)) : Promise.resolve();
  }

  /** Drops all waiting keys. */
  stop(): void {
    this.#stopped = true;
    this.#waiting.clear();
  }

  /** `idle` does not wait for the retry. There is none when the object was deleted in between. */
  #retry(key: Key, error: unknown): void {
    if (!(error instanceof StatusError)) throw error;
    if (error.status.code !== 404) setTimeout(() => this.add(key), retryMs).unref();
  }

  async #run(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined) break;
      this.#waiting.delete(next[0]);
      await this.#work(next[1]).catch((error: unknown) => this.#retry(next[1], error));
    }
    this.#running = false;
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
