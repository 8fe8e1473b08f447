// The value operations of conversions that change whole lists: maps to lists, and conditions of the two shapes.
import { isJsonObject, ownFields, setOwn } from "@capstan/kube";
import type { ConversionOp } from "./conversion-op.ts";
import type { Side } from "./conversion-plan.ts";
import { isListOfObjects } from "./fields.ts";
import { mergeList, mergeMapped } from "./merge-elements.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How the elements of a list carry the values of a map. */
export interface MapValues {
  /** The field with the value, whatever its type. Without it values are objects, and elements have their fields. */
  readonly value?: string;
  /** The fields that the values of the map have, when elements have more. */
  readonly only?: readonly string[];
}

/** A map, and a list sorted by the field that carries the map's key. */
export function mapToList(key: string, { value, only }: MapValues = {}): ConversionOp {
  return value === undefined ? mapOfObjects(key, only) : mapOfValues(key, value);
}

/** A list whose elements carry a key in this field, and a map. The list is sorted by the key on the way back. */
export function listToMap(key: string, values: MapValues = {}): ConversionOp {
  const reverse = mapToList(key, values);
  return {
    ...reverse,
    toNewer: (value, context) => reverse.toOlder(value, context),
    toOlder: (value, context) => reverse.toNewer(value, context),
  };
}

/**
 * A value and a list with this value alone; `list` is the version that has the list. Of a longer list, the first value. `alike` is a value of both, such as
 * the null of a list whose elements may not be null.
 */
export function listOfOne(list: Side, alike?: "null"): ConversionOp {
  const stays = (value: unknown): boolean => value === undefined || (alike === "null" && value === null);
  const wrap = (value: unknown): unknown => (stays(value) ? value : [value]);
  const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
  return list === "newer" ? { toNewer: wrap, toOlder: first } : { toNewer: first, toOlder: wrap };
}

function mapOfValues(key: string, field: string): ConversionOp {
  return {
    merge: (values) => mergeMapped(key, values),
    toNewer: (value) =>
      isJsonObject(value) ? byName(value).map(([name, item]) => ({ [key]: name, [field]: item })) : value,
    toOlder: (value) =>
      isListOfObjects(value) ? ownFields(withKey(value, key).map((item) => [String(item[key]), item[field]])) : value,
  };
}

function fieldsOf(value: unknown): [string, unknown][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The elements that a map can have: a part of an object may lack what its version requires. */
function withKey(elements: readonly Fields[], key: string): readonly Fields[] {
  return elements.filter((element) => element[key] != null);
}

function byName(map: Fields): [string, unknown][] {
  return Object.entries(map).toSorted(([a], [b]) => goOrder(a, b));
}

/** The order of strings in Go, by their bytes: UTF-16 units would put characters beyond U+FFFF before some others. */
function goOrder(a: string, b: string): number {
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const difference = rank(a.charCodeAt(index)) - rank(b.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The place of a UTF-16 unit: halves of characters beyond U+FFFF come last. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

function mapOfObjects(key: string, only: readonly string[] | undefined): ConversionOp {
  return {
    merge: (values) => mergeMapped(key, values),
    toNewer: (value) =>
      isJsonObject(value)
        ? byName(value).map(([name, fields]) => ownFields([[key, name], ...fieldsOf(fields)]))
        : value,
    toOlder: (value) =>
      isListOfObjects(value) ? ownFields(withKey(value, key).map((element) => keyed(element, key, only))) : value,
  };
}

function keyed(element: Fields, key: string, only: readonly string[] | undefined): [string, Fields] {
  const fields = Object.entries(element).filter(([name]) => name !== key && only?.includes(name) !== false);
  return [String(element[key]), ownFields(fields)];
}

/**
 * Conditions with a severity, and Kubernetes' own. The newer shape requires a reason: core's own value for a missing one is
 * used. The older shape requires a severity while the status is False: the lowest one, since the newer shape has none.
 */
export function conditions(): ConversionOp {
  return {
    merge: (values) => mergeList("type", values),
    toNewer: (value) => (isListOfObjects(value) ? value.map(toMetav1) : value),
    toOlder: (value) => (isListOfObjects(value) ? value.map(toSeverity) : value),
  };
}

const noReason = "NoReasonReported";

function toMetav1(older: Fields): Fields {
  const condition = without(older, "severity");
  return { ...condition, reason: condition["reason"] || noReason, message: condition["message"] ?? "" };
}

function toSeverity(newer: Fields): Fields {
  const { reason, message } = newer;
  return {
    ...without(newer, "observedGeneration", "reason", "message"),
    ...(newer["status"] === "False" ? { severity: "Info" } : {}),
    ...(reason === noReason || reason === undefined ? {} : { reason }),
    ...(message === "" || message === undefined ? {} : { message }),
  };
}

/** Objects that a field was deleted from take several times as long to copy, compare and write. */
function without(fields: Fields, ...names: readonly string[]): Fields {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) if (!names.includes(name)) setOwn(copy, name, fields[name]);
  return copy;
}
