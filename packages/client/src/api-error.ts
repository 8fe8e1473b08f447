// The error for an answer that is not 2xx, and its guards. Guards accept anything caught, and recognise errors of other installed copies.
import { CapstanError, diagnose, isCapstanError, type KubeStatus, statusCodes } from "@capstan/kube";
import { type ApiErrorCode, clientErrors } from "./errors.ts";
import { isRedirect } from "./transport/read-answer.ts";

/** An answer of the server that is not 2xx. */
export interface Rejected {
  /** The action that was rejected: "get Secret default/a". */
  readonly doing: string;
  readonly status: KubeStatus;
  /** How long the server asks clients to wait. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A call that the API server rejected. `code` is Capstan's name of the kind of rejection (`client/not-found`), `reason` is Kubernetes'
 * (`NotFound`). Use the guards (`isNotFound(error)`) instead of comparing either.
 */
export class ApiError extends CapstanError {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** Kubernetes' reason: "NotFound", "Conflict", "Invalid" ...; "Unknown" when the server sent none. */
  readonly reason: string;
  /** Kubernetes' details: the kind, the name and the causes, as far as the server sent them. */
  readonly details: KubeStatus["details"];
  /** How long the server asks clients to wait. */
  readonly retryAfterMs: number | undefined;

  constructor({ doing, status, retryAfterMs }: Rejected) {
    const code = codeOf(status);
    const { message, help } = diagnose(clientErrors, code, {
      values: { doing, message: status.message ?? `the server answered ${status.code}` },
    });
    super(code, message, help === undefined ? {} : { help });
    this.status = status.code;
    this.reason = status.reason ?? "Unknown";
    this.details = status.details;
    this.retryAfterMs = retryAfterMs;
  }
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

function codeOf({ reason = "", code }: KubeStatus): ApiErrorCode {
  // Whatever the reason, the server asks the caller to wait.
  if (code === 429) return "client/too-many-requests";
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

/** Whether an API server rejected the call. */
export function isApiError(error: unknown): error is ApiError {
  return isCapstanError(error) && "status" in error && "reason" in error;
}

/** Whether the object, or its kind, does not exist (404). */
export function isNotFound(error: unknown): error is ApiError {
  return isCapstanError(error, "client/not-found");
}

/** Whether another writer changed the object first, or owns the field (409). */
export function isConflict(error: unknown): error is ApiError {
  return isCapstanError(error, "client/conflict");
}

/** Whether an object with that name exists already (409). */
export function isAlreadyExists(error: unknown): error is ApiError {
  return isCapstanError(error, "client/already-exists");
}

/** Whether the object breaks a rule of its schema or of an admission webhook (422). */
export function isInvalid(error: unknown): error is ApiError {
  return isCapstanError(error, "client/invalid");
}

/** Whether the resourceVersion or the page token is too old (410). */
export function isExpired(error: unknown): error is ApiError {
  return isCapstanError(error, "client/expired");
}

/** Whether the server limits the rate of requests (429). */
export function isTooManyRequests(error: unknown): error is ApiError {
  return isCapstanError(error, "client/too-many-requests");
}

/** Whether the credentials do not allow the call (403). */
export function isForbidden(error: unknown): error is ApiError {
  return isCapstanError(error, "client/forbidden");
}

/** Whether the server has not yet reached the requested resourceVersion (504 with this cause). Repeat the call without a version. */
export function isVersionTooLarge(error: unknown): boolean {
  return (
    isApiError(error) &&
    error.status === 504 &&
    (error.details?.causes ?? []).some((cause) => cause.reason === "ResourceVersionTooLarge")
  );
}
