// The limit of one call of a `toKeys`: it ends after 30 s, and with the watch. One that never settles must not stop the watch of a workload cluster.
import { type Clock, withTimeLimit } from "@capstan/client";

/** How long a call may take. */
const longestMs = 30_000;
const late = (): Error => new Error(`it took longer than ${longestMs / 1000} s: end when the signal aborts`);

/** What a function returns; rejects when that takes too long or the signal aborts. Then the signal that the function got aborts, too. */
export async function withinLimit<T>(
  call: (signal: AbortSignal) => T | Promise<T>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  try {
    return await withTimeLimit((async () => call(own.signal))(), { clock, ms: longestMs, signal, late });
  } catch (error) {
    own.abort(error);
    throw error;
  }
}
