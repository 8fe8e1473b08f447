// PUT: the body replaces the object. It must be the object of the URL, and for most kinds say which version it replaces.
import { invalid, rootPath } from "@capstan/schema/structural";
import type { ApiObject } from "./api-kind.ts";
import { badRequest, invalidObject } from "./api-status.ts";
import type { Change } from "./change-object.ts";
import type { ObjectPlace } from "./write-rules.ts";

/** The change that replaces the current object by the given one. */
export function updateChange({ resource: { kind }, name }: ObjectPlace, object: ApiObject): Change {
  const given = object.metadata.name ?? "";
  if (given !== name)
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
  const version = object.metadata.resourceVersion ?? "";
  if (version === "" && !kind.unconditionalUpdate) {
    const problem = invalid(rootPath.child("metadata").child("resourceVersion"), 0, "must be specified for an update");
    // The server calls the object by its resource here, and by its kind everywhere else.
    throw invalidObject({ ...kind, kind: kind.plural }, name, [problem]);
  }
  return () => ({ ...object, metadata: { ...object.metadata } });
}
