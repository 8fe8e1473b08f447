// Reads and writes plain objects by the dotted paths of the contract tables ("status.initialization.provisioned").
// A value on the path that is not an object is an error. Lists are not entered.
import { errorOf, isJsonObject } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";

/** The object at the first keys of a path. */
function asObject(value: unknown, keys: readonly string[], depth: number): Record<string, unknown> {
  if (isJsonObject(value)) return value;
  throw errorOf(contractErrors, "contract/wrong-type", {
    values: { path: keys.slice(0, depth).join("."), wanted: "an object" },
  });
}

/** The value at the path; undefined when the field or one above it is absent or null. */
export function readPath(object: object, path: string): unknown {
  let here: unknown = object;
  const keys = path.split(".");
  let depth = 0;
  for (const key of keys) {
    if (here === undefined || here === null) return undefined;
    here = asObject(here, keys, depth)[key];
    depth += 1;
  }
  return here ?? undefined;
}

/** Sets the value at the path and creates the objects above it. Undefined removes the field and the objects that become empty. */
export function writePath(object: object, path: string, value: unknown): void {
  const keys = path.split(".");
  const root = asObject(object, keys, 0);
  if (value === undefined) removeAt(root, keys);
  else setAt(root, keys, value);
}

function setAt(root: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  let here = root;
  for (const [depth, key] of keys.slice(0, -1).entries()) {
    here[key] ??= {};
    here = asObject(here[key], keys, depth + 1);
  }
  here[keys.at(-1) ?? ""] = value;
}

function removeAt(object: Record<string, unknown>, [key = "", ...rest]: readonly string[]): void {
  const child = object[key];
  if (rest.length === 0) delete object[key];
  else if (isJsonObject(child)) {
    removeAt(child, rest);
    if (Object.keys(child).length === 0) delete object[key];
  }
}
