// Schemas without fields -> the TypeScript type that is nearest, and the schema of that type (`base`). Tags express the difference.
import { ownValue } from "@capstan/kube";
import { valueLiteral } from "@capstan/generator-model/writing";
import type { JSONSchema } from "@capstan/kube/builtin";
import { openSchema, quantityPattern, scalarSchema } from "../schema/scalar-schemas.ts";

/** A type in TypeScript, and its schema without tags. */
export interface TypeText {
  readonly text: string;
  readonly base: JSONSchema;
  /** Names to import. */
  readonly imports: readonly string[];
}

/** The type of a schema that is neither a list nor a map nor has fields. Any schema has one: the last resort is JSONValue. */
export function scalarType(schema: JSONSchema): TypeText {
  const values = enumType(schema);
  if (values !== undefined) return values;
  const name = scalarName(schema);
  if (name === "string" || name === "boolean") return { text: name, base: scalarSchema(name), imports: [] };
  if (name === "JSONValue" || name === "JSONObject" || name === "EmptyObject")
    return { text: name, base: openSchema(openNames[name]), imports: [name] };
  return { text: name, base: scalarSchema(name), imports: [name] };
}

const openNames = { JSONValue: "value", JSONObject: "object", EmptyObject: "empty" } as const;

type Name = Parameters<typeof scalarSchema>[0] | keyof typeof openNames;

const byFormat: Readonly<Record<string, Readonly<Record<string, Name>>>> = {
  string: { "date-time": "Time", byte: "Bytes", "": "string" },
  integer: { int32: "Int32", int64: "Int64", "": "Int" },
  number: { "": "Double" },
  boolean: { "": "boolean" },
};

function scalarName(schema: JSONSchema): Name {
  if (schema["x-kubernetes-int-or-string"] === true && schema.type === undefined)
    return schema.pattern === quantityPattern ? "Quantity" : "IntOrString";
  if (schema.type === "object")
    return schema["x-kubernetes-preserve-unknown-fields"] === true ? "JSONObject" : "EmptyObject";
  const names = ownValue(byFormat, schema.type ?? "");
  return ownValue(names, schema.format ?? "") ?? names?.[""] ?? "JSONValue";
}

/** A union of literals, when every value is one of the schema's type; the format is a tag. */
function enumType({ type, enum: values }: JSONSchema): TypeText | undefined {
  if (values === undefined || values.length === 0 || new Set(values).size < values.length) return undefined;
  const fits = type === "string" ? isString : type === "integer" ? Number.isSafeInteger : undefined;
  if (type === undefined || fits === undefined || !values.every((value) => fits(value))) return undefined;
  return { text: values.map(valueLiteral).join(" | "), base: { type, enum: values }, imports: [] };
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
