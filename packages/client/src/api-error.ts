// The error for an answer that is not 2xx, and its guards. Guards accept anything caught, and recognize errors of other installed copies.
import { CapstanError, diagnose, excerpt, isCapstanError, type KubeStatus, statusCodes } from "@capstan/kube";
import { type ApiErrorCode, clientErrors } from "./errors.ts";
import { isOwnedField } from "./field-conflicts.ts";
import { isRedirect } from "./transport/read-answer.ts";

/** An answer of the server that is not 2xx. */
export interface Rejected {
  /** The action that was rejected: "get Secret default/a". */
  readonly doing: string;
  readonly status: KubeStatus;
  /** How long the server asks clients to wait. */
  readonly retryAfterMs?: number | undefined;
  /** Whether somebody else owns the server: nothing that it sent is then in the error, but for a reason of Kubernetes; `cause` has it. */
  readonly foreign?: boolean;
  /** The most characters of the server's message. Default: no limit. */
  readonly messageCharacters?: number;
  /** Why the credentials of the call could not be renewed. */
  readonly renewalError?: Error;
  /** The path of the call, for which a foreign server's 404 may name the object. */
  readonly path?: string;
}

/**
 * A call that the API server rejected. `code` is Capstan's name of the kind of rejection (`client/not-found`), `reason` is Kubernetes'
 * (`NotFound`). Use the guards (`isNotFound(error)`) instead of comparing either.
 */
export class ApiError extends CapstanError {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** Kubernetes' reason: "NotFound", "Conflict", "Invalid" ...; "Unknown" when the server sent none, or a foreign server one of its own. */
  readonly reason: string;
  /** Kubernetes' details: the kind, the name and the causes, as far as the server sent them. */
  readonly details: KubeStatus["details"];
  /** How long the server asks clients to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(rejected: Rejected) {
    const { doing, status, retryAfterMs, foreign = false, renewalError } = rejected;
    const code = codeOf(status);
    const said = foreign
      ? fixedMessage(status)
      : status.message && excerpt(status.message, rejected.messageCharacters ?? Infinity);
    const renewal = renewalError === undefined ? "" : `; its credentials could not be renewed: ${renewalError.message}`;
    const { message, help } = diagnose(clientErrors, code, {
      values: { doing, message: `${said ?? `the server answered ${status.code}`}${renewal}` },
    });
    const cause = foreign ? new ApiError({ ...rejected, status: shortened(status), foreign: false }) : renewalError;
    super(code, message, { ...(help === undefined ? {} : { help }), cause });
    this.status = status.code;
    this.reason = foreign ? knownReason(status) : (status.reason ?? "Unknown");
    this.details = foreign ? knownDetails(status, rejected.path) : status.details;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Of what a foreign server says, an error keeps so many causes, and so many characters of each value: a caller may keep many errors. */
const keptCauses = 10;
const keptCharacters = 256;

function shortened({ details, ...status }: KubeStatus): KubeStatus {
  const { causes, ...rest } = details ?? {};
  const kept = causes === undefined ? {} : { causes: causes.slice(0, keptCauses).map(withShortStrings) };
  return {
    ...status,
    metadata: {},
    ...(details === undefined ? {} : { details: { ...withShortStrings(rest), ...kept } }),
  };
}

function withShortStrings<T extends object>(fields: T): T {
  const short = (value: unknown): unknown => (typeof value === "string" ? excerpt(value, keptCharacters) : value);
  // Each value keeps its type.
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, short(value)])) as T;
}

/** The message of a rejection by a foreign server. */
function fixedMessage(status: KubeStatus): string {
  const reason = knownReason(status);
  return reason === "Unknown" ? `the server answered ${status.code}` : `the server answered ${status.code} ${reason}`;
}

function knownReason({ reason = "" }: KubeStatus): string {
  return isKnownReason(reason) ? reason : "Unknown";
}

const tooLarge = "ResourceVersionTooLarge";

/** What programs ask for: one cause, and whether a 404 is about the object of the call. */
function knownDetails({ code, details }: KubeStatus, path: string | undefined): KubeStatus["details"] {
  const { causes, name } = details ?? {};
  if (causes?.some(({ reason }) => reason === tooLarge) === true) return { causes: [{ reason: tooLarge }] };
  const isNamed = code === 404 && name !== undefined && path?.split("/").includes(encodeURIComponent(name)) === true;
  return isNamed ? { name } : undefined;
}

/** The reasons that have a code of their own. A known reason decides; the HTTP status only counts for a reason that Kubernetes does not have. */
const codesByReason: ReadonlyMap<string, ApiErrorCode> = new Map<string, ApiErrorCode>([
  ["AlreadyExists", "client/already-exists"],
  ["Conflict", "client/conflict"],
  ["Expired", "client/expired"],
  ["Forbidden", "client/forbidden"],
  ["Gone", "client/expired"],
  ["Invalid", "client/invalid"],
  ["NotFound", "client/not-found"],
  ["TooManyRequests", "client/too-many-requests"],
  ["Unauthorized", "client/unauthorized"],
]);

const codesByStatus: Readonly<Record<number, ApiErrorCode>> = {
  401: "client/unauthorized",
  403: "client/forbidden",
  404: "client/not-found",
  409: "client/conflict",
  410: "client/expired",
  422: "client/invalid",
};

/** How a server begins the rejection of an applied field that its schema does not have. It answers 500 then, which would mean that it failed. */
const untypedPatch = "failed to create typed patch object";

