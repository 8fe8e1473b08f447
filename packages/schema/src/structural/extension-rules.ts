// What Kubernetes' own schema extensions ask of values: unique items in sets and keyed lists, and a type in embedded
// objects. compile-schema.ts runs it beside the plain validation.
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { duplicate, formatGoValue, required, type FieldError } from "./field-error.ts";
import type { FieldPath } from "./field-path.ts";

/** Appends what is wrong; values of the wrong type are left to the plain validation. */
export function checkExtensions(
  schema: JSONSchema,
  value: unknown,
  at: { readonly path: FieldPath; readonly errors: FieldError[] },
): void {
  if (Array.isArray(value)) checkList(schema, value, at);
  else if (isJsonObject(value)) checkObject(schema, value, at);
}

/** Whether a schema has anything that `checkExtensions` looks at, so that most schemas skip the walk. */
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

/** What makes two items of the list the same; nothing for atomic lists. */
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
    const text = formatGoValue(value);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    // A third occurrence is not worth a further error.
    if (times === 2) errors.push(duplicate(path.index(i), value));
  }
}
