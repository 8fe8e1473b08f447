// Which values are tried: what the server accepts for the most part, and what is easily lost among it.
import * as fc from "fast-check";
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema } from "@capstan/schema/structural";
import { expect, test } from "vitest";
import { valuesOf } from "./random-values.ts";

const sample = (schema: JSONSchema): unknown[] => fc.sample(valuesOf(schema), { numRuns: 500, seed: 1 });

test.each<{ name: string; schema: JSONSchema; among: readonly unknown[] }>([
  { name: "booleans", schema: { type: "boolean" }, among: [true, false] },
  { name: "nulls", schema: { type: "string", nullable: true }, among: [null, ""] },
  { name: "nulls where there is a default", schema: { type: "string", default: "a" }, among: [null] },
  { name: "the ends of a range", schema: { type: "integer", minimum: -2, maximum: 70_000 }, among: [-2, 70_000, 0] },
  { name: "numbers of 32 bits", schema: { type: "integer", format: "int32" }, among: [2 ** 31 - 1, -(2 ** 31)] },
  { name: "numbers of 64 bits", schema: { type: "integer", format: "int64" }, among: [2 ** 53, 2 ** 60, 2 ** 31 - 1] },
  { name: "text", schema: { type: "string" }, among: ["", "__proto__", "1m30s", "👩‍👩‍👧"] },
  { name: "short text", schema: { type: "string", minLength: 1, maxLength: 2 }, among: ["v1", "é"] },
  { name: "either", schema: { "x-kubernetes-int-or-string": true }, among: ["50%", 0] },
  { name: "empty lists", schema: { type: "array", items: { type: "boolean" } }, among: [[], [true, true]] },
  { name: "empty maps", schema: { type: "object", additionalProperties: { type: "object" } }, among: [{}] },
  { name: "objects", schema: { type: "object", properties: { a: { type: "boolean" } } }, among: [{}, { a: false }] },
  {
    name: "objects with one field of several",
    schema: {
      type: "object",
      properties: { a: { type: "boolean" }, b: { type: "boolean" }, c: { type: "string", format: "uuid" } },
      minProperties: 1,
      maxProperties: 1,
    },
    among: [{ a: true }, { b: false }],
  },
  {
    name: "the same key twice in no keyed list",
    schema: {
      type: "array",
      items: { type: "object", properties: { k: { type: "boolean" } }, required: ["k"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
    },
    among: [[], [{ k: true }, { k: false }], [{ k: false }, { k: true }]],
  },
])("$name", ({ schema, among }) => {
  const values = sample(schema);
  for (const value of among) expect(values).toContainEqual(value);
  const compiled = compileSchema(schema);
  const accepted = values.filter((value) => value === null || compiled.validate(value).length === 0);
  expect(accepted.length / values.length).toBeGreaterThan(0.9);
});
