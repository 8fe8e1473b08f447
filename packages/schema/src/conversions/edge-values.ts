// Values at the edges of a schema: its own bounds and what is beside them, lengths and sizes that functions cut at, and odd values. The schema
// itself accepts each.
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema } from "../structural/values/compile-schema.ts";
import { oddValues, stringOfLength } from "./odd-values.ts";

/** Words that functions know, and that may be keys of maps. */
type Words = readonly string[];

/** The values of a schema's edges, each once: none of booleans, enums and objects with fields, which random values know well enough. */
export function edgeValues(schema: JSONSchema, words: Words = []): readonly unknown[] {
  if (choicesOf(schema) !== undefined) return [];
  return accepted(schema, candidates(schema, words));
}

function candidates(schema: JSONSchema, words: Words): readonly unknown[] {
  if (schema["x-kubernetes-int-or-string"] === true)
    return [...oddValues.intsOrStrings, ...(schema.pattern === undefined ? [] : oddValues.quantities)];
  return ofType[schema.type ?? ""]?.(schema, words) ?? [];
}

const ofType: Readonly<Record<string, (schema: JSONSchema, words: Words) => readonly unknown[]>> = {
  integer: numbers,
  number: (schema) => [...numbers(schema), 0.5, -1.25],
  string: strings,
  array: lists,
  object: maps,
};

/** Those that a schema accepts, each once. */
function accepted(schema: JSONSchema, values: readonly unknown[]): readonly unknown[] {
  const compiled = compileSchema(schema);
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...distinct.values()].filter((value) => compiled.validate(value).length === 0);
}

const int32 = { least: -(2 ** 31), greatest: 2 ** 31 - 1 };
/** Of 64 bits, the numbers that JavaScript has. */
const int64 = { least: Number.MIN_SAFE_INTEGER, greatest: Number.MAX_SAFE_INTEGER };

function numbers({ type, format, minimum, maximum, multipleOf }: JSONSchema): number[] {
  const { least, greatest } = format === "int32" || type === "number" ? int32 : int64;
  const step = multipleOf ?? 1;
  const ends = [minimum ?? least, maximum ?? greatest, 0, int32.least, int32.greatest];
  return ends
    .flatMap((end) => [Math.floor(end / step) * step, Math.ceil(end / step) * step])
    .flatMap((end) => [end - step, end, end + step])
    .filter((value) => value >= least && value <= greatest)
    .map((value) => value + 0);
}

/** What functions cut names at, and longer strings are rare. */
const lengths = { cut: [63, 64, 65, 253, 254], greatest: 1024 };

function strings({ format, minLength = 0, maxLength = Infinity }: JSONSchema): readonly string[] {
  if (format === "date-time" || format === "datetime") return oddValues.times;
  if (format === "byte") return oddValues.bytes;
  const own = [minLength, minLength + 1, maxLength - 1, maxLength, ...lengths.cut];
  const fitting = own.filter((length) => length >= 0 && length <= lengths.greatest);
  return [...oddValues.strings, ...fitting.flatMap((length) => [stringOfLength(length), "1".repeat(length)])];
}

/** Longer lists than random ones, and as long as the bounds of small ones. */
const sizes = { usual: 5, greatest: 10 };

function lists({ items = {}, minItems = 0, maxItems = Infinity }: JSONSchema): readonly unknown[] {
  const elements = distinctValues(items, sizes.greatest);
  const lengthsOf = [minItems, minItems + 1, maxItems - 1, maxItems, Math.min(sizes.usual, elements.length)];
  return lengthsOf
    .filter((length) => length >= 0 && length <= elements.length)
    .map((length) => elements.slice(0, length));
}

function maps(schema: JSONSchema, words: Words): readonly unknown[] {
  const { additionalProperties, minProperties = 0, maxProperties = Infinity } = schema;
  if (!isJsonObject(additionalProperties)) return [];
  const values = distinctValues(additionalProperties, sizes.greatest);
  const keys = [...oddValues.keys, ...words];
  const most = Math.min(maxProperties, sizes.greatest);
  const size = Math.max(minProperties, Math.min(most, 4));
  if (values.length === 0) return [{}];
  const of = (first: number, count: number): object =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [keys[(first + at) % keys.length], values[at % values.length]]),
    );
  const chunks = Array.from({ length: Math.ceil(keys.length / Math.max(size, 1)) }, (_, at) => of(at * size, size));
  return [of(0, minProperties), ...chunks, ...(most === Infinity ? [] : [of(0, most)])];
}

/** Values of a schema, no two alike in what tells list elements apart; fewer where it has not so many. */
function distinctValues(schema: JSONSchema, most: number): readonly unknown[] {
  const choices = choicesOf(schema) ?? (schema.properties === undefined ? edgeValues(schema) : objects(schema, most));
  return choices.slice(0, most);
}

/** The values of an enum or a boolean. */
function choicesOf({ enum: own, allOf, type }: JSONSchema): readonly unknown[] | undefined {
  return own ?? allOf?.find((one) => one.enum !== undefined)?.enum ?? (type === "boolean" ? [true, false] : undefined);
}

/** Objects with the fields that they must have, and their first one. */
function objects(schema: JSONSchema, most: number): readonly unknown[] {
  const { properties = {}, required = [] } = schema;
  const names = new Set([...required, ...Object.keys(properties).slice(0, 1)]);
  const fields = [...names].map((name) => ({ name, values: distinctValues(properties[name] ?? {}, most) }));
  if (fields.some(({ values }) => values.length === 0)) return required.length === 0 ? accepted(schema, [{}]) : [];
  return accepted(
    schema,
    Array.from({ length: most }, (_, at) =>
      Object.fromEntries(fields.map(({ name, values }) => [name, values[at % values.length]])),
    ),
  );
}
