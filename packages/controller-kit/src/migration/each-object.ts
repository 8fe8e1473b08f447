// Writes the objects of a kind one after the other, at a bounded rate. One that fails does not keep the others from being written.
import { type Clock, sleep } from "@capstan/client";
import { errorFrom, errorOf, formatKey } from "@capstan/kube";
import type { Logger } from "@capstan/operator";
import { kitErrors } from "../kit-errors.ts";
import { idOf, type ListedObject } from "./stored-objects.ts";

/** Objects in a second: what Cluster API's own managers allow all their requests together. */
const ratePerSecond = 100;

/** With so many failures in a row the webhook or the server may be down: each further one doubles the pause. */
const fewInARow = 10;
const longestPauseMs = 1000;

/** How objects are written. */
export interface EachObject {
  readonly kind: string;
  /** Completes "could not be". */
  readonly what: string;
  /** Objects that failed before; kept up to date. They are written last, so that none keeps others waiting again, however a pass ends. */
  readonly failed: Set<string>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Writes each object, whatever becomes of the others. Throws `migration/objects-failed` when some could not be written. */
export async function eachObject(
  objects: readonly ListedObject[],
  write: (object: ListedObject) => Promise<void>,
  { kind, what, failed, clock, log, signal }: EachObject,
): Promise<void> {
  const failures: { readonly object: string; readonly reason: string }[] = [];
  let inARow = 0;
  let next = clock.now();
  for (const object of objects.toSorted((a, b) => Number(failed.has(idOf(a))) - Number(failed.has(idOf(b))))) {
    await sleep(clock, Math.max(0, next - clock.now()), signal);
    signal.throwIfAborted();
    next = Math.max(next, clock.now());
    try {
      await write(object);
      failed.delete(idOf(object));
      inARow = 0;
    } catch (error) {
      signal.throwIfAborted();
      const failure = { object: formatKey(object), reason: errorFrom(error).message };
      log.warn(`${kind} could not be ${what}`, failure);
      failures.push(failure);
      failed.add(idOf(object));
      inARow += 1;
    }
    next += pauseMs(inARow);
  }
  const [first] = failures;
  if (first !== undefined)
    throw errorOf(kitErrors, "migration/objects-failed", {
      values: { failed: failures.length, total: objects.length, kind, what, ...first },
    });
}

function pauseMs(failuresInARow: number): number {
  return Math.min((1000 / ratePerSecond) * 2 ** Math.max(0, failuresInARow - fewInARow), longestPauseMs);
}
