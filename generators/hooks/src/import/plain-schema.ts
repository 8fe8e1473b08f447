// A foreign schema in the forms that types can express: compositions merged, every value with one JSON type. Other schemas are rejected
// with their position.
import { isUnsafeName } from "@capstan/generator-model/writing";
import { deepEqual, isJsonObject, type JsonPath } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { rejectSchema } from "./diagnostics.ts";
import { mergeAllOf, type ImportContext, type SchemaAt } from "./merge-all-of.ts";
import { asArray, type UncheckedSchema } from "./schema-components.ts";

/** A schema that types can express; a `$ref` may have a description and other keywords beside it. */
export interface PlainSchema extends Omit<JSONSchema, "properties" | "items" | "additionalProperties"> {
  $ref?: string;
  properties?: Record<string, PlainSchema>;
  items?: PlainSchema;
  additionalProperties?: boolean | PlainSchema;
}

/** The plain form of a schema; an empty schema and a diagnostic when there is none. */
export function plainSchema(context: ImportContext, value: unknown, path: JsonPath): PlainSchema {
  return context.work.read(context, path, () => readPlain(context, value, path)) ?? {};
}

function readPlain(context: ImportContext, value: unknown, path: JsonPath): PlainSchema {
  if (value === true) return {};
  if (!isJsonObject(value)) {
    rejectSchema(context, path, { problem: "a schema is not an object", help: "write a schema" });
    return {};
  }
  const merged = mergeAllOf(context, { schema: withoutChoice(context, { schema: value, path }), path });
  // A component that is written out at thousands of places has its lists at each of them.
  const size = asArray(merged?.["enum"]).length + asArray(merged?.["required"]).length;
  return merged === undefined || !context.work.copy(context, path, size)
    ? {}
    : plainParts(context, { schema: withoutChoice(context, { schema: merged, path }), path });
}

/** The choice between a number and a string, in all its spellings, becomes one keyword; every other choice is rejected. */
function withoutChoice(context: ImportContext, { schema, path }: SchemaAt): UncheckedSchema {
  const { oneOf, anyOf, not, ...rest } = schema;
  if (oneOf === undefined && anyOf === undefined && not === undefined)
    return rest["x-kubernetes-int-or-string"] === true ? asIntOrString(rest) : rest;
  if (not === undefined && (oneOf === undefined) !== (anyOf === undefined)) {
    const choice = oneOf ?? anyOf;
    if (isIntOrString(choice)) return asIntOrString(rest);
    if (Array.isArray(choice) && choice.length === 1) return { ...rest, allOf: [...asArray(rest["allOf"]), ...choice] };
  }
  const keyword = ["oneOf", "anyOf", "not"].find((name) => schema[name] !== undefined) ?? "";
  rejectSchema(context, [...path, keyword], {
    problem: `\`${keyword}\` is a choice between schemas, which has no single type`,
    help: "write one schema, or one optional property for each choice",
  });
  return rest;
}

/** A number or a string has neither a type nor a format. */
function asIntOrString(schema: UncheckedSchema): UncheckedSchema {
  const rest = Object.entries(schema).filter(([keyword]) => keyword !== "type" && keyword !== "format");
  return { ...Object.fromEntries(rest), "x-kubernetes-int-or-string": true };
}

function isIntOrString(choice: unknown): boolean {
  const found = asArray(choice).map((each) => (isJsonObject(each) ? String(each["type"]) : ""));
  return deepEqual(found.toSorted(), ["integer", "string"]);
}

/** The keywords that make the shape of a type. Each is read for the types that it belongs to, and has no meaning anywhere else. */
const shapeKeywords: ReadonlySet<string> = new Set([
  "type",
  "nullable",
  "items",
  "properties",
  "additionalProperties",
  "required",
]);

function withoutShape(schema: UncheckedSchema): UncheckedSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !shapeKeywords.has(keyword)));
}

function plainParts(context: ImportContext, { schema, path }: SchemaAt): PlainSchema {
  const orNull = schema["nullable"] === true ? { nullable: true } : {};
  if (!["undefined", "string"].includes(typeof schema["description"]))
    rejectSchema(context, [...path, "description"], {
      problem: "`description` is not a string",
      help: "write a string",
    });
  if (schema["$ref"] !== undefined) return reference(context, { schema: { ...withoutShape(schema), ...orNull }, path });
  const type = typeOf(context, { schema, path });
  if (schema["enum"] !== undefined)
    checkEnum(context, { schema: { ...schema, ...(type !== undefined && { type }) }, path });
  return asPlain({
    ...withoutShape(schema),
    ...(type !== undefined && { type }),
    ...orNull,
    ...(type === "array" && { items: withoutZero(plainSchema(context, schema["items"] ?? {}, [...path, "items"])) }),
    ...(type === "object" && objectParts(context, { schema, path })),
  });
}

/** The keywords that make the shape were read one by one; the others are passed on as they are. */
function asPlain(keywords: UncheckedSchema): PlainSchema {
  return keywords as PlainSchema;
}

