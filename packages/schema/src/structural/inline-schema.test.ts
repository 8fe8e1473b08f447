// Schemas with their references written out.
import { expect, test } from "vitest";
import { inlineSchema } from "./inline-schema.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

test.each([
  {
    name: "a scalar with its bounds left out",
    given: { type: "string", minLength: 1, description: "x" },
    want: { type: "string" },
  },
  { name: "an enum", given: { type: "string", enum: ["a"] }, want: { type: "string", enum: ["a"] } },
  { name: "any value", given: { description: "x" }, want: { nullable: true } },
  {
    name: "a number or a string",
    given: { oneOf: [{ type: "integer" }, { type: "string" }], format: "int-or-string" },
    want: { "x-kubernetes-int-or-string": true },
  },
  {
    name: "an object that refers to another",
    given: { type: "object", properties: { b: ref("B") }, required: ["b"] },
    want: { type: "object", properties: { b: { type: "array", items: { type: "boolean" } } }, required: ["b"] },
  },
  {
    name: "a map",
    given: { type: "object", additionalProperties: ref("B") },
    want: { type: "object", additionalProperties: { type: "array", items: { type: "boolean" } } },
  },
  {
    name: "a type that contains itself, cut where it starts again",
    given: { type: "object", properties: { a: ref("A") } },
    want: { type: "object", properties: { a: { nullable: true } } },
  },
])("$name", ({ given, want }) => {
  const schemas = { A: given, B: { type: "array", items: { type: "boolean" } } };
  expect(inlineSchema(schemas, "#/components/schemas/A")).toEqual(want);
});

test("shapes are types and what is required, without enums", () => {
  const schemas = {
    A: { type: "object", required: ["a"], properties: { a: { type: "string", enum: ["x"] } } },
  };
  expect(inlineSchema(schemas, "#/components/schemas/A", "shapes")).toStrictEqual({
    type: "object",
    required: ["a"],
    properties: { a: { type: "string" } },
  });
});

test("what a schema does not have is not added", () => {
  const schemas = { A: { type: "string" } };
  expect(inlineSchema(schemas, "#/components/schemas/A")).toStrictEqual({ type: "string" });
});

test("a reference to a schema that the document does not have is an error", () => {
  const schemas = { A: { type: "object", properties: { b: ref("B") } } };
  expect(() => inlineSchema(schemas, "#/components/schemas/A")).toThrow(
    'the document has no schema "#/components/schemas/B"',
  );
});
