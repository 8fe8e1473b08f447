// Finds the schemas below a schema: that of one field of a value, or any that has a property.
import type { JSONSchema } from "@capstan/kube/builtin";

/** The schema of an object's field; a boolean if additionalProperties has no schema. */
export function fieldSchema(schema: JSONSchema | undefined, key: string): JSONSchema | boolean | undefined {
  const { properties = {}, additionalProperties } = schema ?? {};
  return Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

/** The schema if there is one: fields and children can also be booleans or missing. */
export function schemaOf(node: JSONSchema | boolean | undefined): JSONSchema | undefined {
  return typeof node === "object" ? node : undefined;
}

/** Whether the schema, or one below it, passes the test. */
export function someNode(schema: JSONSchema, test: (node: JSONSchema) => boolean): boolean {
  const { properties = {}, items, additionalProperties } = schema;
  const below = [...Object.values(properties), items, additionalProperties];
  return test(schema) || below.map(schemaOf).some((child) => child !== undefined && someNode(child, test));
}
