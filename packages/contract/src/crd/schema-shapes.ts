// Reads a CRD's OpenAPI schema: the schema at a path, and whether a schema has one of the shapes of contracts/shape.ts.
import type { JSONSchema } from "@capstan/kube/builtin";
import { addressTypes, architectures, type Shape } from "../contracts/shape.ts";

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
  return has(schema, { controlPlane: "boolean" }) && (attributes === undefined || isTextMap(attributes));
}

/** Whether the schema has an enum with no value beside these. */
const isOneOf = (known: readonly string[]): ((schema: JSONSchema | undefined) => boolean) => {
  const values: ReadonlySet<unknown> = new Set(known);
  return (schema) => schema?.enum?.every((value) => values.has(value)) ?? false;
};
const isAddressType = isOneOf(addressTypes);
const isArchitecture = isOneOf(architectures);

/** Whether the schema is of a map of strings. */
export function isTextMap(schema: JSONSchema | undefined): boolean {
  const values = schema?.additionalProperties;
  return typeof values === "object" && values.type === "string";
}

function isQuantityMap({ additionalProperties: values }: JSONSchema): boolean {
  return typeof values === "object" && values["x-kubernetes-int-or-string"] === true;
}

const conditions = listOf({ type: "string", status: "string" });
const hasNoSeverity: Predicate = ({ items }) => items?.properties?.["severity"] === undefined;

/** For each shape, whether a schema has it. */
export const shapeSchemas: Readonly<Record<Shape, Predicate>> = {
  object: isType("object"),
  objects: ({ type, items }) => type === "array" && items?.type === "object",
  boolean: isType("boolean"),
  string: isType("string"),
  endpoint: (schema) => has(schema, { host: "string", port: "integer" }),
  failureDomainMap: ({ additionalProperties: values }) => typeof values === "object" && isDomain(values),
  failureDomainList: ({ type, items }) => type === "array" && has(items, { name: "string" }) && isDomain(items),
  conditions,
  plainConditions: hasNoSeverity,
  kubernetesConditions: (schema) => conditions(schema) && hasNoSeverity(schema),
  severityConditions: listOf({ type: "string", status: "string", severity: "string" }),
  number: ({ type }) => type === "integer" || type === "number",
  strings: ({ type, items }) => type === "array" && items?.type === "string",
  reference: (schema) => has(schema, { kind: "string", name: "string" }),
  versions: listOf({ version: "string", replicas: "integer" }),
  addresses: ({ type, items }) =>
    type === "array" && has(items, { type: "string", address: "string" }) && isAddressType(items?.properties?.["type"]),
  metadata: ({ properties }) => isTextMap(properties?.["labels"]) && isTextMap(properties?.["annotations"]),
  readinessGates: listOf({ conditionType: "string" }),
  taints: listOf({ key: "string", effect: "string" }),
  capacity: isQuantityMap,
  nodeInfo: ({ properties }) => isArchitecture(properties?.["architecture"]),
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
