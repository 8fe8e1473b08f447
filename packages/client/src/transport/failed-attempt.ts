// Attempts of a call that failed: what can be outdated in their credentials, and the error that the caller gets.
import { ApiError, type Rejected } from "../api-error.ts";
import type { RejectedPart } from "../credentials/credential-keeper.ts";
import { isDistrust } from "./connection-error.ts";
import type { Failure } from "./retry-policy.ts";

/** A failed attempt: the error to throw, and the input of the retry policy; without a failure it is never repeated. */
export interface Failed {
  readonly error: unknown;
  readonly failure: Failure | undefined;
  /** What the server has answered. */
  readonly rejected?: Rejected;
}

/** The part of the credentials that can be outdated, by a failure: our own identity, or the server's authority. */
export function stalePart(failure: Failure): RejectedPart | undefined {
  if (failure.kind === "connection") return isDistrust(failure.code) ? "connection" : undefined;
  return failure.status === 401 ? "identity" : undefined;
}

/** The error of an attempt that is not repeated. That of a 401 says why the credentials could not be renewed; a server of somebody else has credentials without renewal. */
export function finalError({ error, rejected }: Failed, renewalError: Error | undefined): unknown {
  if (rejected?.status.code !== 401 || rejected.foreign === true || renewalError === undefined) return error;
  return new ApiError({ ...rejected, renewalError });
}
