// Requests that delete: one object, or all objects that selectors match.
import { isJsonObject, type Resource } from "@capstan/kube";
import type { DeleteAllOptions, DeleteOptions } from "../client.ts";
import { clientError } from "../errors.ts";
import type { RawRequest } from "../transport/raw-request.ts";
import { callParts, describeCollection, metadataOnlyTypes } from "./request-parts.ts";
import { collectionPath, namespaceOf } from "./resource-path.ts";

/** The body of a request that deletes. */
export function deletionBody({ propagationPolicy, preconditions, gracePeriodSeconds, dryRun }: DeleteOptions): object {
  return {
    apiVersion: "v1",
    kind: "DeleteOptions",
    propagationPolicy,
    preconditions,
    gracePeriodSeconds,
    ...(dryRun === true ? { dryRun: ["All"] } : {}),
  };
}

/** The request of `deleteAllOf`. Throws where nothing says which objects are meant: an empty selector matches all. */
export function deleteAllRequest(
  resource: Resource,
  options: DeleteAllOptions,
): RawRequest & { readonly doing: string } {
  const { labelSelector, fieldSelector, all } = options;
  // An API server deletes those of one namespace.
  const namespace = namespaceOf(resource, { namespace: options.namespace ?? "", name: "" });
  const doing = `delete ${describeCollection(resource, namespace)}`;
  const given = [labelSelector, fieldSelector].filter((selector) => selector !== undefined);
  if (all !== true && (given.length === 0 || given.some(isEmpty))) throw clientError("client/no-selector", { doing });
  return {
    ...callParts(options),
    method: "DELETE",
    path: collectionPath(resource, namespace),
    query: { labelSelector, fieldSelector },
    body: deletionBody(options),
    accept: metadataOnlyTypes.list,
    doing,
  };
}

/** Whether an API server reads a selector as the one that matches everything: it skips blank terms of a field selector. */
function isEmpty(selector: string): boolean {
  return selector.split(",").every((term) => term.trim() === "");
}

/** Whether an answer says that it is done, and no more: the API allows that for a deletion of all objects, and servers behind the aggregation layer do it. */
export function isSuccess(answer: unknown): boolean {
  return isJsonObject(answer) && answer["kind"] === "Status" && answer["status"] === "Success";
}
