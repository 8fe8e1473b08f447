// The limit of one call of a `toKeys`: it ends after 30 s, and with the watch. One that never settles must not stop the watch of a workload cluster.
import type { Clock } from "@capstan/client";

/** How long a call may take. */
const longestMs = 30_000;

/** What a function returns; rejects, and aborts the signal that the function got, when that takes too long or the signal aborts. */
export async function withinLimit<T>(
  call: (signal: AbortSignal) => T | Promise<T>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const over = Promise.withResolvers<never>();
  const end = (reason: unknown): void => {
    own.abort(reason);
    over.reject(reason);
  };
  const stop = (): void => end(signal.reason);
  const late = (): void => end(new Error(`it took longer than ${longestMs / 1000} s: end when the signal aborts`));
  signal.addEventListener("abort", stop, { once: true });
  const cancel = clock.after(longestMs, late);
  try {
    return await Promise.race([(async () => call(own.signal))(), over.promise]);
  } finally {
    cancel();
    signal.removeEventListener("abort", stop);
  }
}
