// What the API server adds to values that come back from an annotation: when it reads an object from where it is stored, it sets the defaults of that version, also
// those inside of such values. A created object is tried with them.
import { deepClone, isJsonObject } from "@capstan/kube";
import type { RawConversionData } from "./conversion-data.ts";
import { putAt, valueAt } from "./fields.ts";
import { forEachKept, type KeptIn } from "./kept-fields.ts";
import type { ValueShape } from "./shape.ts";
import { hasShape } from "./value-shape.ts";

/** The data in the annotation of an object in a version, with the defaults of absent fields inside of its values. */
export function keptWithDefaults(data: RawConversionData, at: KeptIn): RawConversionData {
  const copy: RawConversionData = { parts: deepClone(data.parts), forVersions: deepClone(data.forVersions) };
  forEachKept(copy, at, ({ fields, path, shape }) => {
    const value = valueAt(fields, path);
    if (value !== undefined) putAt(fields, path, filled(value, shape));
  });
  return copy;
}

/** The value itself, with the defaults. */
function filled(value: unknown, shape: ValueShape): unknown {
  if (typeof shape === "string" || "oneOf" in shape) return value;
  if ("within" in shape) return filled(value, shape.of);
  if ("nullable" in shape) return value === null ? null : filled(value, shape.nullable);
  if ("list" in shape) return Array.isArray(value) ? value.map((item: unknown) => filled(item, shape.list)) : value;
  if (!isJsonObject(value)) return value;
  if ("map" in shape) {
    for (const [name, item] of Object.entries(value)) putAt(value, [name], filled(item, shape.map));
    return value;
  }
  const { fields, defaults = {} } = shape;
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    // The API server reads a null that the field does not allow as no value.
    const isAbsent = given === undefined || (given === null && !hasShape(null, field));
    const next = isAbsent && Object.hasOwn(defaults, name) ? deepClone(defaults[name]) : given;
    if (next !== undefined) putAt(value, [name], filled(next, field));
  }
  return value;
}
