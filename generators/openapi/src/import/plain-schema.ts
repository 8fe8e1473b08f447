// A foreign schema in the few forms that types can say: references of one form, compositions merged, every value with one
// JSON type. What has no such form is refused with its place. Called for every component that hooks reach.
import { deepEqual, isJsonObject, type JsonPath } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { rejectSchema } from "./import-errors.ts";
import { list, mergeParts, type PlainReading, type Raw } from "./merge-parts.ts";
import type { Unread } from "./schema-components.ts";

/** A schema that types can say; `$ref` stands alone or beside what is said about its use. */
export interface PlainSchema extends Omit<JSONSchema, "properties" | "items" | "additionalProperties"> {
  $ref?: string;
  properties?: Record<string, PlainSchema>;
  items?: PlainSchema;
  additionalProperties?: boolean | PlainSchema;
}

/** The plain form of a schema; an empty one, and a diagnostic, for what has none. */
export function plainSchema(reading: PlainReading, value: unknown, path: JsonPath): PlainSchema {
  if (value === true) return {};
  if (!isJsonObject(value)) {
    rejectSchema(reading, path, { problem: "a schema is not an object", mend: "write a schema" });
    return {};
  }
  const merged = mergeParts(reading, { schema: withoutChoice(reading, { schema: value, path }), path });
  return merged === undefined
    ? {}
    : plainParts(reading, { schema: withoutChoice(reading, { schema: merged, path }), path });
}

/** Go's way to say a number or a text, in all its spellings, is one keyword; every other choice is refused. */
function withoutChoice(reading: PlainReading, { schema, path }: Raw): Unread {
  const { oneOf, anyOf, not, ...rest } = schema;
  if (oneOf === undefined && anyOf === undefined && not === undefined)
    return rest["x-kubernetes-int-or-string"] === true ? asIntOrString(rest) : rest;
  if (not === undefined && (oneOf === undefined) !== (anyOf === undefined)) {
    const choice = oneOf ?? anyOf;
    if (isIntOrString(choice)) return asIntOrString(rest);
    if (Array.isArray(choice) && choice.length === 1) return { ...rest, allOf: [...list(rest["allOf"]), ...choice] };
  }
  const keyword = ["oneOf", "anyOf", "not"].find((name) => schema[name] !== undefined) ?? "";
  rejectSchema(reading, [...path, keyword], {
    problem: `\`${keyword}\` is a choice between schemas, which has no single type`,
    mend: "write one schema, or one optional property for each choice",
  });
  return rest;
}

/** Neither the type nor the format is said of a number or a text. */
function asIntOrString(schema: Unread): Unread {
  const rest = Object.entries(schema).filter(([keyword]) => keyword !== "type" && keyword !== "format");
  return { ...Object.fromEntries(rest), "x-kubernetes-int-or-string": true };
}

function isIntOrString(choice: unknown): boolean {
  const found = list(choice).map((each) => (isJsonObject(each) ? String(each["type"]) : ""));
  return deepEqual(found.toSorted(), ["integer", "string"]);
}

/** Names that generated converters could not handle: every JavaScript object has them. */
const unsafeNames = ["__proto__", "constructor", "prototype"];

function plainParts(reading: PlainReading, { schema, path }: Raw): PlainSchema {
  const plain: Record<string, unknown> = { ...schema };
  if (schema["$ref"] !== undefined) return reference(reading, { schema, path });
  const type = typeOf(reading, { schema, path });
  if (type !== undefined) plain["type"] = type;
  if (type === "array") plain["items"] = withoutZero(plainSchema(reading, schema["items"] ?? {}, [...path, "items"]));
  if (type === "object") Object.assign(plain, objectParts(reading, { schema, path }));
  if (schema["enum"] !== undefined)
    checkEnum(reading, { schema: { ...schema, ...(type !== undefined && { type }) }, path });
  if (plain["nullable"] === false) delete plain["nullable"];
  return plain as PlainSchema;
}

