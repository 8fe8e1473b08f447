// The errors that say when a failed reconcile is repeated. They work from anywhere below a reconcile, also as the cause of other errors, and are recognized by a property, so that two installed
// copies of this package agree.
import { isConflict, isFieldConflict, parseRetryAfter } from "@capstan/client";
import { type DurationString, formatDuration } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";
import { readDuration } from "../settings.ts";

/**
 * An error that a retry cannot fix, for example an invalid spec. Throw it from a reconcile to log and count the failure without a retry; the
 * next event of the object, or the next sync (`syncPeriod`), causes the next reconcile. Another error may have it as its `cause`.
 *
 * @example
 * if (!regions.includes(spec.region)) throw new TerminalError(`region ${spec.region} does not exist`);
 */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
  readonly "~capstan-terminal" = true;
}

/** What a TransientError has in addition to its message. */
export interface TransientErrorOptions {
  /** Reconciles the key again after this time and up to a tenth more, for example "30s". Default: the backoff of every error. */
  readonly retryAfter?: DurationString | undefined;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/**
 * An error that a later retry fixes, without a change of the object: a cloud that limits calls, or does not answer. Throw it from anywhere in a reconcile.
 *
 * With `retryAfter` the key is reconciled again after that time: what the reconcile writes into its object and `syncPeriod` do not shorten it, an event of somebody else does. It is logged at level
 * info, counted as `requeue_after` and in `capstan_transient_reconcile_errors_total`, and the backoff does not grow. Without `retryAfter` it is an error with backoff. Another error may have it as its `cause`.
 *
 * In a provider, a `Ready` that is True stays as it is.
 *
 * The constructor throws `operator/duration` when `retryAfter` is not a duration of 0 or more; the cause of that error has the message.
 *
 * @example
 * if (response.status === 429)
 *   throw new TransientError("the cloud limits us", { retryAfter: retryAfterOf(response.headers.get("retry-after")) ?? "30s" });
 */
export class TransientError extends Error {
  override readonly name = "TransientError";
  readonly "~capstan-transient" = true;
  readonly retryAfter: DurationString | undefined;

  constructor(message: string, { retryAfter, cause }: TransientErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.retryAfter = retryAfter;
    if (retryAfter !== undefined) checkDuration(retryAfter, this);
  }
}

/** The error says which one could not be made: its author must see both. */
function checkDuration(duration: unknown, cause: Error): void {
  const option = "retryAfter of a TransientError";
  if (typeof duration !== "string" || !isDuration(option, duration))
    throw operatorError("operator/duration", { option, duration: String(duration) }, cause);
}

function isDuration(option: string, duration: string): boolean {
  try {
    return readDuration(option, duration) >= 0;
  } catch {
    return false;
  }
}

/**
 * The value of the header `Retry-After` of a response, seconds or an HTTP date, as a duration of at most a day; undefined when there is none, or when it is neither.
 *
 * @example
 * const retryAfter = retryAfterOf(response.headers.get("retry-after"));
 */
export function retryAfterOf(header: string | null | undefined, now: Date = new Date()): DurationString | undefined {
  const ms = parseRetryAfter(header ?? undefined, now);
  return ms === undefined ? undefined : formatDuration(Math.ceil(ms));
}

/** Whether a caught value is a TransientError, was caused by one, or is an AggregateError of nothing else. Never throws. */
export function isTransientError(error: unknown): boolean {
  return leavesOf(error).every((each) => causedBy(each, "~capstan-transient") !== undefined);
}

/**
 * Whether a caught value says only that somebody else wrote an object first, or is an AggregateError of nothing else: the next reconcile reads the object as it is now. The field conflict of an apply is an
 * error, since the next reconcile would have it again. Never throws.
 */
export function isOutdated(error: unknown): boolean {
  return leavesOf(error).every((each) => isConflict(each) && !isFieldConflict(each));
}

/** An author may collect the errors of many calls. */
const mostErrors = 100;

/** The errors in a value that was thrown: those of an AggregateError, or the value. At least one. */
export function leavesOf(thrown: unknown): readonly unknown[] {
  const seen = new Set<unknown>();
  const leaves: unknown[] = [];
  const visit = (each: unknown): void => {
    if (seen.has(each) || seen.size === mostErrors) return;
    seen.add(each);
    const inner = safely(() => errorsOf(each), undefined);
    if (inner === undefined) leaves.push(each);
    else inner.forEach(visit);
  };
  visit(thrown);
  return leaves.length === 0 ? [thrown] : leaves;
}

/** A copy, as lists can be changed to throw when they are read. */
function errorsOf(thrown: unknown): readonly unknown[] | undefined {
  return thrown instanceof AggregateError && Array.isArray(thrown.errors) ? [...thrown.errors] : undefined;
}

/** What a function reads of a value that was thrown, or the default where that throws, as a getter or a revoked proxy does. */
export function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The errors of a chain of causes that are looked at. */
const longestChain = 10;

type Brand = "~capstan-terminal" | "~capstan-transient";

/** The error itself or the nearest of its causes that has the brand. */
export function causedBy(error: unknown, brand: Brand): Error | undefined {
  return safely(() => nearest(error, brand), undefined);
}

function nearest(error: unknown, brand: Brand): Error | undefined {
  let each = error;
  for (let length = 0; length < longestChain && each instanceof Error; length++) {
    if (brand in each) return each;
    each = each.cause;
  }
  return undefined;
}
