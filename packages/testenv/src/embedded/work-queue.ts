// The queue of the server's own controllers: keys are worked off one at a time, each once however often it was added, and
// `idle` tells when nothing is left. Tests wait for that instead of sleeping.

const retryMs = 500;

/** Works off keys in the order they were added. */
export class WorkQueue<Key> {
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
    // Later, so that the write that caused this is answered first.
    setImmediate(() => void this.#run());
  }

  /** Adds a key again after a while: what it needs has just been refused. `idle` does not wait for it. */
  addLater(key: Key): void {
    setTimeout(() => this.add(key), retryMs).unref();
  }

  /** Resolves when nothing is left to do. */
  idle(): Promise<void> {
    return this.#running ? new Promise((resolve) => this.#idleWaiters.push(resolve)) : Promise.resolve();
  }

  /** Drops what is waiting. */
  stop(): void {
    this.#stopped = true;
    this.#waiting.clear();
  }

  async #run(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined) break;
      this.#waiting.delete(next[0]);
      await this.#work(next[1]);
    }
    this.#running = false;
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
