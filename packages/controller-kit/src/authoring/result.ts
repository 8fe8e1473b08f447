// What a pass came to, as a value. Authors return one of these from `reconcile` and `delete`; src/workflow/ applies it to
// the object. One generic type on purpose: a wrong result prints as one name that is not in a list of names.

/** A span of time as "15s", "2m" or "1h30m"; read by `parseDuration`, which is the check. */
export type DurationText = string;

/** What every result may ask for besides. */
export interface ResultOptions {
  /** Look again no later than this, even if nothing changes. */
  readonly requeueAfter?: DurationText;
}

/** What a pass came to; `result` is its name, `payload` what the kind's contract wants to know. */
export interface Result<out K extends string, out P = unknown> {
  readonly result: K;
  readonly payload: P;
  readonly requeueAfter?: DurationText | undefined;
}

/** Which condition speaks, with which of its reasons, and what it says. */
export interface Reason<out T extends string = string, out R extends string = string> {
  readonly type: T;
  readonly reason: R;
  readonly message: string;
}

/** Everything an author may answer, whatever the kind. */
export type AnyResult =
  | Result<"provisioned">
  | Result<"done">
  | Result<"requeueAfter">
  | Result<"removed">
  | Result<"waiting", Reason>
  | Result<"stalled", Reason>
  | Result<"failed", { readonly reason: string; readonly message: string }>;

function result<K extends string, P>(name: K, payload: P, options: ResultOptions = {}): Result<K, P> {
  return { result: name, payload, ...options };
}

/** The infrastructure is there. Sets the contract's flag for good, and writes what is reported with it. */
export function provisioned(): Result<"provisioned", undefined>;
export function provisioned<const P extends object>(report: P, options?: ResultOptions): Result<"provisioned", P>;
export function provisioned(report?: object, options?: ResultOptions): Result<"provisioned"> {
  return result("provisioned", report, options);
}

/** Nothing is left to do until something changes. */
export function done(options?: ResultOptions): Result<"done", undefined> {
  return result("done", undefined, options);
}

/** Something is under way: look again after `delay`. Conditions stay as the pass set them. */
export function requeueAfter(delay: DurationText): Result<"requeueAfter", undefined> {
  return result("requeueAfter", undefined, { requeueAfter: delay });
}

/** What was to be deleted is gone: the finalizer goes too. */
export function removed(): Result<"removed", undefined> {
  return result("removed", undefined);
}

type Because = readonly [message?: string, options?: ResultOptions];

/** A condition is not met yet. It becomes False with this reason; a watch or `requeueAfter` brings the next pass. */
export function waiting<const T extends string, const R extends string>(
  type: T,
  reason: R,
  ...because: Because
): Result<"waiting", Reason<T, R>> {
  return result("waiting", { type, reason, message: because[0] ?? "" }, because[1]);
}

/** A condition cannot be met until someone changes something. It becomes False with this reason and nothing is retried. */
export function stalled<const T extends string, const R extends string>(
  type: T,
  reason: R,
  message = "",
): Result<"stalled", Reason<T, R>> {
  return result("stalled", { type, reason, message });
}

/**
 * An error that no retry and no change mends, for kinds of contract v1beta1 only: fills failureReason and failureMessage.
 * Cores up to 1.10 mark the Cluster or Machine as failed for good; newer ones only show it.
 */
export function failed(
  reason: string,
  message: string,
): Result<"failed", { readonly reason: string; readonly message: string }> {
  return result("failed", { reason, message });
}
