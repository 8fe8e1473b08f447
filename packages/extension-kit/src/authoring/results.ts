// What a handler returns: a value that says how its caller goes on.
import { type DurationString, parseDuration } from "@capstan/kube";
import { extensionError } from "../errors.ts";

/** The payload of a hook whose response has nothing but its status. */
export type NoPayload = Readonly<Record<never, never>>;

/** Returned by `proceed`: the caller goes on. */
export interface Proceed<out Payload extends object = NoPayload> {
  readonly result: "proceed";
  /** What the hook's response has in addition to its status. */
  readonly payload: Payload;
}

/** Returned by `retryAfter`: the caller waits, and calls again after the delay. */
export interface RetryAfter {
  readonly result: "retryAfter";
  readonly payload: { readonly seconds: number; readonly message: string };
}

/** Returned by `fail`: the call is an error for the caller, which calls again with its own backoff. */
export interface Fail {
  readonly result: "fail";
  readonly payload: { readonly message: string };
}

/** Everything that a handler may return, whatever its hook. */
export type HookResult<Payload extends object = object> = Proceed<Payload> | RetryAfter | Fail;

/**
 * Lets the caller go on.
 *
 * Cluster API reads status `Success` and, on hooks that can block, a delay of 0. The payload is checked against the hook's
 * schema before it is sent; one that does not fit fails the call with `extension/response-invalid`.
 *
 * @example
 * beforeClusterUpgrade: ({ cluster }) => (isReady(cluster) ? proceed() : retryAfter("30s", "the database is not ready")),
 */
export function proceed(): Proceed;
/**
 * Lets the caller go on, with what the hook's response has in addition to its status: patches, variables, an upgrade plan.
 *
 * @example
 * generatePatches: { "gpu-v1": ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: gpuPatch })) }) },
 */
export function proceed<Payload extends object>(payload: Payload): Proceed<Payload>;
export function proceed(payload: object = {}): Proceed<object> {
  return { result: "proceed", payload };
}

const maxSeconds = 2 ** 31 - 1;

/**
 * Makes the caller wait, and call again after a duration ("30s", "2m"). Only hooks that can block accept it; on any other
 * hook it does not compile.
 *
 * Cluster API reads status `Success` with the delay, rounded up to whole seconds. Of all extensions that ask for a delay, the
 * shortest counts. The message is shown in a condition of the Cluster and must not change from call to call: what has the form of a
 * time, a UUID, the id of a trace or the port of a connection is taken out of it.
 *
 * Throws `extension/retry-after` for a delay of zero, below zero or of more than 68 years, and `kube/duration` for a
 * string that is not a duration.
 *
 * @example
 * return retryAfter("30s", "the database is not ready");
 */
export function retryAfter(after: DurationString, message: string): RetryAfter {
  const seconds = Math.ceil(parseDuration(after) / 1000);
  if (seconds < 1 || seconds > maxSeconds) throw extensionError("extension/retry-after", { after });
  return { result: "retryAfter", payload: { seconds, message } };
}

/**
 * Fails the call: for what a person must correct. For something that is not ready yet, return `retryAfter` where the hook
 * can block.
 *
 * Cluster API reads status `Failure`, whatever the handler's failure policy, logs the message, shows it in a condition of the
 * Cluster, and calls again with its own backoff. The message must not change from call to call: what has the form of a time, a UUID,
 * the id of a trace or the port of a connection is taken out of it.
 *
 * @example
 * return fail("the image is not allowed in this region");
 */
export function fail(message: string): Fail {
  return { result: "fail", payload: { message } };
}
