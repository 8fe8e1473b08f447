// PUT: the body replaces the object. PATCH: JSON patch and merge patch, in the version of the request, and strategic merge patch for built-in kinds. Server-side
// apply is rejected with 415.
import { applyJsonPatch, applyMergePatch, CapstanError, isJsonObject, type JsonPatchOperation } from "@capstan/kube";
import { invalid, rootPath } from "@capstan/schema/structural";
import type { ApiObject } from "../kinds/api-kind.ts";
import { badRequest, invalidObject, rejection } from "../api-status.ts";
import { decodeObject } from "./decode-object.ts";
import { applyStrategicMerge } from "./strategic-merge.ts";
import type { ObjectPlace } from "./write-rules.ts";
import type { NextState } from "./change-object.ts";

type PatchType = (current: ApiObject, patch: unknown) => unknown;

const patchTypes: Readonly<Record<string, PatchType>> = {
  "application/json-patch+json": jsonPatch,
  "application/merge-patch+json": mergePatch,
};

/** For built-in kinds only, as on a real server. */
const builtinPatchTypes: Readonly<Record<string, PatchType>> = {
  "application/strategic-merge-patch+json": strategicMergePatch,
};

/** How patches of a media type are applied; throws UnsupportedMediaType for other types. */
export function patchTypeOf(mediaType: string, isBuiltin: boolean): PatchType {
  const accepted = isBuiltin ? { ...patchTypes, ...builtinPatchTypes } : patchTypes;
  const apply = Object.hasOwn(accepted, mediaType) ? accepted[mediaType] : undefined;
  if (apply === undefined) throw unsupported(mediaType, Object.keys(accepted));
  return apply;
}

/** Returns how a patch of a media type changes an object; throws UnsupportedMediaType for other types. */
export function patchChange(place: ObjectPlace, mediaType: string): (current: ApiObject, patch: unknown) => ApiObject {
  // Only built-in kinds have no schema.
  const apply = patchTypeOf(mediaType, place.resource.version.schema === undefined);
  return (current, patch) => {
    const next = apply(current, patch);
    checkName(next, current);
    const object = decodeObject(next, place.resource, place.namespace);
    const { uid, name = "" } = object.metadata;
    if (uid !== current.metadata.uid)
      throw invalidObject(place.resource.kind, name, [
        invalid(rootPath.child("metadata").child("uid"), uid ?? "", "field is immutable"),
      ]);
    return object;
  };
}

function unsupported(mediaType: string, types: readonly string[]): Error {
  const known = types.join(", ");
  const what =
    mediaType === "application/apply-patch+yaml"
      ? 'server-side apply is not served by the embedded API server: start the test environment with { backend: "envtest" }, or capstan dev with --real'
      : `the body of the request was in an unknown format (${mediaType})`;
  return rejection("UnsupportedMediaType", `${what} - accepted media types include: ${known}`);
}

function jsonPatch(current: ApiObject, patch: unknown): unknown {
  if (!Array.isArray(patch))
    throw badRequest(
      "error decoding patch: json: cannot unmarshal a value that is not a list into Go value of type jsonpatch.Patch",
    );
  try {
    // Applying throws for what is not an operation.
    return applyJsonPatch(current, patch as JsonPatchOperation[]);
  } catch (caught) {
    if (caught instanceof CapstanError)
      throw rejection("Invalid", `the server rejected our request due to an error in our request: ${caught.message}`);
    throw caught;
  }
}

function mergePatch(current: ApiObject, patch: unknown): unknown {
  if (!isJsonObject(patch)) throw badRequest("error decoding patch: a merge patch must be an object");
  return applyMergePatch(current, patch);
}

function strategicMergePatch(current: ApiObject, patch: unknown): unknown {
  if (!isJsonObject(patch)) throw badRequest("error decoding patch: a strategic merge patch must be an object");
  return applyStrategicMerge(current, patch);
}

function checkName(next: unknown, current: ApiObject): void {
  const metadata = isJsonObject(next) && isJsonObject(next["metadata"]) ? next["metadata"] : {};
  if (metadata["name"] !== current.metadata.name)
    throw badRequest(
      `the name of the object (${String(metadata["name"])}) does not match the name on the URL (${current.metadata.name ?? ""})`,
    );
}

/** The change that replaces the current object. Most kinds require the resourceVersion that it replaces. */
export function replaceChange({ resource: { kind }, name }: ObjectPlace, object: ApiObject): NextState {
  const given = object.metadata.name ?? "";
  if (given !== name)
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
  const version = object.metadata.resourceVersion ?? "";
  if (version === "" && !kind.unconditionalUpdate) {
    const problem = invalid(rootPath.child("metadata").child("resourceVersion"), 0, "must be specified for an update");
    // The real server names the resource here and the kind in all other errors.
    throw invalidObject({ ...kind, kind: kind.plural }, name, [problem]);
  }
  return () => ({ ...object, metadata: { ...object.metadata } });
}