function reference(context: ImportContext, { schema, path }: SchemaAt): PlainSchema {
  const { $ref } = schema;
  const found = context.components.resolve(String($ref), { ...context, path: [...path, "$ref"] });
  // Go's generator gives every reference the empty object as default, which has no meaning.
  const { default: given, ...rest } = schema;
  const kept = given === undefined || deepEqual(given, {}) ? rest : schema;
  return found === undefined ? {} : asPlain({ ...kept, $ref: found.reference });
}

const types = ["string", "integer", "number", "boolean", "array", "object"];

/** The JSON type, declared or implied; undefined for any value. */
function typeOf(context: ImportContext, { schema, path }: SchemaAt): string | undefined {
  const { type } = schema;
  if (schema["x-kubernetes-int-or-string"] === true) return undefined;
  if (type !== undefined) {
    if (typeof type === "string" && types.includes(type)) return type;
    const problem = `the type ${JSON.stringify(type)} is not one of ${types.join(", ")}`;
    rejectSchema(context, [...path, "type"], { problem, help: "write one of them" });
    return undefined;
  }
  if (schema["properties"] !== undefined || isJsonObject(schema["additionalProperties"])) return "object";
  if (schema["items"] !== undefined) return "array";
  const values = asArray(schema["enum"]).filter((value) => value !== null);
  if (values.length === 0) return undefined;
  if (values.every((value) => typeof value === "string")) return "string";
  if (values.every((value) => Number.isInteger(value))) return "integer";
  return values.every((value) => typeof value === "boolean") ? "boolean" : undefined;
}

function objectParts(context: ImportContext, { schema, path }: SchemaAt): PlainSchema {
  const { properties = {}, additionalProperties, required } = schema;
  const own = fieldSchemas(context, { schema: asObject(context, properties, [...path, "properties"]), path });
  const names = Object.keys(own);
  if (isJsonObject(additionalProperties) && Object.keys(additionalProperties).length > 0 && names.length > 0)
    rejectSchema(context, [...path, "additionalProperties"], {
      problem: "the schema has named properties and a schema for all others",
      help: "move the other properties to a new property of their own",
    });
  const wanted = requiredNames(context, required, [...path, "required"]);
  return {
    ...(names.length > 0 || schema["properties"] !== undefined
      ? { properties: withoutZeros(own, new Set(wanted)) }
      : {}),
    ...othersOf(context, additionalProperties, [...path, "additionalProperties"]),
    ...(wanted.length > 0 && { required: [...new Set(wanted)].toSorted() }),
  };
}

function requiredNames(context: ImportContext, required: unknown = [], path: JsonPath): string[] {
  const names = asArray(required).filter((name) => typeof name === "string");
  if (!Array.isArray(required) || names.length < required.length) {
    const problem = "`required` is not a list of names";
    rejectSchema(context, path, { problem, help: "write the names of the properties that must be there" });
  }
  return names;
}

/** What the properties without a schema of their own are. */
function othersOf(context: ImportContext, others: unknown, path: JsonPath): PlainSchema {
  if (others === undefined) return {};
  if (typeof others === "boolean") return { additionalProperties: others };
  if (isJsonObject(others)) return { additionalProperties: withoutZero(plainSchema(context, others, path)) };
  const problem = "`additionalProperties` is neither a schema nor true or false";
  rejectSchema(context, path, { problem, help: "write one of them" });
  return {};
}

function fieldSchemas(context: ImportContext, { schema, path }: SchemaAt): Record<string, PlainSchema> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => {
      const at = [...path, "properties", name];
      if (isUnsafeName(name))
        rejectSchema(context, at, {
          problem: `a property cannot be named "${name}"`,
          help: "rename it: every JavaScript object has a property of that name",
        });
      return [name, plainSchema(context, value, at)];
    }),
  );
}

const zeros: readonly unknown[] = ["", 0, false];

/** Go's generator gives elements and required fields their zero value as default, which never applies. */
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

function asObject(context: ImportContext, value: unknown, path: JsonPath): UncheckedSchema {
  if (isJsonObject(value)) return value;
  rejectSchema(context, path, { problem: "`properties` is not an object", help: "write a schema for each name" });
  return {};
}

function checkEnum(context: ImportContext, { schema, path }: SchemaAt): void {
  const values = asArray(schema["enum"]).filter((value) => value !== null);
  const { type } = schema;
  const fits =
    type === "string"
      ? values.every((value) => typeof value === "string")
      : type === "boolean"
        ? values.every((value) => typeof value === "boolean")
        : (type === "integer" || type === "number") && values.every((value) => Number.isSafeInteger(value));
  if (fits && values.length > 0 && new Set(values).size === values.length) return;
  rejectSchema(context, [...path, "enum"], {
    problem: "the values of `enum` have no single type or are not all different",
    help: "write different strings, or different whole numbers, that match the type",
  });
}
