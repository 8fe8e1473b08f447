// Writes the objects of a kind one after the other, at a bounded rate. One that fails does not keep the others from being written.
import { type Clock, sleep } from "@capstan/client";
import { errorFrom, errorOf, formatKey } from "@capstan/kube";
import type { Logger } from "@capstan/operator";
import { kitErrors } from "../kit-errors.ts";
import type { ListedObject } from "./stored-objects.ts";

/** Objects in a second: what Cluster API's own managers allow all their requests together. */
const ratePerSecond = 100;

/** With so many failures in a row the webhook or the server is down, and the rest would fail too. */
const mostInARow = 10;

/** How objects are written. */
export interface EachObject {
  readonly kind: string;
  /** Completes "could not be". */
  readonly what: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Writes each object. Throws `migration/objects-failed` when some could not be written. */
export async function eachObject(
  objects: readonly ListedObject[],
  write: (object: ListedObject) => Promise<void>,
  { kind, what, clock, log, signal }: EachObject,
): Promise<void> {
  const failures: { readonly object: string; readonly reason: string }[] = [];
  let inARow = 0;
  let next = clock.now();
  for (const object of objects) {
    if (inARow === mostInARow) break;
    await sleep(clock, Math.max(0, next - clock.now()), signal);
    signal.throwIfAborted();
    next = Math.max(next, clock.now()) + 1000 / ratePerSecond;
    try {
      await write(object);
      inARow = 0;
    } catch (error) {
      signal.throwIfAborted();
      const failure = { object: formatKey(object), reason: errorFrom(error).message };
      log.warn(`${kind} could not be ${what}`, failure);
      failures.push(failure);
      inARow += 1;
    }
  }
  const [first] = failures;
  if (first !== undefined)
    throw errorOf(kitErrors, "migration/objects-failed", {
      values: { failed: failures.length, total: objects.length, kind, what, ...first },
    });
}
