// Ratcheting: errors of what an update did not change are ignored, as the API server does.
import { deepEqual, isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import type { FieldError } from "../fields/field-error.ts";
import { fieldSchema, schemaOf } from "./schema-nodes.ts";

/** A value and what it was before the update. */
interface Pair {
  readonly schema: JSONSchema | undefined;
  readonly value: unknown;
  readonly old: unknown;
}

/** Whether the update did not change the value of the error, or a value that it is in. `depth`: of the whole value in the error's path. */
export function isRatcheted({ path }: FieldError, whole: Pair, depth: number): boolean {
  let pair: Pair | undefined = whole;
  for (const [i, step] of path.slice(depth).entries()) {
    if (deepEqual(pair.value, pair.old)) return true;
    // Both are of the version that the object is converted to, whatever it was.
    if (i === 0 && depth === 0 && (step === "apiVersion" || step === "kind")) return false;
    pair = pairBelow(pair, step);
    if (pair === undefined) return false;
  }
  return deepEqual(pair.value, pair.old);
}

function pairBelow({ schema, value, old }: Pair, step: string | number): Pair | undefined {
  if (Array.isArray(value) && Array.isArray(old)) {
    const item: unknown = value[Number(step)];
    return { schema: schema?.items, value: item, old: oldItem(item, old, schema) };
  }
  if (!isJsonObject(value) || !isJsonObject(old) || !Object.hasOwn(old, step)) return undefined;
  return { schema: schemaOf(fieldSchema(schema, String(step))), value: value[step], old: old[step] };
}

/** The old item with the same keys. Items of other lists have no identity. */
function oldItem(item: unknown, old: readonly unknown[], schema: JSONSchema | undefined): unknown {
  if (schema?.["x-kubernetes-list-type"] !== "map" || !isJsonObject(item)) return undefined;
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  return old.find(
    (other) => isJsonObject(other) && keys.every((key) => Object.hasOwn(item, key) && deepEqual(other[key], item[key])),
  );
}
