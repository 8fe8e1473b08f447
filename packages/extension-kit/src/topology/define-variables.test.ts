// Declared variables: which are rejected, how they are discovered, and what their values are.
import { hookCatalog } from "@capstan/api/catalog";
import type { JSONSchemaProps } from "@capstan/api/core/v1beta2";
import { describeError, type JSONValue } from "@capstan/kube";
import { describe, expect, expectTypeOf, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { callInProcess } from "../testing/index.ts";
import { defineVariables } from "./define-variables.ts";
import type { VariableSchemaLiteral } from "./schema-type.ts";

const variables = defineVariables({
  image: { required: true, schema: { type: "string", minLength: 1 } },
  tags: { schema: { type: "array", items: { type: "string" }, default: [] } },
  size: {
    schema: {
      type: "object",
      properties: { cpu: { type: "integer", default: 2 }, gpu: { type: "integer" } },
      required: [],
    },
  },
});

test("the message of a secret value that does not fit has no value", () => {
  const schema = { type: "string", pattern: "^[a-z]*$" } as const;
  const read = (): unknown => defineVariables({ key: { secret: true, schema } }).read({ key: "S3CRET" });
  expect(read).toThrow(/^variable "key" is wrong: it does not fit the schema, and is secret$/);
});

test("variables are discovered as they were defined", async () => {
  const extension = defineExtension({ discoverVariables: { variables } });
  const response = await callInProcess(extension, hookCatalog.DiscoverVariables, { request: {} });
  expect(response.variables).toEqual([
    { name: "image", required: true, schema: { openAPIV3Schema: { type: "string", minLength: 1 } } },
    {
      name: "tags",
      required: false,
      schema: { openAPIV3Schema: { type: "array", items: { type: "string" }, default: [] } },
    },
    {
      name: "size",
      required: false,
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: { cpu: { type: "integer", default: 2 }, gpu: { type: "integer" } },
          required: [],
        },
      },
    },
  ]);
});

test.each([
  {
    name: "a name with a dot",
    given: { "a.b": { schema: { type: "string" } } } as const,
    want: `"a.b" cannot be the name of a variable
  help: use a name without dots, at most 256 characters, other than "builtin"`,
  },
  {
    name: "core's own name",
    given: { builtin: { schema: { type: "string" } } } as const,
    want: `"builtin" cannot be the name of a variable
  help: use a name without dots, at most 256 characters, other than "builtin"`,
  },
  {
    name: "a schema without a type inside",
    given: { a: { schema: { type: "object", properties: { b: {} } } } } as const,
    want: `the schema of variable "a" is not one that Cluster API accepts: properties[b].type: Required value: must not be empty for specified object fields
  help: use the types object, array, string, number, integer and boolean, keywords of variables, and values that fit`,
  },
  {
    name: "a default that does not fit",
    given: { a: { schema: { type: "integer", default: "x" } } } as const,
    want: `the schema of variable "a" is not one that Cluster API accepts: default: Invalid value: "string": it.default in body must be of type integer: "string"
  help: use the types object, array, string, number, integer and boolean, keywords of variables, and values that fit`,
  },
  {
    name: "a bound that is not a whole number",
    given: { a: { schema: { type: "number", minimum: 0.5 } } } as const,
    want: `the schema of variable "a" is not one that Cluster API accepts: minimum: it is not a whole number
  help: use the types object, array, string, number, integer and boolean, keywords of variables, and values that fit`,
  },
])("$name is rejected", ({ given, want }) => {
  let error: unknown;
  try {
    defineVariables(given);
  } catch (caught) {
    error = caught;
  }
  expect(describeError(error)).toBe(want);
});

test("types: values follow from schemas", () => {
  const values = variables.read({ image: "x", size: { gpu: 1 } });
  expectTypeOf(values.image).toEqualTypeOf<string>();
  expectTypeOf(values.tags).toEqualTypeOf<readonly string[]>();
  expectTypeOf(values.size?.cpu).toEqualTypeOf<number | undefined>();
  expect(values).toEqual({ image: "x", tags: [], size: { cpu: 2, gpu: 1 } });
});

test("types: a schema can have every keyword of ClusterClasses", () => {
  expectTypeOf<keyof VariableSchemaLiteral>().toEqualTypeOf<keyof JSONSchemaProps>();
  const all = defineVariables({
    port: {
      required: true,
      schema: {
        "x-kubernetes-int-or-string": true,
        anyOf: [{ type: "integer" }, { type: "string" }],
        "x-metadata": { labels: { area: "network" } },
      },
    },
    limits: {
      schema: {
        type: "object",
        "x-kubernetes-preserve-unknown-fields": true,
        properties: { low: { type: "integer" }, high: { type: "integer" } },
        allOf: [{ required: ["low"] }, { not: { required: ["none"] } }],
        oneOf: [{ required: ["high"] }],
        "x-kubernetes-validations": [{ rule: "self.low <= self.high", message: "low is above high" }],
      },
    },
  });
  const values = all.read({ port: "http", limits: { low: 1, high: 2, other: true } });
  expectTypeOf(values.port).toEqualTypeOf<number | string>();
  expectTypeOf(values.limits?.low).toEqualTypeOf<number | undefined>();
  expectTypeOf(values.limits?.["other"]).toEqualTypeOf<JSONValue | undefined>();
  expect(values).toEqual({ port: "http", limits: { low: 1, high: 2, other: true } });
  expect(() => all.read({ port: true })).toThrow('variable "port" is wrong');
  expect(() => all.read({ port: 80, limits: { high: 1 } })).toThrow('variable "limits" is wrong');
  // No rule is evaluated here.
  expect(all.read({ port: 80, limits: { low: 2, high: 1 } }).limits).toEqual({ low: 2, high: 1 });
});

describe("values for all templates", () => {
  const read = variables.reader({ image: "a", tags: ["x"], size: {} });

  test("are checked once and the same for each template, with its own in their place", () => {
    const [first, second] = [read({}), read({ image: "b", tags: null })];
    expect([first, second]).toEqual([
      { image: "a", tags: ["x"], size: { cpu: 2 } },
      { image: "b", tags: [], size: { cpu: 2 } },
    ]);
    expect(first.size).toBe(second.size);
    expect(() => (first.tags as string[]).push("y")).toThrow(TypeError);
  });

  test("fail for each template that has none of its own", () => {
    const wrong = variables.reader({ image: "" });
    expect(() => wrong({})).toThrow("image");
    expect(wrong({ image: "b" }).image).toBe("b");
  });

  test("cost the same for many templates", () => {
    const large = variables.reader({ image: "a", tags: Array.from({ length: 150_000 }, (_, i) => `tag-${i}`) });
    const from = process.threadCpuUsage().user;
    for (let i = 0; i < 2000; i += 1) large({});
    // Once for each template, it took 19 s.
    expect(process.threadCpuUsage().user - from).toBeLessThan(2_000_000);
  });
});
