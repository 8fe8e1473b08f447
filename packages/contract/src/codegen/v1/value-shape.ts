// The shape of a field's values, as far as a kept part must have it: a part that anybody could have written is restored only if typed clients
// can read it. Bounds are checked where such a part is first written (value-bounds.ts): what was stored before they were made narrower still converts.
import { isJsonObject, isWholeNumber, ownFields, stringifyExactJson } from "@capstan/kube";
import { embeddedObject } from "./embedded-resource.ts";
import type { ValueShape } from "./shape.ts";

/** The shape of a map, or of an object with fields. */
type ObjectShape = Extract<ValueShape, { readonly map: ValueShape } | { readonly fields: object }>;

/** Whether a value has a shape. Fields that an object's shape does not have are allowed: the API server prunes them. */
export function hasShape(value: unknown, shape: ValueShape): boolean {
  if (typeof shape === "string") return isOf[shape](value);
  if ("oneOf" in shape) return shape.oneOf.includes(value);
  if ("within" in shape) return hasShape(value, shape.of);
  if ("nullable" in shape) return value === null || hasShape(value, shape.nullable);
  if ("list" in shape) return Array.isArray(value) && value.every((item) => hasShape(item, shape.list));
  if (!isJsonObject(value)) return false;
  if ("map" in shape) return Object.values(value).every((item) => hasShape(item, shape.map));
  return (
    (shape.embedded !== true || hasShape(value, embeddedObject)) &&
    (shape.required ?? []).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(shape.fields).every(([name, field]) => !Object.hasOwn(value, name) || hasShape(value[name], field))
  );
}

/**
 * A value without the nulls of fields and map values that their shapes do not have. The API server drops them, or sets a default in their place,
 * but to compare what appliers own, it converts objects of server-side apply before that.
 */
export function withoutNulls(value: unknown, shape: ValueShape): unknown {
  if (typeof shape === "string" || "oneOf" in shape) return value;
  if ("within" in shape) return withoutNulls(value, shape.of);
  if ("nullable" in shape) return withoutNulls(value, shape.nullable);
  if ("list" in shape)
    return Array.isArray(value) ? value.map((item: unknown) => withoutNulls(item, shape.list)) : value;
  return isJsonObject(value) ? fieldsWithoutNulls(value, shape) : value;
}

/** The same of an object or a map. */
export function fieldsWithoutNulls(
  value: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const own = "map" in shape ? shape.map : Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    const isDropped = field === null && !hasShape(null, own ?? "any");
    return isDropped ? [] : [[name, withoutNulls(field, own ?? "any")]];
  });
  return ownFields(entries);
}

const isOf = {
  any: () => true,
  boolean: (value: unknown) => typeof value === "boolean",
  embeddedResource: (value: unknown): boolean => hasShape(value, embeddedObject),
  integer: isWholeNumber,
  intOrString: (value: unknown) => isWholeNumber(value) || typeof value === "string",
  int32: (value: unknown) => isWholeNumber(value) && value === Number(value) >> 0,
  int64: isInt64,
  number: (value: unknown) => typeof value === "number" || isWholeNumber(value),
  string: isText,
  time: (value: unknown) => isText(value) && isTime(value),
} as const;

/** Whether a value is a whole number of 64 bits. One beyond 2^53 may be a string here. */
function isInt64(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
  if (!isWholeNumber(value)) return false;
  const number = BigInt(stringifyExactJson(value));
  return BigInt.asIntN(64, number) === number;
}

/** A whole number beyond 2^53 may be a string here. */
function isText(value: unknown): value is string {
  return typeof value === "string" && !isWholeNumber(value);
}

/** RFC 3339, in years that have four digits in every zone. */
const timeForm =
  /^(?<day>[1-9]\d{3}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Whether Go reads a time. Others read one on the 30th of February, too. */
function isTime(value: string): boolean {
  const { day = "" } = timeForm.exec(value)?.groups ?? {};
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) && !day.startsWith("9999");
}
