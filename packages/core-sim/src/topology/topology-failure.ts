// Why a topology cannot be reconciled.
import { type ApiError, isApiError } from "@capstan/client";
import { CapstanError, formatKey, type ObjectKey } from "@capstan/kube";

/** What the condition TopologyReconciled says; nothing else reports it. */
export class TopologyFailure extends Error {}

/** An object that something names does not exist. */
export function missingObject(kind: string, key: ObjectKey): TopologyFailure {
  return new TopologyFailure(`failed to read ${kind} ${formatKey(key)}: it does not exist`);
}

/** Whether the API server or a webhook rejects what it gets: the same request has the same outcome. */
export function isRejection(error: unknown): error is ApiError {
  return isApiError(error) && [400, 403, 422].includes(error.status);
}

/** A handler failed: the reconcile ends, and the call is repeated. */
export class HookFailure extends TopologyFailure {}

/** The versions of a class that an upgrade cannot lead through. */
export class InvalidPlan extends TopologyFailure {}

/** The code of an error that says that there is no answer yet. One of the API server may have it, too. */
export const unansweredCode = "client/timeout";

/** Patches have no answer yet: the reconcile ends without a report, and is repeated in the next step. */
export class UnansweredPatches extends CapstanError {
  constructor(cause: CapstanError) {
    super(unansweredCode, cause.message, { cause });
  }
}
