// Plain objects by lists of steps: the few moves that conversions are made of. Everything here changes the object given.
// Called by the files beside it; no caller outside needs it.
import { isJsonObject } from "@capstan/kube";
import type { FieldPath } from "./conversion-plan.ts";

/** A JSON object that is being changed. */
export type Fields = Record<string, unknown>;

/** The object at the path, or undefined when there is none. */
export function objectAt(root: Fields, path: FieldPath): Fields | undefined {
  let here: unknown = root;
  for (const step of path) {
    if (!isJsonObject(here)) return undefined;
    here = (here as Fields)[step];
  }
  return isJsonObject(here) ? (here as Fields) : undefined;
}

/** The value at the path. */
export function valueAt(root: Fields, path: FieldPath): unknown {
  return objectAt(root, path.slice(0, -1))?.[path.at(-1) ?? ""];
}

/** Removes the value at the path and gives it back. */
export function takeAt(root: Fields, path: FieldPath): unknown {
  const parent = objectAt(root, path.slice(0, -1));
  const last = path.at(-1) ?? "";
  const value = parent?.[last];
  if (parent !== undefined) delete parent[last];
  return value;
}

/** Sets the value at the path and makes the objects on the way; a non-object in the way is left alone. */
export function putAt(root: Fields, path: FieldPath, value: unknown): void {
  let here = root;
  for (const step of path.slice(0, -1)) {
    const next = (here[step] ??= {});
    if (!isJsonObject(next)) return;
    here = next as Fields;
  }
  here[path.at(-1) ?? ""] = value;
}

/** Whether nothing is in the object. */
export function isEmpty(object: Fields): boolean {
  return Object.keys(object).length === 0;
}
