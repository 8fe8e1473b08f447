// The edges of a schema: its bounds and what is beside them, and nothing that it rejects.
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, it } from "vitest";
import { edgeValues } from "./edge-values.ts";
import { oddValues } from "./odd-values.ts";

it.each<[string, JSONSchema, readonly unknown[]]>([
  ["bounds", { type: "integer", minimum: 1, maximum: 65_535 }, [1, 2, 65_534, 65_535]],
  [
    "excluded bounds",
    { type: "integer", minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true },
    [2, 4],
  ],
  ["steps", { type: "integer", minimum: 10, maximum: 50, multipleOf: 8 }, [16, 24, 40, 48]],
  ["32 bits", { type: "integer", format: "int32" }, [-2147483648, -2147483647, 2147483646, 2147483647, -1, 0, 1]],
  ["fractions", { type: "number", minimum: 0, maximum: 1 }, [0, 1, 0.5]],
  ["flags", { type: "boolean" }, []],
  ["an enum", { type: "string", enum: ["a"] }, []],
  ["a pattern", { type: "string", pattern: "^[0-9]{1,5}$" }, ["0", "7", "007", "1"]],
  ["lengths", { type: "string", pattern: "^a[a-z]*$", minLength: 3, maxLength: 5 }, ["aab", "abc", "abcd", "abcde"]],
  ["times", { type: "string", format: "date-time" }, oddValues.times],
  ["bytes", { type: "string", format: "byte" }, oddValues.bytes],
  ["a format without edges", { type: "string", format: "ipv4" }, []],
  ["lists", { type: "array", minItems: 1, maxItems: 3, items: { type: "boolean" } }, [[true], [true, false]]],
  ["empty lists", { type: "array", maxItems: 1, items: { type: "boolean" } }, [[], [true]]],
  [
    "lists with keys",
    {
      type: "array",
      maxItems: 2,
      items: { type: "object", properties: { k: { type: "integer", minimum: 1, maximum: 2 } }, required: ["k"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
    },
    [[], [{ k: 1 }], [{ k: 1 }, { k: 2 }]],
  ],
  ["values without values", { type: "object", additionalProperties: { type: "string", format: "ipv4" } }, [{}]],
  ["an object with fields", { type: "object", properties: { a: { type: "string" } } }, []],
  ["anything", { "x-kubernetes-preserve-unknown-fields": true }, []],
])("%s", (_, schema, want) => {
  expect(edgeValues(schema)).toEqual(want);
});

it("a string of each length that functions cut at is among those without bounds", () => {
  const found = edgeValues({ type: "string" }).map((value) => Array.from(String(value)).length);
  expect([63, 64, 65, 253, 254].filter((length) => !found.includes(length))).toEqual([]);
});

it("maps have every key, those of functions too, and more entries than random ones", () => {
  const found = edgeValues({ type: "object", additionalProperties: { type: "integer" } }, ["x-"]);
  const keys = found.flatMap((map) => Object.keys(Object(map)));
  expect([...oddValues.keys, "x-"].filter((key) => !keys.includes(key))).toEqual([]);
  expect(Math.max(...found.map((map) => Object.keys(Object(map)).length))).toBe(10);
});

it("maps keep their bounds", () => {
  const schema: JSONSchema = {
    type: "object",
    additionalProperties: { type: "boolean" },
    minProperties: 1,
    maxProperties: 2,
  };
  const sizes = edgeValues(schema).map((map) => Object.keys(Object(map)).length);
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([1, 2]);
});

it("quantities are among the edges of a field with their pattern alone", () => {
  const schema: JSONSchema = {
    "x-kubernetes-int-or-string": true,
    anyOf: [{ type: "integer" }, { type: "string" }],
  };
  const pattern = "^[0-9]+(?:[KMGTPE]i)?$";
  expect(edgeValues(schema)).toEqual(oddValues.intsOrStrings);
  expect(edgeValues({ ...schema, pattern })).toEqual(
    [...oddValues.intsOrStrings, ...oddValues.quantities].filter(
      (value, at, all) => all.indexOf(value) === at && (typeof value === "number" || /^\d+(?:[KMGTPE]i)?$/.test(value)),
    ),
  );
});
