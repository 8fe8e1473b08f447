// The time of clients and controllers: monotonic, so that a change of the wall clock moves no backoff, lease or requeue, and replaceable, so
// that tests do not sleep.

/** A source of time and of timers. */
export interface Clock {
  /** Milliseconds since an arbitrary point; never goes back. */
  now(): number;
  /** The wall clock, for times that are stored (Leases, events). */
  date(): Date;
  /** Calls a function after `ms`; the function returned cancels that. */
  after(ms: number, call: () => void): () => void;
  /** A number from 0 up to 1, for jitter. */
  random(): number;
  /** Where this clock can be moved forward: one that is not moved, for how long work runs and may run. Default: this clock. */
  readonly steady?: Clock;
}

/** The longest wait of a timer: Node ends longer ones after a millisecond. */
const longestTimerMs = 2 ** 31 - 1;

const computerClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  after: (ms, call) => {
    const timer = setTimeout(call, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** What a command that starts a program puts there before the program loads this module: a clock that it can move. */
const given: unknown = Reflect.get(globalThis, Symbol.for("capstan.clock"));

/** The computer's clock; under `capstan dev` one that can be moved forward. A wait of more than 24 days ends after 24 days. */
export const systemClock: Clock = isClock(given) ? given : computerClock;

function isClock(value: unknown): value is Clock {
  if (typeof value !== "object" || value === null) return false;
  const names: readonly (keyof Clock)[] = ["now", "date", "after", "random"];
  return names.every((name) => typeof Reflect.get(value, name) === "function");
}

/**
 * Waits `ms` by a clock, which tests can replace. Resolves as soon as the signal aborts, too; it never rejects, so check the signal afterwards.
 *
 * @example
 * await sleep(systemClock, 15_000, signal);
 * if (signal.aborted) return;
 */
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

/** How long a promise is waited for, by the steady time of the clock. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends the wait before that, with its reason. */
  readonly signal: AbortSignal;
  /** The error when the time is over. */
  readonly late: () => Error;
}

/**
 * What a promise resolves to; rejects when it takes too long, or the signal aborts. The promise itself goes on: give what it works with a signal that you abort then.
 *
 * @example
 * const answer = await withTimeLimit(ask(), { clock, ms: 30_000, signal, late: () => new Error("no answer within 30 s") });
 */
export async function withTimeLimit<T>(promise: Promise<T>, { clock, ms, signal, late }: TimeLimit): Promise<T> {
  const over = Promise.withResolvers<never>();
  const cancel = (clock.steady ?? clock).after(ms, () => over.reject(late()));
  try {
    return await untilAborted(Promise.race([over.promise, promise]), signal);
  } finally {
    cancel();
  }
}

/** What a promise resolves to; rejects with the reason of the signal when it aborts before. The promise itself goes on. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const over = Promise.withResolvers<never>();
  const stop = (): void => over.reject(signal?.reason);
  if (signal?.aborted === true) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([over.promise, promise]);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
