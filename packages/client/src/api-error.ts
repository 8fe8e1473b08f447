// An API server's refusal as an error, and the questions callers ask of it. Thrown by transport.ts for every status that is not 2xx.
// Guards take anything caught and recognise errors of other installed copies, as CapstanError does.
import { CapstanError, diagnose, isCapstanError, type KubeStatus } from "@capstan/kube";
import { type ApiErrorCode, clientErrors } from "./errors.ts";

/** What a refusal says. */
export interface Refusal {
  /** What was being done on what. */
  readonly doing: string;
  readonly status: KubeStatus;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** A refusal by the server. `code` is the kind of refusal in this SDK's words, `reason` in Kubernetes'. */
export class ApiError extends CapstanError {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** Kubernetes' reason: "NotFound", "Conflict", "Invalid" ...; "Unknown" when the server gave none. */
  readonly reason: string;
  readonly details: KubeStatus["details"];
  readonly retryAfterMs: number | undefined;

  constructor({ doing, status, retryAfterMs }: Refusal) {
    const code = codeOf(status);
    const { message, hint } = diagnose(clientErrors, code, {
      values: { doing, message: status.message ?? `the server answered ${status.code}` },
    });
    super(code, message, hint === undefined ? {} : { mend: hint });
    this.status = status.code;
    this.reason = status.reason ?? "Unknown";
    this.details = status.details;
    this.retryAfterMs = retryAfterMs;
  }
}

const codesByReason: Readonly<Record<string, ApiErrorCode>> = {
  AlreadyExists: "client/already-exists",
  Expired: "client/expired",
  Gone: "client/expired",
};

const codesByStatus: Readonly<Record<number, ApiErrorCode>> = {
  401: "client/unauthorized",
  403: "client/forbidden",
  404: "client/not-found",
  409: "client/conflict",
  410: "client/expired",
  422: "client/invalid",
  429: "client/too-many-requests",
};

function codeOf(status: KubeStatus): ApiErrorCode {
  return (
    codesByReason[status.reason ?? ""] ??
    codesByStatus[status.code] ??
    (status.code >= 500 ? "client/server-error" : "client/refused")
  );
}

/** Whether this is a refusal by an API server. */
export function isApiError(error: unknown): error is ApiError {
  return isCapstanError(error) && "status" in error && "reason" in error;
}

/** Whether the object, or its kind, does not exist (404). */
export function isNotFound(error: unknown): error is ApiError {
  return isCapstanError(error, "client/not-found");
}

/** Whether someone else changed the object first, or owns the field (409). */
export function isConflict(error: unknown): error is ApiError {
  return isCapstanError(error, "client/conflict");
}

/** Whether an object of that name exists already (409). */
export function isAlreadyExists(error: unknown): error is ApiError {
  return isCapstanError(error, "client/already-exists");
}

/** Whether the object breaks a rule of its schema or of admission (422). */
export function isInvalid(error: unknown): error is ApiError {
  return isCapstanError(error, "client/invalid");
}

/** Whether the version or page asked for is too old to be served (410). */
export function isExpired(error: unknown): error is ApiError {
  return isCapstanError(error, "client/expired");
}

/** Whether the server sheds load (429). */
export function isTooManyRequests(error: unknown): error is ApiError {
  return isCapstanError(error, "client/too-many-requests");
}

/** Whether the credentials do not allow the call (403). */
export function isForbidden(error: unknown): error is ApiError {
  return isCapstanError(error, "client/forbidden");
}

/** Whether the server has not yet reached the version asked for (504 with this cause): ask again without one. */
export function isVersionTooLarge(error: unknown): boolean {
  return (
    isApiError(error) &&
    error.status === 504 &&
    (error.details?.causes ?? []).some((cause) => cause.reason === "ResourceVersionTooLarge")
  );
}
