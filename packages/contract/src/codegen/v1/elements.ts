// The elements of lists and maps that have rules of their own.
import { isJsonObject, ownFields, setOwn } from "@capstan/kube";
import type { ElementRule } from "./conversion-plan.ts";
import { valueAt, type Fields } from "./fields.ts";

/** The name of an element's value, where rules are for the value itself: a rule is for a field of an object. */
export const elementValue = "value";

/** An element of a list or map. */
export interface Element {
  /** Its name in the map, or its index in the list. A conversion changes neither. */
  readonly id: string;
  /** Its fields, or an object with its value. */
  readonly fields: Fields;
}

/** The elements of a list or map: those that are objects, or all where the rules are for their values. */
export function elementsAt(object: Fields, { path, form, values }: ElementRule): readonly Element[] {
  const found = valueAt(object, path);
  if (form === "list" && Array.isArray(found)) {
    return found.flatMap((value: unknown, index) =>
      fieldsOf(value, values).map((fields) => ({ id: String(index), fields })),
    );
  }
  if (form === "map" && isJsonObject(found)) {
    return Object.entries(found).flatMap(([id, value]) => fieldsOf(value, values).map((fields) => ({ id, fields })));
  }
  return [];
}

/** The object that the rules of an element are for; none for other values than objects whose fields have rules. */
export function fieldsOf(value: unknown, values: ElementRule["values"]): readonly Fields[] {
  if (values === true) return [{ [elementValue]: value }];
  return isJsonObject(value) ? [value] : [];
}

/** Changes each element. One that has no value afterwards stays as it was: a list or map cannot say that it is absent. */
export function changeElements(object: Fields, element: ElementRule, change: (one: Element) => void): void {
  const around = valueAt(object, element.path);
  for (const one of elementsAt(object, element)) {
    change(one);
    if (element.values !== true || !Object.hasOwn(one.fields, elementValue)) continue;
    const value = one.fields[elementValue];
    if (Array.isArray(around)) around[Number(one.id)] = value;
    else if (isJsonObject(around)) setOwn(around, one.id, value);
  }
}

/** What is kept of an element of a map: nothing where nothing is lost of its value. */
export function keptOf({ id, fields }: Element, { values }: ElementRule): readonly (readonly [string, unknown])[] {
  if (values !== true) return [[id, fields]];
  return Object.hasOwn(fields, elementValue) ? [[id, fields[elementValue]]] : [];
}

/** The names from an element to one of its fields, as the object has them. */
export function pathInElement(path: readonly string[], values: ElementRule["values"]): readonly string[] {
  return values === true ? path.slice(1) : path;
}

/** The fields of elements by their ids. */
export function byId(elements: readonly Element[]): ReadonlyMap<string, Fields> {
  return new Map(elements.map(({ id, fields }) => [id, fields]));
}

/** The fields of elements by their keys; of several with the same keys, those of the first. */
export function byKeys(elements: readonly Element[], keys: readonly string[]): ReadonlyMap<string, Fields> {
  // A later entry replaces an earlier one.
  return new Map(elements.toReversed().map(({ fields }) => [keyText(fields, keys), fields]));
}

/** The same string for elements with the same keys. */
export function keyText(fields: Fields, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => fields[key]));
}

/** The fields that identify an element in the version whose parts are kept. */
export function keysOfKept(
  { keys, spokeKeys = keys }: ElementRule,
  forSpoke: true | undefined,
): readonly string[] | undefined {
  return forSpoke === true ? spokeKeys : keys;
}

/** The same string for all values that are equal: fields in the order of their names. */
export function canonical(value: unknown): string {
  return String(
    JSON.stringify(value, (_, part: unknown) =>
      isJsonObject(part) ? ownFields(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
    ),
  );
}
