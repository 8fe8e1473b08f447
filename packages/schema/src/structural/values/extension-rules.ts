// Checks Kubernetes' own schema extensions: unique items in sets and keyed lists, apiVersion and kind in embedded objects.
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { duplicate, formatGoValue, required, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";

/** Appends the errors of a value; the validator checks its types. */
export function checkExtensions(
  schema: JSONSchema,
  value: unknown,
  at: { readonly path: FieldPath; readonly errors: FieldError[] },
): void {
  if (Array.isArray(value)) checkList(schema, value, at);
  else if (isJsonObject(value)) checkObject(schema, value, at);
}

/** Whether a schema has any of these extensions; most have none and skip the walk. */
export function hasExtensions(schema: JSONSchema): boolean {
  const listType = schema["x-kubernetes-list-type"];
  if (listType === "set" || listType === "map" || schema["x-kubernetes-embedded-resource"] === true) return true;
  return childSchemas(schema).some(hasExtensions);
}

function childSchemas(schema: JSONSchema): JSONSchema[] {
  return [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, schema.additionalProperties].filter((child) => typeof child === "object"),
  ];
}

interface Place {
  readonly path: FieldPath;
  readonly errors: FieldError[];
}

function checkObject(schema: JSONSchema, value: Record<string, unknown>, { path, errors }: Place): void {
  if (schema["x-kubernetes-embedded-resource"] === true) {
    for (const name of ["apiVersion", "kind"]) {
      if (value[name] === undefined || value[name] === "") errors.push(required(path.child(name), "must not be empty"));
    }
  }
  for (const key of Object.keys(value)) {
    const field =
      schema.properties !== undefined && Object.hasOwn(schema.properties, key)
        ? schema.properties[key]
        : schema.additionalProperties;
    if (typeof field === "object") checkExtensions(field, value[key], { path: path.child(key), errors });
  }
}

function checkList(schema: JSONSchema, items: readonly unknown[], { path, errors }: Place): void {
  const identity = identityOf(schema);
  if (identity !== undefined) checkUnique(items, identity, { path, errors });
  if (schema.items === undefined) return;
  for (const [i, item] of items.entries()) checkExtensions(schema.items, item, { path: path.index(i), errors });
}

/** The identity of the list's items; undefined for atomic lists. */
function identityOf(schema: JSONSchema): ((item: unknown) => unknown) | undefined {
  if (schema["x-kubernetes-list-type"] === "set") return (item) => item;
  if (schema["x-kubernetes-list-type"] !== "map") return undefined;
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  return (item) =>
    isJsonObject(item)
      ? Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key]]))
      : {};
}

function checkUnique(items: readonly unknown[], identity: (item: unknown) => unknown, { path, errors }: Place): void {
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const value = identity(item);
    const written = formatGoValue(value);
    const times = (seen.get(written) ?? 0) + 1;
    seen.set(written, times);
    // Each duplicate value is reported once.
    if (times === 2) errors.push(duplicate(path.index(i), value));
  }
}
