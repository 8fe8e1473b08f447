// Our document against what Cluster API's own Go types say (tools/peers/hooks-openapi writes facts.json by reflection):
// paths, names of components, properties, types and what is required. Descriptions and enums are ours.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hooksOpenApi } from "../../openapi.ts";

interface Facts {
  readonly paths: Readonly<
    Record<string, { request: string; response: string; tags: string[]; parameters?: string[] }>
  >;
  readonly components: Readonly<Record<string, FactSchema>>;
}

interface FactSchema {
  type?: string;
  format?: string;
  ref?: string;
  oneOf?: string[];
  items?: FactSchema;
  additionalProperties?: FactSchema;
  properties?: Record<string, FactSchema>;
  required?: string[];
}

const facts = JSON.parse(
  readFileSync(new URL("../../../../../tools/peers/hooks-openapi/facts.json", import.meta.url), "utf8"),
) as Facts;
const document = hooksOpenApi();
const { schemas } = document.components;

/** A schema of the document in the words of the facts. */
function factOf(schema: Record<string, unknown>): FactSchema {
  const { type, format, $ref, oneOf, items, additionalProperties, properties, required } = schema;
  const child = (value: unknown): FactSchema => factOf(value as Record<string, unknown>);
  return {
    ...(type === undefined ? {} : { type: type as string }),
    ...(format === undefined ? {} : { format: format as string }),
    ...($ref === undefined ? {} : { ref: ($ref as string).slice("#/components/schemas/".length) }),
    ...(oneOf === undefined ? {} : { oneOf: (oneOf as { type: string }[]).map((one) => one.type) }),
    ...(items === undefined ? {} : { items: child(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: child(additionalProperties) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties as object).map(([name, one]) => [name, child(one)])),
        }),
    ...(required === undefined ? {} : { required: (required as string[]).toSorted() }),
  };
}

function sorted(fact: FactSchema): FactSchema {
  return { ...fact, ...(fact.required === undefined ? {} : { required: fact.required.toSorted() }) };
}

test("there are the same 17 paths and 133 components", () => {
  expect(Object.keys(facts.paths)).toHaveLength(17);
  expect(Object.keys(facts.components)).toHaveLength(133);
  expect(Object.keys(document.paths).toSorted()).toEqual(Object.keys(facts.paths).toSorted());
  expect(Object.keys(schemas).toSorted()).toEqual(Object.keys(facts.components).toSorted());
});

describe("paths", () => {
  test.each(Object.entries(facts.paths))("%s", (path, want) => {
    const { post } = document.paths[path] as unknown as {
      post: {
        tags: string[];
        parameters?: { name: string }[];
        requestBody: { content: Record<string, { schema: { $ref: string } }> };
        responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>;
      };
    };
    const json = "application/json";
    expect(post.tags).toEqual(want.tags);
    expect(post.parameters?.map(({ name }) => name)).toEqual(want.parameters);
    expect(post.requestBody.content[json]?.schema.$ref).toBe(`#/components/schemas/${want.request}`);
    expect(post.responses["200"]?.content[json]?.schema.$ref).toBe(`#/components/schemas/${want.response}`);
  });
});

describe("components", () => {
  test.each(Object.entries(facts.components))("%s", (name, want) => {
    expect(factOf(schemas[name] as Record<string, unknown>)).toEqual(sorted(want));
  });
});
