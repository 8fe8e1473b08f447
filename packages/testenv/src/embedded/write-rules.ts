// What creating and changing an object have in common: how the place is named, the validation in the API server's order, and
// the way into the stored version. create-object.ts and change-object.ts are the two that use it.
import { deepClone } from "@capstan/kube";
import type { ApiObject, ApiResource } from "./api-kind.ts";
import { invalidObject } from "./api-status.ts";
import type { StoredObject } from "./collection.ts";
import { shapeObject } from "./decode-object.ts";
import { metadataErrors } from "./metadata-rules.ts";
import type { WriteContext } from "./write-context.ts";

/** What a write led to: the stored object, or on a dry run the object that would have been. */
export interface Written {
  readonly stored?: StoredObject;
  /** In the version of the request. */
  readonly object: ApiObject;
}

/** Where an object is, or is to be. */
export interface ObjectPlace {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

/** What webhooks added is pruned and defaulted like the rest, but nobody is told of it. */
export function reshape(
  admitted: ApiObject,
  before: ApiObject,
  { resource, context }: { readonly resource: ApiResource; readonly context: WriteContext },
): ApiObject {
  if (admitted !== before) shapeObject(admitted, resource, { ...context, fieldValidation: "Ignore", warnings: [] });
  return admitted;
}

/** Refuses an object that breaks the rules of metadata, its schema or its kind. */
export function validate({ kind, version }: ApiResource, object: ApiObject, old: ApiObject | undefined): void {
  const errors = [
    ...metadataErrors(kind, object, old),
    ...(version.schema?.().validate(object, { old }) ?? []),
    ...(kind.validate?.(object, old) ?? []),
  ];
  if (errors.length > 0) throw invalidObject(kind, object.metadata.name ?? object.metadata.generateName ?? "", errors);
}

/** The object in the version that is stored. */
export async function toStorage({ kind, version }: ApiResource, object: ApiObject): Promise<ApiObject> {
  // The store owns what it is given, and the caller goes on using its object.
  if (version.name === kind.storageVersion) return { ...object, metadata: { ...object.metadata } };
  const [converted] = await kind.convert([deepClone(object)], kind.storageVersion);
  return converted ?? object;
}

/** Whether nothing holds a deleted object any more; namespaces are also held by their content. */
export function isFinalized(object: ApiObject): boolean {
  const inSpec =
    object.kind === "Namespace" && object.apiVersion === "v1"
      ? (object["spec"] as { finalizers?: string[] } | undefined)?.finalizers
      : [];
  return (object.metadata.finalizers ?? []).length === 0 && (inSpec ?? []).length === 0;
}
