// What a handler returns: a value that says how the caller goes on. The wire form is made by ../answering/to-response.ts.
import { parseDuration } from "@capstan/kube";
import { extensionError } from "../errors.ts";

/** The payload of a hook whose response carries nothing but its status. */
export type NoBody = Readonly<Record<never, never>>;

/** The caller goes on, with the payload of the hook. */
export interface Proceed<out Body extends object = NoBody> {
  readonly answer: "proceed";
  readonly body: Body;
  readonly message?: string;
}

/** The caller holds and asks again after the delay. */
export interface RetryAfter {
  readonly answer: "retryAfter";
  readonly seconds: number;
  readonly message: string;
}

/** The call failed: an error for the caller, which comes back with its own backoff. */
export interface Fail {
  readonly answer: "fail";
  readonly message: string;
}

/** Everything a handler may return. */
export type Result<Body extends object = object> = Proceed<Body> | RetryAfter | Fail;

/** Lets the caller go on. */
export function proceed(): Proceed;
/** Lets the caller go on, with what the hook's response carries besides its status. */
export function proceed<Body extends object>(body: Body): Proceed<Body>;
export function proceed(body: object = {}): Proceed<object> {
  return { answer: "proceed", body };
}

const maxSeconds = 2 ** 31 - 1;

/** Holds the caller for a duration ("30s", "2m"); the message says to people what is waited for and must be stable. */
export function retryAfter(after: string, message: string): RetryAfter {
  const seconds = Math.ceil(parseDuration(after) / 1000);
  if (seconds < 1 || seconds > maxSeconds) throw extensionError("extension/retry-after", { after });
  return { answer: "retryAfter", seconds, message };
}

/** Fails the call; the message reaches people through conditions and must be stable. */
export function fail(message: string): Fail {
  return { answer: "fail", message };
}
