// The shape of a field's values for codegen/v1, which checks kept parts with it.
import type { TypeModel, TypeNode } from "@capstan/generator-model";
import { plainNode } from "../fields/typed-field.ts";

/** The shape of the values of a type. */
export function shapeOfValues(model: TypeModel, type: TypeNode): unknown {
  if (type.kind === "nullable") return { nullable: shapeOfValues(model, type.of) };
  const node = plainNode(model, type);
  switch (node.kind) {
    case "scalar":
      return scalars[node.scalar] ?? "string";
    case "enum":
      return { oneOf: node.values };
    case "pattern":
      return "string";
    case "list":
      return { list: shapeOfValues(model, node.element) };
    case "map":
      return { map: shapeOfValues(model, node.value) };
    case "object": {
      const required = node.properties.filter(({ optional }) => !optional).map(({ name }) => name);
      const fields = node.properties.map(({ name, type: own }) => [name, shapeOfValues(model, own)] as const);
      return { fields: Object.fromEntries(fields), ...(required.length === 0 ? {} : { required }) };
    }
    default:
      return "any";
  }
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
