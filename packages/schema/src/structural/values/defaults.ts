// Defaults as the API server sets them on every read and write: only where the parent exists. A null that is not nullable counts as missing.
// Both functions change the value in place.
import { deepClone, isJsonObject, setOwn } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { fieldSchema, schemaOf } from "./schema-nodes.ts";

/** Sets every default whose field is missing, or null without being nullable. */
export function applyDefaults(value: unknown, schema: JSONSchema | undefined): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) return defaultItems(value, schema.items);
  if (!isJsonObject(value)) return;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (property.default !== undefined && (!Object.hasOwn(value, key) || isLostNull(value[key], property)))
      setOwn(value, key, deepClone(property.default));
  }
  for (const key of Object.keys(value)) {
    const field = schemaOf(fieldSchema(schema, key));
    if (isLostNull(value[key], field) && field?.default !== undefined) setOwn(value, key, deepClone(field.default));
    applyDefaults(value[key], field);
  }
}

/** Removes fields with a null that is neither nullable nor replaced by a default. */
export function pruneNulls(value: unknown, schema: JSONSchema | undefined): void {
  // Such as whole templates in requests of hooks: nothing below has a schema either.
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) pruneNulls(item, schema.items);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const field = schemaOf(fieldSchema(schema, key));
      if (isLostNull(value[key], field) && field?.default === undefined) delete value[key];
      else pruneNulls(value[key], field);
    }
  }
}

function defaultItems(items: unknown[], schema: JSONSchema | undefined): void {
  for (const [i, item] of items.entries()) {
    if (isLostNull(item, schema) && schema?.default !== undefined) items[i] = deepClone(schema.default);
    applyDefaults(items[i], schema);
  }
}

function isLostNull(value: unknown, schema: JSONSchema | undefined): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
