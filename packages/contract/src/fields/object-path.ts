// Reading and writing by dotted path inside plain objects, as contract tables name fields ("status.initialization.provisioned").
// A field that stands in the wrong place is an error of the one who wrote the object, with the path in its text.
import { CapstanError } from "@capstan/kube";

type Plain = Record<string, unknown>;

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at the path, or undefined when the field or one above it is absent; a non-object on the way is an error. */
export function readPath(object: object, path: string): unknown {
  let here: unknown = object;
  for (const key of path.split(".")) {
    if (here === undefined || here === null) return undefined;
    if (!isPlain(here)) throw notAnObject(path, key);
    here = here[key];
  }
  return here ?? undefined;
}

/** Sets the value at the path, making the objects on the way; undefined removes the field and leaves no empty object. */
export function writePath(object: object, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop();
  if (last === undefined) return;
  if (value === undefined) {
    removeAt(object as Plain, keys, last);
    return;
  }
  let here = object as Plain;
  for (const key of keys) {
    const next = (here[key] ??= {});
    if (!isPlain(next)) throw notAnObject(path, key);
    here = next;
  }
  here[last] = value;
}

function removeAt(object: Plain, keys: readonly string[], last: string): void {
  const [key, ...rest] = keys;
  if (key === undefined) {
    delete object[last];
    return;
  }
  const child = object[key];
  if (!isPlain(child)) return;
  removeAt(child, rest, last);
  if (Object.keys(child).length === 0) delete object[key];
}

function notAnObject(path: string, key: string): CapstanError {
  return new CapstanError(
    "contract/wrong-type",
    `cannot follow ${path}: what stands before "${key}" is not an object`,
    {
      mend: "correct the object, or the schema that admitted it",
    },
  );
}
