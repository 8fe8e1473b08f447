// The Status object, with which an API server rejects a request.
import { isJsonObject } from "../json/json-value.ts";

/** One cause of a rejection, usually a field. */
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

/** The HTTP status code of each reason. */
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

/** The reason of a rejection. */
export type StatusReason = keyof typeof statusCodes;

/** Creates the Status of a rejection, with the HTTP status code of its reason. */
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
  return isJsonObject(body) && body["kind"] === "Status" && body["apiVersion"] === "v1";
}
