// How long a key waits: after failures, and between runs. Used by controller.ts. Numbers per key, no timers: the queue waits.

/** controller-runtime's per-item backoff: 5 ms, doubled with each failure, at most 1000 s. */
const firstMs = 5;
const longestMs = 1_000_000;

/** The wait after so many failures in a row. */
export function failureDelay(failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/** How many runs a key may have in a row before the interval between them counts. */
export const burst = 5;

/**
 * Spaces the runs of one key: a few at once, then one in each interval (a leaky bucket). Cluster API holds every object to one run a second;
 * the burst lets an object that is being set up go through its first passes without waiting, and a hot loop is held to the same second.
 * `arrival` is what the bucket remembers: pass it back in. A wait of zero means: run now.
 */
export function spacing(
  arrival: number,
  now: number,
  intervalMs: number,
): { readonly waitMs: number; readonly arrival: number } {
  const next = Math.max(arrival, now);
  const waitMs = next - (burst - 1) * intervalMs - now;
  return waitMs > 0 ? { waitMs, arrival } : { waitMs: 0, arrival: next + intervalMs };
}
