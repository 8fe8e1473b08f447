// Time for clients and controllers: monotonic, so that a jump of the wall clock moves no backoff, lease or requeue; and replaceable,
// so that tests turn it by hand and nothing in them sleeps.

/** Tells the time and wakes later. */
export interface Clock {
  /** Milliseconds since an arbitrary point; never goes back. */
  now(): number;
  /** The wall clock, for what is written down (Leases, events). */
  date(): Date;
  /** Calls after `ms`; the function returned cancels. */
  after(ms: number, call: () => void): () => void;
  /** A number from 0 up to 1, for jitter. */
  random(): number;
}

/** The computer's clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Resolves after `ms`, or at once when the signal aborts: who waits looks at the signal after. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const cancel = clock.after(ms, done);
    function done(): void {
      cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
  });
}
