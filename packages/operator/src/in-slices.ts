// Work of the engine over many items, and the turns of the event loop that it shares: all controllers, caches, maps and sources of the process together have some milliseconds of each.
import { SharedTurns } from "@capstan/kube/turns";

/** The longest piece of a list: reconciles and other lists come between two pieces. */
const pieceMs = 1;

/** The turns of all managers in this process. Work that callers of webhooks cause has others, so neither keeps the other waiting. */
export const engineTurns: SharedTurns = new SharedTurns();

/** Calls a function with each item of a list, in turns. What one item takes is not known: a tenant's object may have thousands of owners. */
export async function inSlices<T>(items: Iterable<T>, call: (item: T) => void): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const owner = (): unknown => iterator;
  for (let isDone = false; !isDone;) isDone = await engineTurns.run(() => onePiece(iterator, call), { owner });
}

/** Whether that were the last items. */
function onePiece<T>(items: Iterator<T>, call: (item: T) => void): boolean {
  const ends = performance.now() + pieceMs;
  for (let next = items.next(); next.done !== true; next = items.next()) {
    call(next.value);
    if (performance.now() >= ends) return false;
  }
  return true;
}
