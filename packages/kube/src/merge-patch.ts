// JSON Merge Patch (RFC 7386): the difference of two documents as a document. Lists are replaced whole, null removes.
// Used by clients, kits and servers of ours; operations one by one are json-patch.ts.
import { deepClone, deepEqual, isJsonObject } from "./equal.ts";
import { setOwn } from "./own-field.ts";

/** The document with the patch applied; neither argument is changed. */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return deepClone(patch);
  const result: Record<string, unknown> = isJsonObject(document) ? { ...document } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else setOwn(result, key, applyMergePatch(Object.hasOwn(result, key) ? result[key] : undefined, value));
  }
  return result;
}

/** The smallest merge patch that turns `from` into `to`, or undefined when they are equal. */
export function createMergePatch(from: unknown, to: unknown): unknown {
  if (deepEqual(from, to)) return undefined;
  if (!isJsonObject(from) || !isJsonObject(to)) return deepClone(to);
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(from)) {
    if (from[key] !== undefined && (!Object.hasOwn(to, key) || to[key] === undefined)) setOwn(patch, key, null);
  }
  for (const key of Object.keys(to)) {
    const change =
      to[key] === undefined ? undefined : createMergePatch(Object.hasOwn(from, key) ? from[key] : undefined, to[key]);
    if (change !== undefined) setOwn(patch, key, change);
  }
  return patch;
}
