// The first error of a value is the first of all of its errors.
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { compileSchema } from "./compile-schema.ts";

const list: JSONSchema = { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } };
const schema = compileSchema({
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", maxLength: 3, pattern: "^a" },
    either: { anyOf: [{ type: "string" }, { type: "integer" }] },
    list,
    map: { type: "object", additionalProperties: { type: "integer" } },
  },
});

test.each([
  { name: "a" },
  {},
  "text",
  { name: "bbbb", map: { a: "x", b: "y" } },
  { name: "a", either: true, map: { a: "x" } },
  { name: "a", list: ["x", "x"] },
  { name: "a", list: ["x", 1, "x"] },
  { name: 1, map: [] },
])("%j", (value) => {
  expect(schema.firstError(value)).toEqual(schema.validate(value)[0]);
  expect(schema.firstErrorWithDefaults(value)).toEqual(schema.validate(value)[0]);
});

test("defaults are set, and nulls are removed, before the first error is looked for", () => {
  const defaulted = compileSchema({
    type: "object",
    required: ["size"],
    properties: { size: { type: "integer", default: 3 }, name: { type: "string" } },
  });
  const value = { name: null };
  expect([defaulted.firstErrorWithDefaults(value), value]).toEqual([undefined, { size: 3 }]);
  const wrong = { name: 1 };
  expect([defaulted.firstErrorWithDefaults(wrong)?.field, wrong]).toEqual(["name", { size: 3, name: 1 }]);
});
