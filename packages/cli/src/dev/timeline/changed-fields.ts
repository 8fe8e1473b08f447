// The difference of two states of an object, field by field, as lines for people.
import { createMergePatch, isJsonObject, type UnstructuredObject } from "@capstan/kube";

/** A field whose value differs; a value is JSON, cut when it is long, and undefined where the field does not exist. */
export interface ChangedField {
  /** `status.phase`; keys with a dot are quoted. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Fields that the server or a controller counts up beside what it changes. */
const noise = new Set([
  "managedFields",
  "resourceVersion",
  "generation",
  "observedGeneration",
  "lastTransitionTime",
  "lastUpdateTime",
]);

const longestValue = 2000;
const mostFields = 200;

/** The fields that differ, at most 200, in the order of the newer object; lists are compared as a whole, lists of items with types or names by these. Versions and times beside what changed are left out. */
export function changedFields(before: UnstructuredObject | undefined, after: UnstructuredObject): ChangedField[] {
  if (before === undefined) return [];
  const fields: ChangedField[] = [];
  collect({ before, after, path: "" }, fields);
  return fields;
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
}

function collect({ before, after, path }: Pair, fields: ChangedField[]): void {
  if (fields.length === mostFields) return;
  if (createMergePatch(before, after) === undefined && (before === undefined) === (after === undefined)) return;
  // What is new or removed is taken apart, too.
  const [from, to] = [
    namedItems(before ?? (hasFields(after) ? {} : undefined)),
    namedItems(after ?? (hasFields(before) ? {} : undefined)),
  ];
  if (from === undefined || to === undefined) fields.push({ path, before: written(before), after: written(after) });
  else
    for (const name of new Set([...Object.keys(to), ...Object.keys(from)]))
      if (!noise.has(name)) collect({ before: from[name], after: to[name], path: below(path, name) }, fields);
}

function hasFields(value: unknown): boolean {
  return Object.keys(namedItems(value) ?? {}).length > 0;
}

/** The fields of an object, or the items of a list by their types or names; undefined for other values. */
function namedItems(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (isJsonObject(value)) return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items: readonly unknown[] = value;
  return itemsBy(items, "type") ?? itemsBy(items, "name");
}

/** The items by a field that each has and no two share, without that field. */
function itemsBy(items: readonly unknown[], field: string): Readonly<Record<string, unknown>> | undefined {
  const named = new Map<string, unknown>();
  for (const item of items) {
    const { [field]: name, ...rest } = isJsonObject(item) ? item : {};
    if (typeof name !== "string" || named.has(name)) return undefined;
    named.set(name, rest);
  }
  return Object.fromEntries(named);
}

function below(path: string, name: string): string {
  const step = name.includes(".") ? JSON.stringify(name) : name;
  return path === "" ? step : `${path}.${step}`;
}

function written(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const json = typeof value === "string" ? value : JSON.stringify(value);
  return json.length > longestValue ? `${json.slice(0, longestValue)}…` : json;
}
