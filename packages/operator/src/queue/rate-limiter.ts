// How long a key waits after failures and between reconciles. Pure arithmetic; the queue does the waiting.

/** The waits after failures. */
export interface BackoffTimes {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The wait after a number of failures in a row: the first, doubled with each failure. */
export function failureDelay(failures: number, { firstMs, longestMs }: BackoffTimes): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/** A wait that is longer by up to a tenth, so that what began together does not go on together. Never shorter: a cloud may have set it. */
export function jittered(ms: number, random: number): number {
  return ms * (1 + random / 10);
}

/** How many reconciles a key may have in a row before the interval between them applies. */
export const burst = 5;

/**
 * Spaces the reconciles of one key: a burst at once, then one in each interval (a leaky bucket). The burst lets a new object go through its
 * first reconciles without waiting; a hot loop is limited to one per interval.
 * `arrival` is the state of the bucket: pass it to the next call. A wait of zero means that the key may be reconciled now.
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
