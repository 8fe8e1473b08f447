// What users do to an object between two conversions: fields are set, objects are removed, lists are reordered and their elements
// are replaced.
import { deepClone, isJsonObject, type JsonPath } from "@capstan/kube";
import type { ServedVersion } from "./api-server.ts";
import { type Difference, valueAtPath } from "./differences.ts";
import type { JsonFields } from "./checked-conversion.ts";

/** A copy of an object with one change, and the place of the change. */
export interface ChangedObject {
  readonly object: JsonFields;
  readonly path: JsonPath;
}

const parts = ["spec", "status"];

/** Copies with one field of spec or status taken from another object each. */
export function withFieldsOf(object: JsonFields, other: JsonFields): ChangedObject[] {
  const paths = parts.flatMap((part) => {
    const names = [object[part], other[part]].flatMap((value) => (isJsonObject(value) ? Object.keys(value) : []));
    return [...new Set(names)].map((name): JsonPath => [part, name]);
  });
  return fewOf(paths, object).map((path) => changed(object, path, deepClone(valueAtPath(other, path))));
}

/** How many fields deeper inside are changed: each change is four conversions. */
const mostInside = 6;

/** Copies with one field of an object inside spec or status taken from another object each. */
export function withFieldsInside(object: JsonFields, other: JsonFields): ChangedObject[] {
  const inside = objectPaths(object).filter((path) => path.length > 1);
  const paths = inside.flatMap((path) => {
    const values = [object, other].map((one) => valueAtPath(one, path));
    const names = values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : []));
    return [...new Set(names)].map((name): JsonPath => [...path, name]);
  });
  const each = Math.ceil(paths.length / mostInside);
  const first = JSON.stringify(other).length % Math.max(each, 1);
  return paths
    .filter((_, index) => index % each === first)
    .map((path) => changed(object, path, deepClone(valueAtPath(other, path))));
}

/** Copies without one of the objects inside spec and status each. */
export function withoutObjects(object: JsonFields): ChangedObject[] {
  return fewOf(objectPaths(object), object).map((path) => changed(object, path, undefined));
}

/** Copies with one of the objects inside spec and status empty each, or with nothing but empty and zero values in it. */
export function withEmptyObjects(object: JsonFields): ChangedObject[] {
  return objectPaths(object).flatMap((path) => [
    changed(object, path, {}),
    changed(object, path, zeroed(valueAtPath(object, path))),
  ]);
}

/** A field, with the object around it and its default. */
interface FieldWithDefault {
  readonly steps: JsonPath;
  readonly inside: JsonPath;
  readonly default: unknown;
}

/** Copies in which the object around one of these fields has nothing but the field's default each. */
export function withDefaultsAlone(object: JsonFields, fields: readonly FieldWithDefault[]): JsonFields[] {
  return fields.map(({ steps, inside, default: value }) =>
    withValueAt(withValueAt(object, inside, {}), steps, deepClone(value)),
  );
}

function zeroed(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([name, next]) => [name, zeroed(next)]));
  if (typeof value === "string") return "";
  return typeof value === "number" ? 0 : false;
}

/** How many single fields an object is cut down to: each is two conversions. */
const mostSingleFields = 12;

/** What server-side apply sends of an object: copies with nothing but the spec, the status, or one field in one of them, each. */
export function partialObjects(object: JsonFields): ChangedObject[] {
  const { apiVersion, kind, metadata } = object;
  const present = parts.filter((part) => object[part] !== undefined);
  const fields = present.flatMap((part) => fieldPaths(object[part], [part]));
  const each = Math.max(1, Math.ceil(fields.length / mostSingleFields));
  const paths = [...present.map((part) => [part]), ...fields.filter((_, index) => index % each === 0)];
  return paths.map((path) => ({ object: { apiVersion, kind, metadata, ...only(object, path) }, path }));
}

/** The paths of all values that have no others in them. A list is one: a part of an element could lack what tells it from others. */
function fieldPaths(value: unknown, path: JsonPath): JsonPath[] {
  const inside = isJsonObject(value) ? Object.entries(value) : [];
  return inside.length === 0 ? [path] : inside.flatMap(([name, next]) => fieldPaths(next, [...path, name]));
}

