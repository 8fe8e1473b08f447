// What a list or a watch that was rejected means for the person who reads the log: the kind is not there, or a rule of the Role is missing.
import { type ApiError, type Client, isApiError, isForbidden, isNotFound } from "@capstan/client";
import { errorFrom, isCapstanError, isJsonObject, type Resource } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";
import { kindNotServed } from "./kind-not-served.ts";

/** What was listed or watched, and whether the server does not serve it. */
export interface Listed {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly isMissing: boolean;
}

/** The error of a list or watch of a kind, with what to do about it. */
export function listProblem(error: unknown, { resource, namespace, isMissing }: Listed): unknown {
  if (isMissing) return kindNotServed(resource, error);
  if (!isForbidden(error)) return error;
  const { group, plural } = resource;
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

/**
 * Whether a 404 for a watch or a list means that the kind is deleted. A kind whose group is removed has an answer that is no Status, and so has a proxy that knows no path: then the objects cannot be listed
 * either, and the server answers /version as one of Kubernetes.
 */
export async function isKindDeleted(
  { reason }: ApiError,
  client: Pick<Client, "request">,
  { list, signal }: { readonly list: () => Promise<unknown>; readonly signal: AbortSignal },
): Promise<boolean> {
  if (reason === "NotFound") return true;
  const isListed = await list().then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );
  if (isListed) return false;
  try {
    const version = (await client.request({ method: "GET", path: "/version", signal })).json();
    return isJsonObject(version) && typeof version["gitVersion"] === "string";
  } catch (error) {
    // Without the right to read it.
    return isApiError(error) && isForbidden(error) && error.reason === "Forbidden";
  }
}
