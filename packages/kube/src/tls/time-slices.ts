// Work of many connections in turns of the event loop. What one peer sends takes some milliseconds; ten peers that send at the same moment would
// hold the loop for the sum of them.

/** How long the work of one turn may take; the last piece may exceed it. */
const sliceMs = 5;

/** Runs pieces of work in their order, as many in one turn of the event loop as take some milliseconds together, and at least one. */
export class TimeSlices {
  readonly #later: (run: () => void) => void;
  #waiting: (() => void)[] = [];
  #next = 0;

  /** `later` runs a function in a later turn of the event loop. */
  constructor(later: (run: () => void) => void = setImmediate) {
    this.#later = later;
  }

  /** Adds a piece. It runs in a later turn. */
  add(piece: () => void): void {
    if (this.#waiting.length === 0) this.#later(() => this.#run());
    this.#waiting.push(piece);
  }

  #run(): void {
    const until = performance.now() + sliceMs;
    try {
      do {
        this.#next += 1;
        this.#waiting[this.#next - 1]?.();
      } while (this.#next < this.#waiting.length && performance.now() < until);
    } finally {
      // Also after a piece that throws: the others belong to other connections.
      this.#continue();
    }
  }

  #continue(): void {
    if (this.#next < this.#waiting.length) {
      this.#later(() => this.#run());
      return;
    }
    this.#waiting = [];
    this.#next = 0;
  }
}
