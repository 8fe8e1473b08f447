// How long a handler has: the shorter of its declared timeout and the caller's in the query, less a reserve for the response.
// Cluster API closes the connection at its timeout; a response that reports the timeout must arrive before.
import { millisecondsOf } from "@capstan/kube";

/** The part of the time that is reserved for the response, and its bounds in milliseconds. */
const reserve = { part: 0.1, least: 20, most: 500 };

/** How long a handler may take. */
export interface HandlerTime {
  /** Its milliseconds; 0 when a response takes all of the timeout. */
  readonly ms: number;
  /** The timeout without the reserve, for messages: whose it is and how long. */
  readonly given: string;
}

/** The time of a handler. A query that is not a duration is ignored. */
export function timeForHandler(timeoutSeconds: number, query: string | null): HandlerTime {
  const asked = query === null ? 0 : (millisecondsOf(query) ?? 0);
  const isShorter = asked > 0 && asked < timeoutSeconds * 1000;
  const whole = isShorter ? asked : timeoutSeconds * 1000;
  const ms = whole - Math.min(reserve.most, Math.max(reserve.least, whole * reserve.part));
  // In seconds: milliseconds in a message count as something that differs in every call.
  const given = isShorter ? `the ${Math.ceil(asked) / 1000}s of its caller` : `its ${timeoutSeconds}s`;
  return { ms: Math.max(0, ms), given };
}

/** What a call with a deadline resulted in. */
export type Outcome<T> =
  | { readonly expired: false; readonly value: T }
  /** What the function still does. */
  | { readonly expired: true; readonly work: Promise<unknown> };

/** Runs a function with a signal that aborts after `ms` or when the outer one does; waits no longer than `ms`. One that has no time is not started. */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  if (ms <= 0) return { expired: true, work: Promise.resolve() };
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
