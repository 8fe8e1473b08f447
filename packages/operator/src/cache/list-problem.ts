// What a list or a watch that was rejected means for the person who reads the log: the kind is not there, or a rule of the Role is missing.
import { isForbidden, isNotFound } from "@capstan/client";
import { errorFrom, isCapstanError, type Resource } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";

/** The error of a list or watch of a kind, with what to do about it. */
export function listProblem(error: unknown, resource: Resource, namespace: string | undefined): unknown {
  const { kind, apiVersion, group, plural } = resource;
  if (isNotFound(error)) return operatorError("operator/kind-not-served", { kind, apiVersion }, error);
  if (!isForbidden(error)) return error;
  const where = namespace === undefined ? "in the whole cluster" : `in the namespace ${namespace}`;
  return operatorError(
    "operator/rights-missing",
    {
      verbs: "list and watch",
      resource: plural,
      group,
      where,
      list: '"list", "watch"',
      reason: errorFrom(error).message,
    },
    error,
  );
}

/** Whether the server does not serve the kind. */
export function isKindMissing(error: unknown): boolean {
  return isCapstanError(error, "operator/kind-not-served");
}