/** What leads to the value at a path, without anything beside it. */
function only(root: JsonFields, path: JsonPath): JsonFields {
  const cut = (value: unknown, [name, ...rest]: JsonPath): unknown => {
    if (name === undefined) return deepClone(value);
    return isJsonObject(value) ? { [name]: cut(value[name], rest) } : value;
  };
  const [part = "", ...rest] = path;
  return { [part]: cut(root[part], rest) };
}

/** In how many copies a list is changed. */
const changesOfList = 6;

/** Copies with one list reordered, shortened, with its first element twice, or with an element of another object's list. */
export function withOtherLists(object: JsonFields, other: JsonFields): ChangedObject[] {
  return fewOf(listPaths(object), object, changesOfList).flatMap((path) => {
    const list = valueAtPath(object, path);
    const theirs = valueAtPath(other, path);
    if (!Array.isArray(list) || list.length === 0) return [];
    const strangers: readonly unknown[] = Array.isArray(theirs) ? theirs.slice(0, 1) : [];
    const variants: readonly (readonly unknown[])[] = [
      list.toReversed(),
      [...list.slice(1), list[0]],
      list.slice(1),
      [...list.slice(0, 1), ...list],
      [...strangers, ...list.slice(1)],
      [...strangers, ...list],
    ];
    return variants.map((variant) => changed(object, path, deepClone(variant)));
  });
}

/** How many values may be converted for the changes of an object: each change is two conversions of the whole object. */
const mostConverted = 5000;
/** How many changes an object gets however large it is. */
const leastChanges = 12;

/** Places of an object, and in one with hundreds of fields a part of them: another one for another object. */
function fewOf(paths: readonly JsonPath[], object: JsonFields, changes: number = 1): readonly JsonPath[] {
  const values = parts.flatMap((part) => fieldPaths(object[part], [part])).length;
  const most = Math.max(leastChanges, Math.floor(mostConverted / values));
  const each = Math.ceil((paths.length * changes) / most);
  if (each <= 1) return paths;
  const first = JSON.stringify(object).length % each;
  return paths.filter((_, index) => index % each === first);
}

function changed(object: JsonFields, path: JsonPath, value: unknown): ChangedObject {
  return { object: withValueAt(object, path, value), path };
}

/** A copy with another value at a place; without any when that is undefined. */
export function withValueAt(object: JsonFields, path: JsonPath, value: unknown): JsonFields {
  const copy = deepClone(object);
  let here: unknown = copy;
  for (const step of path.slice(0, -1)) {
    if (Array.isArray(here)) here = here[Number(step)];
    else if (isJsonObject(here)) here = here[step] ??= {};
  }
  const last = path.at(-1) ?? "";
  if (Array.isArray(here)) here[Number(last)] = value;
  else if (isJsonObject(here)) {
    if (value === undefined) delete here[last];
    else here[last] = value;
  }
  return copy;
}

/** Whether a version accepts less of an object when it has this value at the place again, or none there. */
export function isRejectedWith(
  version: ServedVersion,
  object: JsonFields,
  { path, was }: Pick<Difference, "path" | "was">,
): boolean {
  const errorsOf = (one: object): number => version.receive(one).errors.length;
  return errorsOf(withValueAt(object, path, was)) > errorsOf(object);
}

function objectPaths(object: JsonFields): JsonPath[] {
  const inside = (value: unknown, path: JsonPath): JsonPath[] =>
    isJsonObject(value)
      ? [path, ...Object.entries(value).flatMap(([name, next]) => inside(next, [...path, name]))]
      : [];
  return parts.flatMap((part) => inside(object[part], [part]));
}

/** The paths of all lists in spec and status that have elements. */
export function listPaths(object: JsonFields): JsonPath[] {
  const inside = (value: unknown, path: JsonPath): JsonPath[] => {
    if (Array.isArray(value)) {
      const own = value.length > 0 ? [path] : [];
      return [...own, ...value.flatMap((item: unknown, index) => inside(item, [...path, index]))];
    }
    return isJsonObject(value) ? Object.entries(value).flatMap(([name, next]) => inside(next, [...path, name])) : [];
  };
  return parts.flatMap((part) => inside(object[part], [part]));
}
