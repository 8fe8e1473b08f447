// The body an API server answers with when it refuses: used by the client to read it and by servers of ours to write it.

/** One cause of a refusal, usually a field. */
export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** Kubernetes' Status object. */
export interface KubeStatus {
  kind: "Status";
  apiVersion: "v1";
  metadata: Record<string, unknown>;
  status: "Success" | "Failure";
  message?: string;
  reason?: string;
  details?: {
    name?: string;
    group?: string;
    kind?: string;
    uid?: string;
    causes?: StatusCause[];
    retryAfterSeconds?: number;
  };
  code: number;
}

/** The HTTP code that belongs to each reason. */
export const statusCodes = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
} as const;

/** Why an API server refused. */
export type StatusReason = keyof typeof statusCodes;

/** A refusal with the code that belongs to its reason. */
export function failureStatus(reason: StatusReason, message: string, details?: KubeStatus["details"]): KubeStatus {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    ...(details === undefined ? {} : { details }),
    code: statusCodes[reason],
  };
}

/** Whether a body is a Status object. */
export function isStatus(body: unknown): body is KubeStatus {
  return (
    typeof body === "object" &&
    body !== null &&
    (body as KubeStatus).kind === "Status" &&
    (body as KubeStatus).apiVersion === "v1"
  );
}
