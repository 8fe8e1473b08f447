// Finds elements of lists that are neither an element as it was stored nor an element as it is without kept data: they have the data of
// another element. In a list with keys, an element may merge the two, of its own key.
import { isJsonObject, type JsonPath } from "@capstan/kube";
import { listPaths } from "./changed-objects.ts";
import { differences, formatPath, valueAtPath, type Difference } from "./differences.ts";
import type { JsonFields } from "./checked-conversion.ts";

/** Where elements may come from, and the keys of lists. */
export interface Origins {
  readonly stored: JsonFields;
  /** The object without kept data. */
  readonly plain: JsonFields;
  readonly keysOf: (path: JsonPath) => readonly string[] | undefined;
  /** The field that tells the elements of a list apart that a form converts, whatever its schema says. */
  readonly keyOfForm?: (path: JsonPath) => string | undefined;
}

/**
 * The elements that equal none of the origins' elements, or have what none of their key has. A stored element comes back once: a copy of it that a
 * client added has no data. Lists inside of elements are checked on their own.
 */
export function mixedElements(object: JsonFields, { stored, plain, keysOf, keyOfForm }: Origins): Difference[] {
  return listPaths(object).flatMap((path) => {
    const list = valueAtPath(object, path);
    const elements: readonly unknown[] = Array.isArray(list) ? list : [];
    const [old, without] = [stored, plain].map((origin) => listsLike(origin, path));
    const known = { stored: old ?? [], plain: without ?? [] };
    const [key, keys] = [keyOfForm?.(path), keysOf(path)];
    const foreign =
      key !== undefined
        ? foreignOfKey(elements, known, { key, path })
        : keys === undefined
          ? foreignValues(elements, known)
          : foreignParts(elements, known, keys);
    return foreign.map((one) => ({ ...one, path: [...path, ...one.path] }));
  });
}

interface KeyedPlace {
  readonly key: string;
  readonly path: JsonPath;
}

/** Elements that share their key with others are told apart by their values, as those without keys. */
function foreignOfKey(elements: readonly unknown[], known: Known, { key, path }: KeyedPlace): Difference[] {
  const nameOf = (element: unknown): string => keyText(element, [key]);
  // At a path inside of elements, the known ones are those of all such lists.
  const lists = path.some((step) => typeof step === "number") ? [elements] : [elements, known.stored];
  const repeated = new Set(lists.flatMap((list) => repeatedNames(list.map(nameOf))));
  const isRepeated = (element: unknown): boolean => repeated.has(nameOf(element));
  const [ofOne, ofMany] = [false, true].map((many) =>
    elements.map((one) => (isRepeated(one) === many ? one : undefined)),
  );
  return [
    ...foreignParts(ofOne ?? [], known, [key]),
    ...foreignValues(ofMany ?? [], { stored: known.stored.filter(isRepeated), plain: known.plain.filter(isRepeated) }),
  ];
}

function repeatedNames(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) => (all.length > 1 ? [name] : []));
}

/** The elements of all lists at a path. */
interface Known {
  readonly stored: readonly unknown[];
  readonly plain: readonly unknown[];
}

function foreignValues(elements: readonly unknown[], { stored, plain }: Known): Difference[] {
  const plainTexts = new Set(plain.map(bareText));
  const left = Map.groupBy(stored.map(bareText), (text) => text);
  return elements.flatMap((element, index) => {
    if (element === undefined) return [];
    const text = bareText(element);
    const isKnown = plainTexts.has(text) || left.get(text)?.pop() !== undefined;
    return isKnown ? [] : [{ path: [index], was: undefined, is: element }];
  });
}

/** The places of elements at which they differ from every known element of their key. */
function foreignParts(elements: readonly unknown[], { stored, plain }: Known, keys: readonly string[]): Difference[] {
  const byKey = Map.groupBy([...stored, ...plain], (element) => keyText(element, keys));
  return elements.flatMap((element, index) => {
    if (element === undefined) return [];
    const [first, ...others] = (byKey.get(keyText(element, keys)) ?? []).map((origin) =>
      differencesOf(origin, element),
    );
    const places = others.map((all) => new Set(all.map(({ path }) => formatPath(path))));
    const isKnown = (path: JsonPath): boolean =>
      isOfKnownValues(path, element, byKey.get(keyText(element, keys)) ?? []);
    const foreign = (first ?? []).filter(
      ({ path }) => places.every((found) => found.has(formatPath(path))) && !isKnown(path),
    );
    return foreign.map((one) => ({ ...one, path: [index, ...one.path] }));
  });
}

/** Whether a place is in a list of scalars whose values all are of such lists of the origins: each of its elements may be a stored one, or one as it is without data. */
function isOfKnownValues(path: JsonPath, element: unknown, origins: readonly unknown[]): boolean {
  const around = path.map((_, index) => path.slice(0, index + 1));
  const place = around.find((one) => Array.isArray(valueAtPath(element, one)));
  if (place === undefined) return false;
  const [list = [], ...lists] = [element, ...origins].map((one) => scalarsAt(one, place));
  const known = new Set(lists.flat());
  return list.every((text) => known.has(text));
}

/** The values of a list, as text. */
function scalarsAt(root: unknown, path: JsonPath): readonly string[] {
  const list = valueAtPath(root, path);
  return Array.isArray(list) ? list.map((value) => JSON.stringify(value)) : [];
}

function differencesOf(origin: unknown, element: unknown): Difference[] {
  return differences(bare(origin), bare(element));
}

function keyText(element: unknown, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => valueAtPath(element, [key])));
}

/** The elements of all lists at the same path, whatever the indexes of the elements around them. */
function listsLike(root: unknown, path: JsonPath): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return Array.isArray(root) ? root : [];
  if (typeof step === "number") return Array.isArray(root) ? root.flatMap((item) => listsLike(item, rest)) : [];
  return isJsonObject(root) ? listsLike(root[step], rest) : [];
}

/** The element without lists of objects, as text with sorted fields. */
function bareText(value: unknown): string {
  return JSON.stringify(bare(value));
}

function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isJsonObject) ? [] : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, next]) => [name, bare(next)]),
  );
}
