// The shape of a field's values for codegen/v1, which checks kept parts with it.
import type { Property, Tag, TypeModel, TypeNode } from "@capstan/generator-model";
import { plainNode, tagsInside, tagsOfType, tagValues, type Resolved } from "../fields/typed-field.ts";

/** The shape of the values of a type, without their bounds. */
export function shapeOfValues(model: TypeModel, type: TypeNode): unknown {
  return shapeOf(model, type, undefined);
}

/** The shape of a field's values, with their bounds. */
export function boundedShapeOf(model: TypeModel, { type, tags }: Property): unknown {
  return shapeOf(model, type, tags);
}

/** The shape of a type; `given` are the tags of the field that has it, undefined where bounds are not wanted. */
function shapeOf(model: TypeModel, type: TypeNode, given: readonly Tag[] | undefined): unknown {
  const tags = given && [...tagsOfType(model, type), ...given];
  if (type.kind === "nullable") return { nullable: shapeOf(model, type.of, tags) };
  const node = plainNode(model, type);
  const shape = plainShape(model, node, tags);
  const within = tags && { ...(node.kind === "pattern" ? { pattern: node.pattern } : {}), ...boundsOf(tags) };
  return within === undefined || Object.keys(within).length === 0 ? shape : { of: shape, within };
}

function plainShape(model: TypeModel, node: Resolved, tags: readonly Tag[] | undefined): unknown {
  switch (node.kind) {
    case "scalar":
      return scalars[node.scalar] ?? "string";
    case "enum":
      return { oneOf: node.values };
    case "pattern":
      return "string";
    case "list":
      return { list: shapeOf(model, node.element, tags && tagsInside(tags, "items")) };
    case "map":
      return { map: shapeOf(model, node.value, tags && tagsInside(tags, "values")) };
    case "object": {
      const required = node.properties.filter(({ optional }) => !optional).map(({ name }) => name);
      const fields = node.properties.map(
        ({ name, type, tags: own }) => [name, shapeOf(model, type, tags && own)] as const,
      );
      return { fields: Object.fromEntries(fields), ...(required.length === 0 ? {} : { required }) };
    }
    default:
      return "any";
  }
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
  IntOrString: "any",
  Quantity: "any",
};
