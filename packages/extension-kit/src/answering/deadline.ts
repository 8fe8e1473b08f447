// How long a handler has: the shorter of its declared timeout and the caller's in the query, less a reserve for the response.
// Cluster API closes the connection at its timeout; a response that reports the timeout must arrive before.
import { millisecondsOf } from "@capstan/kube";

/** The part of the time that is reserved for the response, and its bounds in milliseconds. */
const reserve = { part: 0.1, least: 20, most: 500 };

/** The milliseconds a handler may take. A query that is not a duration is ignored. */
export function timeForHandler(timeoutSeconds: number, query: string | null): number {
  const asked = query === null ? 0 : (millisecondsOf(query) ?? 0);
  const whole = Math.min(timeoutSeconds * 1000, asked > 0 ? asked : Number.POSITIVE_INFINITY);
  return whole - Math.min(reserve.most, Math.max(reserve.least, whole * reserve.part));
}

/** What a call with a deadline resulted in. */
export type Outcome<T> =
  | { readonly expired: false; readonly value: T }
  /** What the function still does. */
  | { readonly expired: true; readonly work: Promise<unknown> };

/** Runs a function with a signal that aborts after `ms` or when the outer one does; waits no longer than `ms`. */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  const controller = new AbortController();
  // One listener takes a quarter of the time of AbortSignal.any.
  const leave = (): void => controller.abort(outer.reason);
  outer.addEventListener("abort", leave, { once: true });
  if (outer.aborted) leave();
  const { promise: expiry, resolve: expire } = Promise.withResolvers<Outcome<T>>();
  const timer = setTimeout(() => {
    controller.abort(new DOMException("the time for this call is over", "TimeoutError"));
    expire({ expired: true, work });
  }, ms);
  const work = run(controller.signal);
  try {
    return await Promise.race([work.then((value): Outcome<T> => ({ expired: false, value })), expiry]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", leave);
  }
}
