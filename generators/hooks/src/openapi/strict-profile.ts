// The profile `strict` of a document: what the wire demands beyond what Cluster API's own document has. References with a description are
// wrapped in `allOf`, since OpenAPI 3.0 ignores everything beside `$ref`.
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiSchema, OpenApiText } from "./document.ts";

/** The document in the profile; `document` has all constraints, `variables` are the schemas of the values of variables by name. */
export function strictDocument(
  document: OpenApiDocument,
  variables: Readonly<Record<string, OpenApiSchema>>,
): OpenApiDocument {
  const schemas = mapped(document.components.schemas, strict);
  const variable = schemas[variableComponent]?.properties?.["value"];
  if (variable !== undefined && Object.keys(variables).length > 0) variable["x-capstan-variables"] = { ...variables };
  const paths = mapped(document.paths, ({ post }) => ({ post: operation(post) }));
  return { ...document, paths, components: { schemas } };
}

const variableComponent = "sigs.k8s.io.cluster-api.api.runtime.hooks.v1alpha1.Variable";

function mapped<V>(record: Readonly<Record<string, V>>, change: (value: V) => V): Record<string, V> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** The numbers that fit in 32 bits; those of 64 bits are more than JSON's readers can tell apart. */
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

function strict(schema: OpenApiSchema): OpenApiSchema {
  const { $ref, properties, items, additionalProperties, ...own } = schema;
  const reference = $ref === undefined ? {} : Object.keys(own).length === 0 ? { $ref } : { allOf: [{ $ref }] };
  return {
    ...(own.format === "int32" ? int32 : {}),
    ...own,
    ...reference,
    ...(properties === undefined ? {} : { properties: mapped(properties, strict) }),
    ...(items === undefined ? {} : { items: strict(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: strict(additionalProperties) }),
  };
}

const timeout: OpenApiParameter = {
  in: "query",
  name: "timeout",
  description: "How long Cluster API waits for the answer, as a duration of Go.",
  required: false,
  schema: { type: "string", pattern: String.raw`^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$` },
};

/** Every other answer than one of status 200. */
const failed: OpenApiText & { description: string } = {
  description:
    "No answer: Cluster API reports the status and the beginning of the text. An extension that cannot do its part answers with status 200 and Failure.",
  content: { "text/plain": { schema: { type: "string" } } },
};

function operation(post: OpenApiOperation): OpenApiOperation {
  return {
    ...post,
    parameters: [...(post.parameters ?? []), timeout],
    requestBody: { ...post.requestBody, required: true },
    responses: { ...post.responses, default: failed },
  };
}
