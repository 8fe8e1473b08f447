// A schema of an OpenAPI document with its references written out, as @capstan/schema reads schemas. A type that contains
// itself is cut where it begins again: below that anything is accepted.
import { isJsonObject } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";

const prefix = "#/components/schemas/";

/** The named schema without references. */
export function inlineSchema(schemas: Readonly<Record<string, JSONSchema>>, name: string): JSONSchema {
  return inline(schemas, { $ref: prefix + name }, []);
}

type Schemas = Readonly<Record<string, JSONSchema>>;

function inline(schemas: Schemas, node: JSONSchema & { readonly $ref?: string }, above: readonly string[]): JSONSchema {
  if (node.$ref !== undefined) return follow(schemas, node.$ref.slice(prefix.length), above);
  const child = (schema: JSONSchema): JSONSchema => inline(schemas, schema, above);
  return {
    ...validationOf(node),
    ...(node.properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(node.properties).map(([key, value]) => [key, child(value)])) }),
    ...(node.items === undefined ? {} : { items: child(node.items) }),
    ...(isJsonObject(node.additionalProperties)
      ? { additionalProperties: child(node.additionalProperties as JSONSchema) }
      : {}),
  };
}

function follow(schemas: Schemas, name: string, above: readonly string[]): JSONSchema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`the document has no schema "${name}"`);
  return above.includes(name) ? anything : inline(schemas, schema, [...above, name]);
}

/** Any JSON value, null too. */
const anything: JSONSchema = { nullable: true };

/** What is judged: type, format, enum and what must be there. Bounds were checked when the objects were stored. */
function validationOf(node: JSONSchema): JSONSchema {
  const { type, required, oneOf } = node;
  const values = node.enum;
  // A number or a text, in the words of OpenAPI documents.
  if (oneOf !== undefined) return { "x-kubernetes-int-or-string": true };
  return {
    ...(type === undefined ? anything : { type }),
    ...(values === undefined ? {} : { enum: values }),
    ...(required === undefined ? {} : { required }),
  };
}
