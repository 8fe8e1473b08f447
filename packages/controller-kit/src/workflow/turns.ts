// Work of a pass in turns of the event loop. Each object of a pass may have 160,000 labels, which take a tenth of a second to copy: leases and probes
// do not wait for the sum of them.
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long one turn may take; the last piece of work may exceed it. */
const turnMs = 10;

/**
 * Pieces of work, and turns of the event loop where they take long.
 *
 * @example
 * const copy = await turns.run(() => deepClone(object));
 */
export class Turns {
  #began: number = performance.now();

  /** Runs a piece of work, and ends the turn when it has taken long. */
  async run<T>(work: () => T): Promise<T> {
    const result = work();
    await this.end();
    return result;
  }

  /** Ends the turn when it has taken long. */
  async end(): Promise<void> {
    if (performance.now() - this.#began > turnMs) await nextTurn();
    this.#began = performance.now();
  }
}
