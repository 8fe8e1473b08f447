// The shapes of types/shape.ts over a CRD's OpenAPI schema: one predicate per shape, under the same names.
// Called by check-contract.ts; the same shapes as types are what tsc judges by.
import type { JSONSchema } from "@capstan/kube/builtin";
import type { Shape } from "../types/shape.ts";

type Predicate = (schema: JSONSchema) => boolean;

const isType =
  (type: string): Predicate =>
  (schema) =>
    schema.type === type;

/** Whether the object schema has properties of these types. */
function has(schema: JSONSchema | undefined, types: Readonly<Record<string, string>>): boolean {
  return Object.entries(types).every(([name, type]) => schema?.properties?.[name]?.type === type);
}

const listOf =
  (types: Readonly<Record<string, string>>): Predicate =>
  (schema) =>
    schema.type === "array" && has(schema.items, types);

/** Per shape, whether a schema has it. */
export const shapeSchemas: Readonly<Record<Shape, Predicate>> = {
  object: isType("object"),
  boolean: isType("boolean"),
  string: isType("string"),
  endpoint: (schema) => has(schema, { host: "string", port: "integer" }),
  failureDomainMap: ({ additionalProperties: values }) =>
    typeof values === "object" && has(values, { controlPlane: "boolean" }),
  failureDomainList: listOf({ name: "string", controlPlane: "boolean" }),
  conditions: listOf({ type: "string", status: "string" }),
  severityConditions: listOf({ type: "string", status: "string", severity: "string" }),
  addresses: listOf({ type: "string", address: "string" }),
};
