// The shape of a field's values for codegen/v1, which checks kept parts with it.
import type { ObjectNode, Property, Tag, TypeModel, TypeNode } from "@capstan/generator-model";
import { plainNode, tagsInside, tagsOfType, tagValues, type Resolved } from "../fields/typed-field.ts";

/** The shape of the values of a type, without their bounds. */
export function shapeOfValues(model: TypeModel, type: TypeNode): unknown {
  return shapeOf(model, type, { tags: [], limits: "values" });
}

/** The shape of a field's values, with their bounds. */
export function boundedShapeOf(model: TypeModel, { type, tags }: Property): unknown {
  return shapeOf(model, type, { tags, limits: "bounds" });
}

/** The shape of a field's values, without bounds. */
export function unboundedShapeOf(model: TypeModel, { type, tags }: Property): unknown {
  return shapeOf(model, type, { tags, limits: "values" });
}

/** The shape of a field's values by their JSON types alone: another version may have brought some that the field's own does not accept. */
export function wideShapeOf(model: TypeModel, { type, tags }: Property): unknown {
  return shapeOf(model, type, { tags, limits: "types" });
}

/** What is wanted of a type. */
interface Wanted {
  /** Those of the field that has the type. */
  readonly tags: readonly Tag[];
  /** What limits the values beside their JSON types: nothing, the type, or its bounds too. */
  readonly limits: "types" | "values" | "bounds";
}

function shapeOf(model: TypeModel, type: TypeNode, wanted: Wanted): unknown {
  const { limits } = wanted;
  const tags = [...tagsOfType(model, type), ...wanted.tags];
  if (type.kind === "nullable") return { nullable: shapeOf(model, type.of, { tags, limits }) };
  const node = plainNode(model, type);
  const shape = isTagged(tags, "schemaless") ? "any" : plainShape(model, node, { tags, limits });
  const within =
    limits === "bounds" ? { ...(node.kind === "pattern" ? { pattern: node.pattern } : {}), ...boundsOf(tags) } : {};
  return Object.keys(within).length === 0 ? shape : { of: shape, within };
}

function plainShape(model: TypeModel, node: Resolved, { tags, limits }: Wanted): unknown {
  switch (node.kind) {
    case "scalar":
      return limits === "types" && node.scalar === "Int32" ? "int64" : (scalars[node.scalar] ?? "string");
    case "enum":
      return limits === "types" ? typeof node.values[0] : { oneOf: node.values };
    case "pattern":
      return "string";
    case "list":
      return { list: shapeOf(model, node.element, { tags: tagsInside(tags, "items"), limits }) };
    case "map":
      return { map: shapeOf(model, node.value, { tags: tagsInside(tags, "values"), limits }) };
    case "object":
      return objectShape(model, node, { tags, limits });
    case "open":
      if (isTagged(tags, "embeddedResource")) return "embeddedResource";
      return node.open === "value" || isTagged(tags, "schemaType") ? "any" : { map: "any" };
    default:
      return "any";
  }
}

function objectShape(model: TypeModel, { properties }: ObjectNode, { tags: given, limits }: Wanted): unknown {
  const required = properties.filter(({ optional }) => !optional).map(({ name }) => name);
  const fields = properties.map(({ name, type, tags }) => [name, shapeOf(model, type, { tags, limits })] as const);
  return {
    fields: Object.fromEntries(fields),
    ...(required.length === 0 || limits === "types" ? {} : { required }),
    ...(isTagged(given, "embeddedResource") ? { embedded: true } : {}),
  };
}

function isTagged(tags: readonly Tag[], name: string): boolean {
  return tagValues(tags, name).length > 0;
}

/** The tags that are bounds, with the values that bound nothing. */
const boundTags: Readonly<Record<string, unknown>> = {
  pattern: "",
  minLength: 0,
  maxLength: undefined,
  minimum: undefined,
  maximum: undefined,
  exclusiveMinimum: false,
  exclusiveMaximum: false,
  minItems: 0,
  maxItems: undefined,
  minProperties: 0,
  maxProperties: undefined,
};

function boundsOf(tags: readonly Tag[]): Readonly<Record<string, unknown>> {
  const given = Object.entries(boundTags).map(([name, idle]) => ({ name, idle, value: tagValues(tags, name).at(-1) }));
  const bounding = given.filter(({ idle, value }) => value !== undefined && value !== idle);
  return Object.fromEntries(bounding.map(({ name, value }) => [name, value]));
}

const scalars: Readonly<Record<string, string>> = {
  boolean: "boolean",
  Int32: "int32",
  Int64: "int64",
  Int: "integer",
  Float: "number",
  Double: "number",
  IntOrString: "intOrString",
  Quantity: "intOrString",
};
