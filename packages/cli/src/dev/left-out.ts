// What is missing of the trace: a project that sends more records than dev can take has its oldest ones left out. That is counted, and shown no more often than a person reads.

/** How often the number is shown at most. */
const showMs = 1000;

/** Counts until the processes start again. */
export class LeftOut {
  readonly #show: (count: number) => void;
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: (count: number) => void) {
    this.#show = show;
  }

  /** So many more records are missing. */
  add(records: number): void {
    if (records === 0) return;
    this.#count += records;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#show(this.#count);
    }, showMs).unref();
  }

  /** A new process begins: what is missing of the one before does not matter. */
  restarted(): void {
    this.close();
    if (this.#count === 0) return;
    this.#count = 0;
    this.#show(0);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
