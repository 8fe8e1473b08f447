// Removes the fields that a structural schema does not have, as the API server does before it stores an object.
import { deepClone, isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { fieldSchema, schemaOf } from "./schema-nodes.ts";

const objectFields = new Set(["apiVersion", "kind", "metadata"]);

/** Removes unknown fields in place and returns their paths, sorted; the value is the root of an object. */
export function prune(value: unknown, schema: JSONSchema): string[] {
  const removed: string[] = [];
  pruneNode(value, { ...schema, "x-kubernetes-embedded-resource": true }, { removed, path: "", keeping: false });
  return removed.toSorted();
}

/** Whether a value below the root has no unknown fields. */
export function isPruned(value: unknown, schema: JSONSchema): boolean {
  const removed: string[] = [];
  pruneNode(deepClone(value), schema, { removed, path: "", keeping: false });
  return removed.length === 0;
}

interface Walk {
  readonly removed: string[];
  readonly path: string;
  /** Below x-kubernetes-preserve-unknown-fields: fields without a schema are kept, fields with one are pruned. */
  readonly keeping: boolean;
}

function pruneNode(value: unknown, schema: JSONSchema | undefined, walk: Walk): void {
  const keeping = walk.keeping || schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  if (keeping && schema === undefined) return;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      pruneNode(item, schema?.items, { ...walk, keeping, path: `${walk.path}[${i}]` });
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) pruneField(value, key, { schema, walk: { ...walk, keeping } });
  }
}

function pruneField(
  object: Record<string, unknown>,
  key: string,
  { schema, walk }: { readonly schema: JSONSchema | undefined; readonly walk: Walk },
): void {
  if (schema?.["x-kubernetes-embedded-resource"] === true && objectFields.has(key)) return;
  const path = walk.path === "" ? key : `${walk.path}.${key}`;
  const field = fieldSchema(schema, key);
  if (field !== undefined) pruneNode(object[key], schemaOf(field), { ...walk, path, keeping: false });
  else if (!walk.keeping) {
    walk.removed.push(path);
    delete object[key];
  }
}
