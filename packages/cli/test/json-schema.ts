// Compares a document with the part of JSON Schema that schemas/output.json uses: types, properties, lists, values and references.
import { readFileSync } from "node:fs";

/** A schema, or one of its parts. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "boolean";
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** The schema of what every verb prints with `--format json`. */
export const outputSchema: JsonSchema = JSON.parse(
  readFileSync(new URL("../schemas/output.json", import.meta.url), "utf8"),
);

/** Where a document differs from the schema, in lines; empty when it does not. */
export function schemaProblems(value: unknown, schema: JsonSchema = outputSchema, path = "document"): string[] {
  if (schema.$ref !== undefined) {
    const target = outputSchema.$defs?.[schema.$ref.replace("#/$defs/", "")];
    return target === undefined ? [`${path}: there is no ${schema.$ref}`] : schemaProblems(value, target, path);
  }
  if (schema.type !== typeOf(value)) return [`${path} is ${typeOf(value)}, not ${schema.type}`];
  if (schema.enum?.includes(value) === false) return [`${path} is ${JSON.stringify(value)}`];
  if (Array.isArray(value)) return value.flatMap((item, i) => schemaProblems(item, schema.items, `${path}[${i}]`));
  return typeof value === "object" && value !== null ? propertyProblems(value, schema, path) : [];
}

function propertyProblems(value: object, { properties = {}, required = [] }: JsonSchema, path: string): string[] {
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}.${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, part]) => {
    const own = properties[name];
    return own === undefined ? [`${path}.${name} is not in the schema`] : schemaProblems(part, own, `${path}.${name}`);
  });
  return [...missing, ...wrong];
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (value === null) return "null";
  return Number.isInteger(value) ? "integer" : typeof value;
}
