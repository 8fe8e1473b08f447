// Reading and writing by dotted path inside plain objects, as contract tables name fields ("status.initialization.provisioned").
// A non-object on the way is an error of the one who wrote the object. Lists are not entered.
import { errorOf, isJsonObject } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";

type Plain = Record<string, unknown>;

function asPlain(value: unknown, path: string): Plain {
  if (isJsonObject(value)) return value as Plain;
  throw errorOf(contractErrors, "contract/wrong-type", { values: { path, wanted: "an object" } });
}

/** The value at the path, or undefined when the field or one above it is absent or null. */
export function readPath(object: object, path: string): unknown {
  let here: unknown = object;
  const keys = path.split(".");
  for (const [depth, key] of keys.entries()) {
    if (here === undefined || here === null) return undefined;
    here = asPlain(here, keys.slice(0, depth).join("."))[key];
  }
  return here ?? undefined;
}

/** Sets the value at the path, making the objects on the way; undefined removes the field and leaves no empty object behind. */
export function writePath(object: object, path: string, value: unknown): void {
  const keys = path.split(".");
  if (value === undefined) removeAt(object as Plain, keys);
  else setAt(object as Plain, keys, value);
}

function setAt(object: Plain, keys: readonly string[], value: unknown): void {
  let here = object;
  for (const [depth, key] of keys.slice(0, -1).entries()) {
    here[key] ??= {};
    here = asPlain(here[key], keys.slice(0, depth + 1).join("."));
  }
  here[keys.at(-1) ?? ""] = value;
}

function removeAt(object: Plain, [key = "", ...rest]: readonly string[]): void {
  const child = object[key];
  if (rest.length === 0) delete object[key];
  else if (isJsonObject(child)) {
    removeAt(child as Plain, rest);
    if (Object.keys(child).length === 0) delete object[key];
  }
}