function codeOf({ reason = "", code, message = "", details }: KubeStatus): ApiErrorCode {
  // Whatever the reason, the server asks the caller to wait.
  if (code === 429) return "client/too-many-requests";
  if (code === 409 && details?.causes?.some(isOwnedField) === true) return "client/field-conflict";
  if (code === 500 && message.startsWith(untypedPatch)) return "client/invalid";
  const byStatus = isKnownReason(reason) ? undefined : codesByStatus[code];
  return codesByReason.get(reason) ?? byStatus ?? codeOfClass(code);
}

function codeOfClass(code: number): ApiErrorCode {
  if (code >= 500) return "client/server-error";
  return isRedirect(code) ? "client/redirected" : "client/rejected";
}

/** Whether apimachinery has the reason. */
function isKnownReason(reason: string): boolean {
  return Object.hasOwn(statusCodes, reason) || reason === "ServerTimeout" || reason === "StorageReadError";
}

/**
 * Whether an API server rejected the call, with any status of 300 or more. False for errors of the connection, of credentials and of your own code, which have no status.
 *
 * @example
 * if (isApiError(error)) log.warn("Rejected", { status: error.status, reason: error.reason });
 */
export function isApiError(error: unknown): error is ApiError {
  return isCapstanError(error) && "status" in error && "reason" in error;
}

/**
 * Whether a call failed because the object does not exist (404). A kind that the server does not serve gives the same answer; `isObjectNotFound` tells them apart. For reads, `find` returns undefined instead of
 * throwing; use this guard for writes, where it most often means that somebody else has deleted the object.
 *
 * @example
 * await client.patch(Foo, key, patch).catch((error) => {
 *   if (!isNotFound(error)) throw error;
 * });
 */
export function isNotFound(error: unknown): error is ApiError {
  return isCapstanError(error, "client/not-found");
}

/**
 * Whether a call failed because the object of this name does not exist (404). False for the 404 of a server, or of a proxy, that does not have the kind or the version at the moment: that one names no
 * object, and says nothing about what is stored. Use it where an object that does not exist ends the work.
 *
 * @example
 * await client.patch(Foo, key, patch).catch((error) => {
 *   if (!isObjectNotFound(error, key.name)) throw error;
 * });
 */
export function isObjectNotFound(error: unknown, name: string): error is ApiError {
  return isNotFound(error) && error.details?.name === name;
}

/**
 * Whether a write failed because another writer changed the object after it was read, or, in an apply without `force`, owns a field (409). The write was not done: read the object again from the server,
 * not from a cache, and repeat the change; in a reconcile, throw the error and let the next run do that. Repeating an apply does not help: `isFieldConflict` tells the two apart.
 *
 * @example
 * if (isConflict(error)) return { requeueAfter: "1s" };
 */
export function isConflict(error: unknown): error is ApiError {
  return isCapstanError(error, "client/conflict") || isFieldConflict(error);
}

/**
 * Whether a server-side apply without `force` failed because another manager owns a field to which it gives another value (409). Nothing was written. The message names managers and fields;
 * `fieldConflictsOf` returns them. The same apply fails again: leave the field out, or set `force`.
 *
 * @example
 * if (isFieldConflict(error)) log.warn("Others decide about these fields", { fields: fieldConflictsOf(error) });
 */
export function isFieldConflict(error: unknown): error is ApiError {
  return isCapstanError(error, "client/field-conflict");
}

/**
 * Whether a create failed because an object with that name exists (409). After a lost connection it may be the one that an earlier attempt created: read it and compare.
 *
 * @example
 * if (isAlreadyExists(error)) found = await client.get(Foo, key);
 */
export function isAlreadyExists(error: unknown): error is ApiError {
  return isCapstanError(error, "client/already-exists");
}

/**
 * Whether a write failed because the object breaks a rule of its schema or of an admission webhook (422). The same write fails again; `details.causes` of the error has the fields.
 *
 * @example
 * if (isInvalid(error)) throw new TerminalError(error.message);
 */
export function isInvalid(error: unknown): error is ApiError {
  return isCapstanError(error, "client/invalid");
}

/**
 * Whether a list or a watch failed because its resourceVersion or its page token is too old (410): the server has forgotten the changes since then. List again without a version. `listAll` does so
 * on its own for page tokens; `watch` cannot, because events were missed.
 *
 * @example
 * if (isExpired(error)) items = (await client.listAll(Foo)).items;
 */
export function isExpired(error: unknown): error is ApiError {
  return isCapstanError(error, "client/expired");
}

/**
 * Whether the server limits the rate of requests, and did so for longer than the client's own retries (429). `retryAfterMs` of the error is the wait that the server asks for, if it does.
 *
 * @example
 * if (isTooManyRequests(error)) return { requeueAfter: formatDuration(error.retryAfterMs ?? 10_000) };
 */
export function isTooManyRequests(error: unknown): error is ApiError {
  return isCapstanError(error, "client/too-many-requests");
}

/**
 * Whether the server accepts the credentials and does not allow the call: RBAC lacks a right, a quota is used up, or an admission webhook rejects it (403). The message has the right or the reason.
 *
 * @example
 * if (isForbidden(error)) throw new TerminalError(error.message);
 */
export function isForbidden(error: unknown): error is ApiError {
  return isCapstanError(error, "client/forbidden");
}

/**
 * Whether a list or a watch failed because the server has not reached the requested resourceVersion (504 with this cause): it is behind another server, or was restored from a backup. Repeat the call
 * without a version.
 *
 * @example
 * if (isVersionTooLarge(error)) items = (await client.listAll(Foo)).items;
 */
export function isVersionTooLarge(error: unknown): boolean {
  return (
    isApiError(error) &&
    error.status === 504 &&
    (error.details?.causes ?? []).some((cause) => cause.reason === tooLarge)
  );
}
