// Checks Kubernetes' own schema extensions: unique items in sets and keyed lists, apiVersion and kind in embedded objects.
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { dnsLabelProblems } from "../definition/dns-names.ts";
import { canonicalJson } from "../fields/canonical-json.ts";
import { duplicate, invalid, required, type FieldError } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { CheckFindings } from "./findings.ts";
import { fieldSchema, schemaOf, someNode } from "./schema-nodes.ts";

/** Where a value is, and where its errors go. */
interface Place {
  readonly path: FieldPath;
  readonly found: CheckFindings;
}

/** Adds the errors of all embedded objects in a value. */
export function checkEmbedded(schema: JSONSchema, value: unknown, { path, found }: Place): void {
  found.patterns?.spend(1, path);
  if (isJsonObject(value) && isEmbedded(schema)) found.errors.push(...embeddedObjectErrors(value, path));
  for (const [below, nested, at] of nodesBelow(schema, value, path)) checkEmbedded(below, nested, { path: at, found });
}

/** Adds the errors of all sets and keyed lists in a value. */
export function checkLists(schema: JSONSchema, value: unknown, { path, found }: Place): void {
  found.patterns?.spend(1, path);
  if (Array.isArray(value)) checkUnique(value, schema, { path, found });
  for (const [below, nested, at] of nodesBelow(schema, value, path)) checkLists(below, nested, { path: at, found });
}

/** The answers of `hasExtensions`, which the walks ask at each value. */
const answers = new WeakMap<JSONSchema, boolean>();

/** Whether a schema has any of these extensions; most have none and skip the walks. */
export function hasExtensions(schema: JSONSchema): boolean {
  const known = answers.get(schema);
  if (known !== undefined) return known;
  const found = someNode(schema, (node) => isEmbedded(node) || identityOf(node) !== undefined);
  answers.set(schema, found);
  return found;
}

function isEmbedded(schema: JSONSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

/** The values below one, with their schemas, that an extension applies to or is below. */
type Node = [schema: JSONSchema, value: unknown, path: FieldPath];

function nodesBelow(schema: JSONSchema, value: unknown, path: FieldPath): Node[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined || !hasExtensions(items) ? [] : value.map((item, i) => [items, item, path.index(i)]);
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, nested]): Node[] => {
    const field = schemaOf(fieldSchema(schema, key));
    if (field === undefined || !hasExtensions(field)) return [];
    const isProperty = Object.hasOwn(schema.properties ?? {}, key);
    return [[field, nested, isProperty ? path.child(key) : path.key(key)]];
  });
}

function embeddedObjectErrors(value: Record<string, unknown>, path: FieldPath): FieldError[] {
  return [
    ...nameErrors(value["apiVersion"], path.child("apiVersion"), (version) =>
      version.split("/").length > 2 ? [`unexpected GroupVersion string: ${version}`] : [],
    ),
    ...nameErrors(value["kind"], path.child("kind"), (kind) => {
      const problems = dnsLabelProblems(kind.toLowerCase());
      return problems.length === 0 ? [] : [`may have mixed case, but should otherwise match: ${problems.join(",")}`];
    }),
  ];
}

function nameErrors(value: unknown, path: FieldPath, problemsOf: (value: string) => string[]): FieldError[] {
  if (value === undefined) return [required(path)];
  if (typeof value !== "string") return [invalid(path, value, "must be a string")];
  if (value === "") return [invalid(path, value, "must not be empty")];
  return problemsOf(value).map((problem) => invalid(path, value, problem));
}

/** What identifies an item of a list. */
type Identity = (item: unknown) => unknown;

/** The identity of the list's items; undefined for atomic lists. */
function identityOf(schema: JSONSchema): Identity | undefined {
  if (schema["x-kubernetes-list-type"] === "set") return (item) => item;
  if (schema["x-kubernetes-list-type"] !== "map") return undefined;
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  return (item) =>
    isJsonObject(item)
      ? Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key]]))
      : {};
}

function checkUnique(items: readonly unknown[], schema: JSONSchema, { path, found }: Place): void {
  const identity = identityOf(schema);
  if (identity === undefined) return;
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const times = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    found.patterns?.spend(1 + keys.length, path);
    const value = identity(item);
    const written = canonicalJson(value);
    found.patterns?.spend(written.length, path);
    const count = (times.get(written) ?? 0) + 1;
    times.set(written, count);
    // Each duplicate value is reported once.
    if (count === 2) found.errors.push(duplicate(path.index(i), value));
  }
}
