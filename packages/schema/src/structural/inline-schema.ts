// A schema of an OpenAPI document with its references written out, as @capstan/schema reads schemas. A type that contains
// itself is cut where it starts again: below that anything is accepted.
import type { JSONSchema } from "@capstan/kube/builtin";

/** The schemas of a document by name. */
type Schemas = Readonly<Record<string, JSONSchema>>;

const prefix = "#/components/schemas/";

/** What is kept of each schema: all that the API server checks; types, enums and what is required; or this without enums, whose values grow with versions. */
export type InlinedKeywords = "all" | "types" | "shapes";

/** The schema that a reference of the document refers to, without references. */
export function inlineSchema(schemas: Schemas, reference: string, keywords: InlinedKeywords = "types"): JSONSchema {
  return follow({ schemas, keywords }, reference, []);
}

interface Inlining {
  readonly schemas: Schemas;
  readonly keywords: InlinedKeywords;
}

function follow(inlining: Inlining, reference: string, above: readonly string[]): JSONSchema {
  const schema = inlining.schemas[reference.slice(prefix.length)];
  if (schema === undefined) throw new Error(`the document has no schema "${reference}"`);
  return above.includes(reference) ? anything : inline(inlining, schema, [...above, reference]);
}

function inline(
  inlining: Inlining,
  node: JSONSchema & { readonly $ref?: string },
  above: readonly string[],
): JSONSchema {
  if (node.$ref !== undefined) return follow(inlining, node.$ref, above);
  const { properties, items, additionalProperties } = node;
  const child = (schema: JSONSchema): JSONSchema => inline(inlining, schema, above);
  return {
    ...keptKeywords[inlining.keywords](node),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, child(value)])) }),
    ...(items === undefined ? {} : { items: child(items) }),
    ...(typeof additionalProperties === "object" ? { additionalProperties: child(additionalProperties) } : {}),
  };
}

/** Any JSON value, null too. */
const anything: JSONSchema = { nullable: true };

/** All that the API server checks or sets. */
function checkedKeywords(described: JSONSchema): JSONSchema {
  const { type, oneOf } = described;
  const node = { ...described };
  delete node.description;
  if (oneOf !== undefined) return { "x-kubernetes-int-or-string": true };
  return type === undefined ? { ...node, ...anything } : node;
}

/** Types, enums and what is required. Bounds were checked when the objects were stored. */
function validationOf(node: JSONSchema): JSONSchema {
  const { enum: values } = node;
  return { ...shapeOf(node), ...(values === undefined ? {} : { enum: values }) };
}

function shapeOf({ type, required, oneOf }: JSONSchema): JSONSchema {
  // How OpenAPI documents describe a number or a string.
  if (oneOf !== undefined) return { "x-kubernetes-int-or-string": true };
  return {
    ...(type === undefined ? anything : { type }),
    ...(required === undefined ? {} : { required }),
  };
}

const keptKeywords: Readonly<Record<InlinedKeywords, (node: JSONSchema) => JSONSchema>> = {
  all: checkedKeywords,
  types: validationOf,
  shapes: shapeOf,
};
