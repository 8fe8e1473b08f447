// Reads a CRD's OpenAPI schema: the schema at a path, and whether a schema has one of the shapes of contracts/shape.ts.
import type { JSONSchema } from "@capstan/kube/builtin";
import { addressTypes, type Shape } from "../contracts/shape.ts";

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

/** A failure domain: its attributes, if it has any, are strings. */
function isDomain(schema: JSONSchema | undefined): boolean {
  const attributes = schema?.properties?.["attributes"];
  const values = attributes?.additionalProperties;
  const isOfStrings = attributes === undefined || (typeof values === "object" && values.type === "string");
  return has(schema, { controlPlane: "boolean" }) && isOfStrings;
}

const knownAddressTypes: ReadonlySet<unknown> = new Set(addressTypes);

function isAddressType(schema: JSONSchema | undefined): boolean {
  return schema?.enum?.every((value) => knownAddressTypes.has(value)) ?? false;
}

/** For each shape, whether a schema has it. */
export const shapeSchemas: Readonly<Record<Shape, Predicate>> = {
  object: isType("object"),
  boolean: isType("boolean"),
  string: isType("string"),
  endpoint: (schema) => has(schema, { host: "string", port: "integer" }),
  failureDomainMap: ({ additionalProperties: values }) => typeof values === "object" && isDomain(values),
  failureDomainList: ({ type, items }) => type === "array" && has(items, { name: "string" }) && isDomain(items),
  conditions: listOf({ type: "string", status: "string" }),
  severityConditions: listOf({ type: "string", status: "string", severity: "string" }),
  number: ({ type }) => type === "integer" || type === "number",
  strings: ({ type, items }) => type === "array" && items?.type === "string",
  reference: (schema) => has(schema, { kind: "string", name: "string" }),
  versions: listOf({ version: "string", replicas: "integer" }),
  addresses: ({ type, items }) =>
    type === "array" && has(items, { type: "string", address: "string" }) && isAddressType(items?.properties?.["type"]),
};

/** The schema at a dotted path of properties, or undefined when it is not declared. */
export function schemaAt(root: JSONSchema, path: string): JSONSchema | undefined {
  let here: JSONSchema | undefined = root;
  for (const key of path.split(".")) here = here?.properties?.[key];
  return here;
}

/** Whether the last field of the path is required in its object. */
export function isRequiredAt(root: JSONSchema, path: string): boolean {
  const dot = path.lastIndexOf(".");
  const parent = dot < 0 ? root : schemaAt(root, path.slice(0, dot));
  return parent?.required?.includes(path.slice(dot + 1)) ?? false;
}
