// Long work in turns of the event loop: the input decides how much work there is, and leases, probes and other callers do not wait for all of it.
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long the work of one turn may take unless set, in milliseconds. */
const usualMs = 10;

/**
 * Pieces of work, and turns of the event loop where they take long together. The last piece of a turn may exceed the time.
 *
 * @example
 * const turns = new Turns();
 * for (const item of items) await turns.run(() => work(item));
 */
export class Turns {
  readonly #ms: number;
  #began: number = performance.now();

  /** Turns of this many milliseconds. Default: 10. */
  constructor(ms: number = usualMs) {
    this.#ms = ms;
  }

  /** Runs a piece of work, and ends the turn when it has taken long. */
  async run<T>(work: () => T): Promise<T> {
    const result = work();
    await this.end();
    return result;
  }

  /** Ends the turn when it has taken long. */
  async end(): Promise<void> {
    if (performance.now() - this.#began <= this.#ms) return;
    await nextTurn();
    this.#began = performance.now();
  }
}
