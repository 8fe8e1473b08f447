// A schema of an OpenAPI document with its references written out, as @capstan/schema reads schemas. A type that contains
// itself is cut where it starts again: below that anything is accepted.
import type { JSONSchema } from "@capstan/kube/builtin";

/** The schemas of a document by name. */
type Schemas = Readonly<Record<string, JSONSchema>>;

const prefix = "#/components/schemas/";

/** The schema that a reference of the document refers to, without references. */
export function inlineSchema(schemas: Schemas, reference: string): JSONSchema {
  return follow(schemas, reference, []);
}

function follow(schemas: Schemas, reference: string, above: readonly string[]): JSONSchema {
  const schema = schemas[reference.slice(prefix.length)];
  if (schema === undefined) throw new Error(`the document has no schema "${reference}"`);
  return above.includes(reference) ? anything : inline(schemas, schema, [...above, reference]);
}

function inline(schemas: Schemas, node: JSONSchema & { readonly $ref?: string }, above: readonly string[]): JSONSchema {
  if (node.$ref !== undefined) return follow(schemas, node.$ref, above);
  const { properties, items, additionalProperties } = node;
  const child = (schema: JSONSchema): JSONSchema => inline(schemas, schema, above);
  return {
    ...validationOf(node),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, child(value)])) }),
    ...(items === undefined ? {} : { items: child(items) }),
    ...(typeof additionalProperties === "object" ? { additionalProperties: child(additionalProperties) } : {}),
  };
}

/** Any JSON value, null too. */
const anything: JSONSchema = { nullable: true };

/** What is checked: type, format, enum and what is required. Bounds were checked when the objects were stored. */
function validationOf(node: JSONSchema): JSONSchema {
  const { type, required, oneOf, enum: values } = node;
  // How OpenAPI documents describe a number or a string.
  if (oneOf !== undefined) return { "x-kubernetes-int-or-string": true };
  return {
    ...(type === undefined ? anything : { type }),
    ...(values === undefined ? {} : { enum: values }),
    ...(required === undefined ? {} : { required }),
  };
}