function reference(reading: PlainReading, { schema, path }: Raw): PlainSchema {
  const { $ref } = schema;
  const found = reading.components.resolve(String($ref), { ...reading, path: [...path, "$ref"] });
  // Go's generator gives every reference the empty object as default, which means nothing.
  const { default: given, ...rest } = schema;
  const kept = given === undefined || deepEqual(given, {}) ? rest : schema;
  return found === undefined ? {} : ({ ...kept, $ref: found.reference } as PlainSchema);
}

const types = ["string", "integer", "number", "boolean", "array", "object"];

/** The JSON type, said or implied; undefined for any value. */
function typeOf(reading: PlainReading, { schema, path }: Raw): string | undefined {
  const { type } = schema;
  if (type !== undefined) {
    if (typeof type === "string" && types.includes(type)) return type;
    const problem = `the type ${JSON.stringify(type)} is not one of ${types.join(", ")}`;
    rejectSchema(reading, [...path, "type"], { problem, mend: "write one of them" });
    return undefined;
  }
  if (schema["properties"] !== undefined || isJsonObject(schema["additionalProperties"])) return "object";
  if (schema["items"] !== undefined) return "array";
  const values = list(schema["enum"]).filter((value) => value !== null);
  if (values.length === 0) return undefined;
  if (values.every((value) => typeof value === "string")) return "string";
  if (values.every((value) => Number.isInteger(value))) return "integer";
  return values.every((value) => typeof value === "boolean") ? "boolean" : undefined;
}

function objectParts(reading: PlainReading, { schema, path }: Raw): PlainSchema {
  const { properties = {}, additionalProperties, required } = schema;
  const own = fieldSchemas(reading, { schema: asObject(reading, properties, [...path, "properties"]), path });
  const names = Object.keys(own);
  if (isJsonObject(additionalProperties) && Object.keys(additionalProperties).length > 0 && names.length > 0)
    rejectSchema(reading, [...path, "additionalProperties"], {
      problem: "named properties and a schema for all others stand together",
      mend: "move the free part into a property of its own",
    });
  const wanted = list(required).filter((name) => typeof name === "string");
  return {
    ...(names.length > 0 || schema["properties"] !== undefined
      ? { properties: withoutZeros(own, new Set(wanted)) }
      : {}),
    ...(isJsonObject(additionalProperties) && {
      additionalProperties: withoutZero(plainSchema(reading, additionalProperties, [...path, "additionalProperties"])),
    }),
    ...(wanted.length > 0 && { required: [...new Set(wanted)].toSorted() }),
  };
}

function fieldSchemas(reading: PlainReading, { schema, path }: Raw): Record<string, PlainSchema> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => {
      const at = [...path, "properties", name];
      if (unsafeNames.includes(name))
        rejectSchema(reading, at, {
          problem: `a property cannot be named "${name}"`,
          mend: "rename it: every JavaScript object has that name",
        });
      return [name, plainSchema(reading, value, at)];
    }),
  );
}

const zeros: readonly unknown[] = ["", 0, false];

/** Go's generator gives elements and required fields their zero value as default, which can never apply. */
function withoutZero(schema: PlainSchema): PlainSchema {
  const { default: given, ...rest } = schema;
  return zeros.includes(given) ? rest : schema;
}

function withoutZeros(
  properties: Record<string, PlainSchema>,
  required: ReadonlySet<string>,
): Record<string, PlainSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, required.has(name) ? withoutZero(schema) : schema]),
  );
}

function asObject(reading: PlainReading, value: unknown, path: JsonPath): Unread {
  if (isJsonObject(value)) return value;
  rejectSchema(reading, path, { problem: "`properties` is not an object", mend: "write a schema for each name" });
  return {};
}

function checkEnum(reading: PlainReading, { schema, path }: Raw): void {
  const values = list(schema["enum"]).filter((value) => value !== null);
  const { type } = schema;
  const fits =
    type === "string"
      ? values.every((value) => typeof value === "string")
      : type === "boolean"
        ? values.every((value) => typeof value === "boolean")
        : (type === "integer" || type === "number") && values.every((value) => Number.isSafeInteger(value));
  if (fits && values.length > 0 && new Set(values).size === values.length) return;
  rejectSchema(reading, [...path, "enum"], {
    problem: "the values of `enum` have no single type or are not all different",
    mend: "write different texts, or different whole numbers, as the type says",
  });
}
