// The results of a pass. Authors return one of these from `reconcile` and `delete`; the workflow writes it into the object.
// One generic type on purpose: a compile error about a wrong result shows one name that is not in a list of names.
import { type DurationString, parseDuration } from "@capstan/kube";

/** Options of results that may ask for another pass. */
export interface ResultOptions {
  /** Runs another pass after this time and up to a tenth more, even if nothing changes. */
  readonly requeueAfter?: DurationString;
}

/** The names of the fields of what is reported, or of each report that it may be. A report of type `any` may have any. */
type FieldsOf<P> = unknown extends P ? P : P extends object ? keyof P & string : never;

/** The fields that a result reports. */
export type ReportedFields<K extends string, P> = "provisioned" extends K ? FieldsOf<P> : never;

/**
 * The result of a pass. Create it with one of the functions of this module, for example `done()`. F are the fields that it reports: one that the kind does
 * not have is a compile error.
 */
export interface Result<out K extends string, out P = unknown, out F = ReportedFields<K, P>> {
  readonly result: K;
  readonly payload: P;
  readonly requeueAfter?: DurationString | undefined;
  /** Carries F for the compiler only; never set. */
  readonly "~fields"?: (() => F) | undefined;
}

/** A condition type with one of its reasons and a message. */
export interface Reason<out T extends string = string, out R extends string = string> {
  readonly type: T;
  readonly reason: R;
  readonly message: string;
}

/** Every result of every kind; P is what `provisioned` reports. */
export type AnyResult<P = unknown> =
  | Result<"provisioned", P>
  | Result<"done">
  | Result<"requeueAfter">
  | Result<"removed">
  | Result<"waiting", Reason>
  | Result<"stalled", Reason>
  | Result<"failed", { readonly reason: string; readonly message: string }>;

/** Checks the duration here, so that a wrong one fails in the author's function, and `Ready` says so. */
function result<K extends string, P>(name: K, payload: P, options: ResultOptions = {}): Result<K, P> {
  if (options.requeueAfter !== undefined) parseDuration(options.requeueAfter);
  return { result: name, payload, ...options };
}

/**
 * The infrastructure exists and is ready to use. Return it from `reconcile` of an InfraCluster, InfraMachine or InfraMachinePool, from every pass
 * once it is true.
 *
 * Sets the contract's flag (`status.initialization.provisioned`, or `status.ready` in contract v1beta1), which is never taken back, and
 * writes what is reported with it: an endpoint and failure domains for an InfraCluster; the provider ID, addresses and the failure
 * domain for an InfraMachine; the provider IDs for an InfraMachinePool. An endpoint that the object already has is kept. Declared conditions that the pass did not set become
 * True with their last reason, and `Ready` becomes True when all declared conditions are.
 *
 * @example
 * return provisioned({ providerID: `cloud://${server.id}`, addresses: [{ type: "InternalIP", address: server.ip }] });
 */
export function provisioned(): Result<"provisioned", undefined>;
export function provisioned<const P extends object>(report: P, options?: ResultOptions): Result<"provisioned", P>;
export function provisioned(report?: object, options?: ResultOptions): Result<"provisioned"> {
  return result("provisioned", report, options);
}

/**
 * Nothing is left to do until something changes. Return it from `reconcile`.
 *
 * Declared conditions that the pass did not set become True with their last reason. The contract's flag is not changed, so
 * infrastructure that is ready needs `provisioned` instead. The next pass runs at the next event, or after `requeueAfter`.
 *
 * @example
 * return done({ requeueAfter: "10m" });
 */
export function done(options?: ResultOptions): Result<"done", undefined> {
  return result("done", undefined, options);
}

/**
 * Work is in progress: runs another pass after `delay` and up to a tenth more. Return it from `reconcile` or `delete`.
 *
 * No condition is changed except those that the pass has set. Prefer `waiting` when a declared condition can say what is missing.
 * Throws for an invalid duration, as every result with `requeueAfter` does; the pass then fails.
 *
 * @example
 * return requeueAfter("15s");
 */
export function requeueAfter(delay: DurationString): Result<"requeueAfter", undefined> {
  return result("requeueAfter", undefined, { requeueAfter: delay });
}

/**
 * The infrastructure is deleted. Return it from `delete` when nothing is left.
 *
 * The finalizer is removed after everything else was written, and the API server then deletes the object. Nothing can be cleaned up
 * after that, so return `requeueAfter` or `waiting` until the deletion is confirmed.
 *
 * @example
 * return (await cloud.exists(id)) ? requeueAfter("10s") : removed();
 */
export function removed(): Result<"removed", undefined> {
  return result("removed", undefined);
}

/**
 * A declared condition is not true yet, and will become true without a change by the user. Return it from `reconcile` or `delete`.
 *
 * The condition becomes False with this reason and message. The next pass runs at the next event of a watched object; give `requeueAfter` when
 * no watch reports the change. The type and the reason must be declared in `conditions`.
 *
 * @example
 * return waiting("NetworkReady", "Provisioning", "2 of 3 subnets exist", { requeueAfter: "15s" });
 */
export function waiting<const T extends string, const R extends string>(
  type: T,
  reason: R,
  ...because: readonly [message?: string, options?: ResultOptions]
): Result<"waiting", Reason<T, R>> {
  return result("waiting", { type, reason, message: because[0] ?? "" }, because[1]);
}

/**
 * A declared condition cannot become true until a user changes something, for example an invalid region. Return it from `reconcile` or `delete`.
 *
 * The condition becomes False with this reason and message. Nothing is retried: the next pass runs at the next event of the object
 * or after the sync period.
 *
 * @example
 * return stalled("NetworkReady", "QuotaExceeded", "the project has no free address");
 */
export function stalled<const T extends string, const R extends string>(
  type: T,
  reason: R,
  message = "",
): Result<"stalled", Reason<T, R>> {
  return result("stalled", { type, reason, message });
}

/**
 * An error that neither a retry nor a change of the object fixes. Only for kinds of contract v1beta1, whose status has `failureReason`
 * and `failureMessage`: both are set. Cores up to 1.10 then mark the Cluster or Machine as failed for good; newer cores only show it.
 *
 * @example
 * return failed("CreateError", "the image was deleted");
 */
export function failed(
  reason: string,
  message: string,
): Result<"failed", { readonly reason: string; readonly message: string }> {
  return result("failed", { reason, message });
}
