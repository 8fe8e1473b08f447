// Requests that delete: one object, or all objects that selectors match.
import type { Resource } from "@capstan/kube";
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
  if (all !== true && isEmpty(labelSelector) && isEmpty(fieldSelector))
    throw clientError("client/no-selector", { doing });
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

function isEmpty(selector: string | undefined): boolean {
  return selector === undefined || selector.trim() === "";
}
