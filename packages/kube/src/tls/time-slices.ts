// Work of many connections in turns of the event loop. What one peer sends takes some milliseconds; ten peers that send at the same moment would
// hold the loop for the sum of them.

/** How long the work of one turn may take; the last piece may exceed it. */
const sliceMs = 5;

/** Runs pieces of work in their order, as many in one turn of the event loop as take some milliseconds together, and at least one. */
export class TimeSlices {
  #waiting: (() => void)[] = [];
  #next = 0;

  /** Adds a piece. It runs in a later turn. */
  add(piece: () => void): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#run());
    this.#waiting.push(piece);
  }

  #run(): void {
    const until = performance.now() + sliceMs;
    do {
      this.#waiting[this.#next]?.();
      this.#next += 1;
    } while (this.#next < this.#waiting.length && performance.now() < until);
    if (this.#next < this.#waiting.length) {
      setImmediate(() => this.#run());
      return;
    }
    this.#waiting = [];
    this.#next = 0;
  }
}
