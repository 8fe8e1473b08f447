// Attempts of a call that failed: what can be outdated in their credentials, and the error that the caller gets.
import { CapstanError, isCapstanError } from "@capstan/kube";
import { ApiError, type Rejected } from "../api-error.ts";
import type { CredentialKeeper, RejectedPart } from "../credentials/credential-keeper.ts";
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

/** The error of an attempt that is not repeated. That of a 401 or of a server that is not trusted says why the credentials could not be renewed; a server of somebody else has credentials without renewal, and no keeper here. */
export function finalError(
  { error, failure, rejected }: Failed,
  keeper: Pick<CredentialKeeper, "problemOf"> | undefined,
): unknown {
  const part = failure && stalePart(failure);
  const renewalError = part && keeper?.problemOf(part);
  if (renewalError === undefined) return error;
  if (rejected !== undefined) return new ApiError({ ...rejected, renewalError });
  return isCapstanError(error) ? withRenewal(error, renewalError) : error;
}

function withRenewal({ code, message, help }: CapstanError, renewalError: Error): CapstanError {
  const whole = `${message}; the credentials could not be renewed: ${renewalError.message}`;
  return new CapstanError(code, whole, { ...(help === undefined ? {} : { help }), cause: renewalError });
}
