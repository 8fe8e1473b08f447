// Repeats what is derived from an object when another writer was first.
import { isConflict, isFieldConflict } from "../api-error.ts";
import { sleep, systemClock } from "../transport/clock.ts";

const attempts = 5;
/** The longest wait before the second attempt; it is doubled with each. */
const firstWaitMs = 10;

/**
 * Calls a function until it does not reject with a conflict of versions, five times at most and after short random waits, and returns what it returned. It must read the object again in each call after the first. The last conflict is
 * thrown, and so is every other error at once, also the conflict of an apply (`isFieldConflict`), which another call would have again.
 *
 * `modify` and `createOrPatch` do so themselves. In a reconcile it is often enough to throw the conflict: the next one reads the object again.
 *
 * @example
 * await retryOnConflict(async () => {
 *   const website = await client.get(Website, key);
 *   await client.update(Website, { ...website, spec: { ...website.spec, title: "Home" } });
 * });
 */
export async function retryOnConflict<R>(call: (attempt: number) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(attempt);
    } catch (error) {
      if (!isConflict(error) || isFieldConflict(error) || attempt === attempts) throw error;
      // A random part of it, so that writers who met once do not meet again and again.
      await sleep(systemClock, firstWaitMs * 2 ** (attempt - 1) * systemClock.random());
    }
  }
}
