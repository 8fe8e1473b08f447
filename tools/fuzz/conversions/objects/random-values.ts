// Random values of the schema of a CRD: more than the generated tests try, since their objects follow from the types. Beside ordinary values
// there are null, empty ones, the ends of every range, numbers of sixty bits, text of every script, and lists in any order.
import * as fc from "fast-check";
import type { JSONSchema } from "@capstan/kube/builtin";

/** Values for fields of a name, where the schema says less than those who read the field demand. */
export type FieldValues = (name: string, schema: JSONSchema) => fc.Arbitrary<unknown> | undefined;

/** Values of a schema. The server rejects some: not every rule of a schema is followed. */
export function valuesOf(schema: JSONSchema, special: FieldValues = () => undefined): fc.Arbitrary<unknown> {
  const values = plainValues(schema, special);
  // The server drops a null that has a default, and rejects every other that is not declared.
  const mayBeNull = schema.nullable === true || schema.default !== undefined;
  return mayBeNull ? fc.option(values, { freq: 8, nil: null }) : values;
}

function plainValues(schema: JSONSchema, special: FieldValues): fc.Arbitrary<unknown> {
  // Beside null, the values of an enum are in allOf.
  const values = schema.enum ?? schema.allOf?.[0]?.enum;
  if (values !== undefined) return fc.constantFrom(...values);
  if (schema["x-kubernetes-int-or-string"] === true) return fc.oneof(integers({}), fc.constantFrom("50%", "http", ""));
  return ofType[schema.type ?? ""]?.(schema, special) ?? fc.jsonValue({ maxDepth: 2 });
}

const ofType: Readonly<Record<string, (schema: JSONSchema, special: FieldValues) => fc.Arbitrary<unknown>>> = {
  boolean: () => fc.boolean(),
  integer: integers,
  number: ({ minimum = -1e6, maximum = 1e6 }) =>
    fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => value + 0),
  string: strings,
  array: lists,
  object: objects,
};

const int32: readonly [number, number] = [-(2 ** 31), 2 ** 31 - 1];
/** Whole numbers of 64 bits that a double holds: beyond 2^53 only some. Others are tried as text. */
const int64: readonly [number, number] = [-(2 ** 62), 2 ** 62];

function integers({ minimum, maximum, format }: JSONSchema): fc.Arbitrary<number> {
  const [least, greatest] = format === "int32" ? int32 : int64;
  const [min, max] = [minimum ?? least, maximum ?? greatest];
  const within = (value: number): boolean => value >= min && value <= max;
  const safe = { min: Math.max(min, Number.MIN_SAFE_INTEGER), max: Math.min(max, Number.MAX_SAFE_INTEGER) };
  const ends = [0, 1, -1, 60, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 2 ** 60, min, max].filter(within);
  return fc.oneof(fc.integer(safe), fc.constantFrom(...ends));
}

/** Text that programs take for something else, or that forms of conversions read. */
const oddTexts: readonly string[] = [
  "",
  " ",
  "0",
  "true",
  "null",
  "__proto__",
  "constructor",
  "toString",
  "1m30s",
  "90s",
  "0s",
  "-0s",
  "1.5s",
  "2562047h47m",
  "1Gi",
  "500m",
  "v1",
  "infrastructure.cluster.x-k8s.io/v1alpha1",
  "a/b/c",
  "True",
  "Info",
  "NoReasonReported",
  "é",
  "👩‍👩‍👧",
  "\u2028",
  "\ufeff",
  "ﬀ",
  "İ",
];

/** Text of formats that the server enforces. */
const ofFormat: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  "date-time": () =>
    fc.constantFrom("2026-01-01T00:00:00Z", "2026-06-30T12:00:00.000001Z", "1969-12-31T23:59:59+05:30"),
  byte: () => fc.constantFrom("", "AA==", "/+8="),
  ipv4: () => fc.ipV4(),
  uuid: () => fc.uuid(),
};

function strings({ pattern, format, minLength = 0, maxLength = 40 }: JSONSchema): fc.Arbitrary<string> {
  const formatted = ofFormat[format ?? ""];
  if (formatted !== undefined) return formatted();
  const fits = oddTexts.filter(({ length }) => length >= minLength && length <= maxLength);
  const bounds = { minLength, maxLength: Math.min(maxLength, minLength + 12) };
  const others =
    pattern === undefined ? [fc.string(bounds), fc.string({ ...bounds, unit: "binary" })] : [matching(pattern)];
  return fits.length > 0 ? fc.oneof(fc.constantFrom(...fits), ...others) : fc.oneof(...others);
}

/** Strings that JavaScript finds to match, or any where it cannot read the pattern: where Go reads it in another way, the server rejects them. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: "-1" });
  } catch {
    return fc.string();
  }
}

function lists(schema: JSONSchema, special: FieldValues): fc.Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = 4 } = schema;
  const length = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) };
  const kind = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const identity = (item: unknown): string =>
    JSON.stringify(kind === "map" ? keys.map((key) => Object(item)[key]) : item);
  const values = valuesOf(items, special);
  if (kind === "map" || kind === "set") return fc.uniqueArray(values, { ...length, selector: identity });
  // Of a list without keys, elements may be equal.
  return fc
    .array(values, length)
    .chain((list) =>
      fc.constantFrom(list, list, minItems === 0 ? [...list, ...list].slice(0, length.maxLength) : list),
    );
}

function objects(schema: JSONSchema, special: FieldValues): fc.Arbitrary<object> {
  const { properties, required = [], additionalProperties, minProperties = 0, maxProperties = Infinity } = schema;
  if (properties === undefined && typeof additionalProperties === "object")
    return maps(additionalProperties, schema, special);
  if (properties === undefined)
    return schema["x-kubernetes-preserve-unknown-fields"] === true
      ? fc.dictionary(names, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
      : fc.constant({});
  const fields = Object.entries(properties).map(([name, field]) => {
    const values = (special(name, field) ?? valuesOf(field, special)).map((value): readonly Entry[] => [[name, value]]);
    return required.includes(name) ? values : fc.option(values, { freq: 2, nil: [] });
  });
  // Now and then with as little as the schema allows.
  const least = fc.constant<readonly Entry[]>([]);
  const few = Object.keys(properties).map((name, index) =>
    required.includes(name) ? (fields[index] ?? least) : least,
  );
  const both =
    required.length + minProperties === 0
      ? fc.oneof({ weight: 9, arbitrary: fc.tuple(...fields) }, fc.tuple(...few))
      : fc.tuple(...fields);
  const filled = both.map((entries) => entries.flat()).filter(({ length }) => length >= minProperties);
  // Of required fields none may be left out.
  if (required.length > 0 || maxProperties >= fields.length) return filled.map(Object.fromEntries<unknown>);
  return fc.tuple(filled, fc.nat()).map(([entries, at]) => {
    const first = at % Math.max(entries.length, 1);
    return Object.fromEntries([...entries.slice(first), ...entries.slice(0, first)].slice(0, maxProperties));
  });
}

type Entry = readonly [string, unknown];

/** Names of the entries of maps. */
const names = fc.oneof(fc.stringMatching(/^[a-z]([-a-z0-9]{0,8}[a-z0-9])?$/), fc.constantFrom(...oddTexts.slice(1)));

function maps(
  values: JSONSchema,
  { maxProperties = 4, minProperties = 0 }: JSONSchema,
  special: FieldValues,
): fc.Arbitrary<object> {
  const entries = fc.tuple(names, valuesOf(values, special));
  return fc
    .array(entries, { minLength: minProperties, maxLength: Math.min(maxProperties, 4) })
    .map((list) => Object.fromEntries(list));
}
