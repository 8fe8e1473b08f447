// Work over many items that leaves turns of the event loop to others.
import { setImmediate as nextTurn } from "node:timers/promises";

/** The longest slice: leases, sockets and reconciles come between two slices. */
const sliceMs = 5;

/** A slice of work: it begins when it is created. */
export class Slice {
  readonly #began: number = performance.now();

  /** Whether the rest of the work belongs to another turn of the event loop. */
  get isOver(): boolean {
    return performance.now() - this.#began >= sliceMs;
  }
}

/** Calls a function with each item, in slices. What one item takes is not known: a tenant's object may have thousands of owners. */
export async function inSlices<T>(items: Iterable<T>, call: (item: T) => void): Promise<void> {
  let slice = new Slice();
  for (const item of items) {
    call(item);
    if (!slice.isOver) continue;
    await nextTurn();
    slice = new Slice();
  }
}
