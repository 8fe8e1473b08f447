// Nullable types as the API server reads them: each accepts null, and of other values only those of the type.
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema } from "@capstan/schema/structural";
import { expect, it } from "vitest";
import { nonNullSchema, nullableSchema } from "./nullable-schema.ts";

const isAccepted = (schema: JSONSchema, value: unknown): boolean =>
  compileSchema({ type: "object", properties: { a: schema } }).validate({ a: value }).length === 0;

it.each<[JSONSchema, unknown, unknown]>([
  [{ type: "string", enum: ["a", "b"] }, "a", "c"],
  [{ type: "integer", enum: [1, 2] }, 1, 3],
  [{ type: "string", pattern: "^a$" }, "a", "b"],
  [{ type: "boolean" }, true, "true"],
])("%j or null", (schema, value, other) => {
  const nullable = nullableSchema(schema);
  expect([null, value, other].map((one) => isAccepted(nullable, one))).toEqual([true, true, false]);
  expect(isAccepted(schema, null)).toBe(false);
  expect(nonNullSchema(nullable)).toEqual(schema);
});

it("an enum beside `nullable` rejects null, and is no type or null", () => {
  const schema: JSONSchema = { type: "string", nullable: true, enum: ["a"] };
  expect(isAccepted(schema, null)).toBe(false);
  expect(nonNullSchema(schema)).toBeUndefined();
});

it.each<JSONSchema>([
  { type: "string" },
  { type: "string", nullable: true, allOf: [] },
  { type: "string", nullable: true, allOf: [{ enum: ["a"] }, { enum: ["b"] }] },
  { type: "string", nullable: true, allOf: [{ enum: ["a"], maxLength: 1 }] },
  { type: "string", nullable: true, allOf: [{ maxLength: 1 }] },
])("%j is no schema of a type or null", (schema) => {
  expect(nonNullSchema(schema)).toBeUndefined();
});
