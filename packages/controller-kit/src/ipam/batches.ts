// Collects what waits while one batch is worked on, and makes it the next batch.

/** Works on one batch at a time. */
export class Batches<T> {
  readonly #work: (batch: readonly T[]) => Promise<void>;
  #waiting: T[] = [];
  #working = false;

  /** `work` must not reject. */
  constructor(work: (batch: readonly T[]) => Promise<void>) {
    this.#work = work;
  }

  /** Adds an entry to the batch that begins next. */
  add(entry: T): void {
    this.#waiting.push(entry);
    if (!this.#working) void this.#run();
  }

  async #run(): Promise<void> {
    this.#working = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#work(batch);
    }
    this.#working = false;
  }
}
