// What creation and updates share: the object's place, validation in the API server's order, and conversion to the stored
// version.
import { deepClone, isJsonObject, type ObjectKey } from "@capstan/kube";
import type { ApiKind, ApiObject, ApiResource } from "../kinds/api-kind.ts";
import { invalidObject } from "../api-status.ts";
import type { StoredObject } from "../store/collection.ts";
import { objectIn } from "../store/rendering.ts";
import { shapeObject } from "./decode-object.ts";
import { metadataErrors } from "./metadata-rules.ts";
import type { WriteContext } from "./write-context.ts";

/** The result of a write; a dry run stores nothing. */
export interface Written {
  readonly stored?: StoredObject;
  /** In the version of the request. */
  readonly object: ApiObject;
}

/** The place of an object. */
export interface ObjectPlace {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

/** The place of an object in the version that is stored, for writes by the server's own controllers. */
export function storedPlace(kind: ApiKind, { namespace, name }: ObjectKey): ObjectPlace {
  const version = kind.versions.find((one) => one.name === kind.storageVersion);
  if (version === undefined) throw new Error(`${kind.kind} has no storage version`);
  return { resource: { kind, version }, namespace, name, subresource: "" };
}

/** Prunes and sets defaults again after mutating webhooks, without warnings. */
export function reshape(
  admitted: ApiObject,
  before: ApiObject,
  { resource, context }: { readonly resource: ApiResource; readonly context: WriteContext },
): ApiObject {
  if (admitted !== before) shapeObject(admitted, resource, { ...context, fieldValidation: "Ignore", warnings: [] });
  return admitted;
}

/** Throws Invalid when an object violates the rules of metadata, its schema or its kind. */
export function validate({ kind, version }: ApiResource, object: ApiObject, old: ApiObject | undefined): void {
  const errors = [
    ...metadataErrors(kind, object, old),
    ...(version.schema?.().validate(object, { old }) ?? []),
    ...(kind.validate?.(object, old) ?? []),
  ];
  if (errors.length > 0) throw invalidObject(kind, object.metadata.name ?? object.metadata.generateName ?? "", errors);
}

/** Converts the object to the stored version. */
export async function toStorage({ kind, version }: ApiResource, object: ApiObject): Promise<ApiObject> {
  // A copy, because the store owns its objects and the caller keeps using its own.
  if (version.name === kind.storageVersion) return { ...object, metadata: { ...object.metadata } };
  return await kind.convert(deepClone(object), kind.storageVersion);
}

/** What a dry run answers: the object that would be stored, as it would be read in the version of the request. */
export async function asRead({ kind, version }: ApiResource, written: ApiObject): Promise<ApiObject> {
  return await objectIn(kind, { object: kind.read(written) }, version.name);
}

/** Whether no finalizer is left; namespaces also have finalizers in their spec. */
export function isFinalized(object: ApiObject): boolean {
  const spec = object.kind === "Namespace" && object.apiVersion === "v1" ? object["spec"] : undefined;
  const inSpec: unknown = isJsonObject(spec) ? spec["finalizers"] : undefined;
  return (object.metadata.finalizers ?? []).length === 0 && !(Array.isArray(inSpec) && inSpec.length > 0);
}
