// The bounds of a field's values, as its schema has them: lengths, sizes, ranges and patterns. Conversions do not check them; where an object is created, those of
// what only an annotation has of it are checked, which no server has seen.
import { isJsonObject, isWholeNumber, stringifyExactJson } from "@capstan/kube";
import type { RawConversionData } from "./conversion-data.ts";
import { valueAt } from "./fields.ts";
import { forEachKept, type KeptIn } from "./kept-fields.ts";
import type { ValueBounds, ValueShape } from "./shape.ts";

/** Whether a pattern of a schema, in RE2's syntax, matches a string. */
export type MatchPattern = (pattern: string, text: string) => boolean;

/** A value that a bound does not allow. */
export interface OutOfBounds {
  readonly path: readonly string[];
  /** The bound, for example `maxLength 20`. */
  readonly bound: string;
}

/** The first value out of its bounds in the annotation of an object. */
export function keptOutOfBounds(data: RawConversionData, at: KeptIn, matches: MatchPattern): OutOfBounds | undefined {
  return forEachKept(data, at, ({ fields, path, shape, place }) => {
    const found = outOfBounds(valueAt(fields, path), shape, matches);
    return found && { ...found, path: [...place, ...found.path] };
  });
}

/** The first value that its bounds do not allow; undefined when there is none. Values of another type have no bounds. */
export function outOfBounds(value: unknown, shape: ValueShape, matches: MatchPattern): OutOfBounds | undefined {
  if (typeof shape === "string" || "oneOf" in shape) return undefined;
  if ("within" in shape) {
    const bound = brokenBound(value, shape.within, matches);
    return bound === undefined ? outOfBounds(value, shape.of, matches) : { path: [], bound };
  }
  if ("nullable" in shape) return outOfBounds(value, shape.nullable, matches);
  for (const { name, inner, of } of insideOf(value, shape)) {
    const found = outOfBounds(inner, of, matches);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

interface Inside {
  readonly name: string;
  readonly inner: unknown;
  readonly of: ValueShape;
}

function insideOf(
  value: unknown,
  shape: Extract<
    ValueShape,
    { readonly list: ValueShape } | { readonly map: ValueShape } | { readonly fields: object }
  >,
): readonly Inside[] {
  if ("list" in shape)
    return Array.isArray(value)
      ? value.map((inner: unknown, index) => ({ name: String(index), inner, of: shape.list }))
      : [];
  if (!isJsonObject(value)) return [];
  if ("map" in shape) return Object.entries(value).map(([name, inner]) => ({ name, inner, of: shape.map }));
  return Object.entries(shape.fields).flatMap(([name, of]) =>
    Object.hasOwn(value, name) ? [{ name, inner: value[name], of }] : [],
  );
}

function brokenBound(value: unknown, bounds: ValueBounds, matches: MatchPattern): string | undefined {
  if (typeof value === "number" || isWholeNumber(value)) return brokenRange(value, bounds);
  if (typeof value === "string") {
    // The API server counts characters, not halves of them.
    const broken = brokenSize(Array.from(value).length, bounds, "Length");
    const { pattern } = bounds;
    return broken ?? (pattern === undefined || matches(pattern, value) ? undefined : `pattern ${pattern}`);
  }
  if (Array.isArray(value)) return brokenSize(value.length, bounds, "Items");
  return isJsonObject(value) ? brokenSize(Object.keys(value).length, bounds, "Properties") : undefined;
}

function brokenSize(size: number, bounds: ValueBounds, of: "Length" | "Items" | "Properties"): string | undefined {
  const { [`min${of}` as const]: least = 0, [`max${of}` as const]: most = Infinity } = bounds;
  if (size < least) return `min${of} ${least}`;
  return size > most ? `max${of} ${most}` : undefined;
}

function brokenRange(value: unknown, bounds: ValueBounds): string | undefined {
  // JavaScript compares a BigInt with numbers exactly.
  const number = typeof value === "number" ? value : BigInt(stringifyExactJson(value));
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = bounds;
  if (exclusiveMinimum ? number <= minimum : number < minimum) return `minimum ${minimum}`;
  return (exclusiveMaximum ? number >= maximum : number > maximum) ? `maximum ${maximum}` : undefined;
}
