// Literals of functions go to fields that surely accept them, and to no others: the API server would reject the objects.
import type { Property, ScalarName, Tag, TypeModel, TypeNode } from "@capstan/generator-model";
import { expect, test } from "vitest";
import { literalExamples } from "./literal-examples.ts";

const model: TypeModel = { kinds: [], templates: [], hooks: [], conversions: [], types: {} };
const position = { file: "a.ts", line: 1, column: 1 };
const scalar = (name: ScalarName): TypeNode => ({ kind: "scalar", scalar: name });
const tag = (name: string, value: Tag["value"], ...steps: Tag["steps"]): Tag => ({
  name,
  value,
  steps,
  span: { ...position, endLine: 1, endColumn: 1 },
});
const field = (name: string, type: TypeNode, tags: readonly Tag[] = []): Property => ({
  name,
  type,
  tags,
  optional: true,
  description: "",
  position,
});
const object = (...properties: readonly Property[]): TypeNode => ({ kind: "object", properties });

const literals = ["legacy", "Old", "1Gi", "30s", 7, -1.5];

test.each<[string, TypeNode, readonly Tag[], Record<string, readonly unknown[]>]>([
  ["a string", scalar("string"), [], { "spec.a": ["legacy", "Old", "1Gi", "30s"] }],
  ["a string with bounds", scalar("string"), [tag("maxLength", 3)], { "spec.a": ["Old", "1Gi", "30s"] }],
  ["a string of a pattern", scalar("string"), [tag("pattern", "^[a-z]+$")], { "spec.a": ["legacy"] }],
  ["a string of a pattern as a type", { kind: "pattern", pattern: "^[A-Z]" }, [], { "spec.a": ["Old"] }],
  ["a string of a pattern of RE2 alone", scalar("string"), [tag("pattern", "(?i)^[a-z]+$")], {}],
  ["a string of a format", scalar("string"), [tag("format", "uuid")], {}],
  ["a whole number", scalar("Int32"), [], { "spec.a": [7] }],
  ["a whole number with bounds", scalar("Int32"), [tag("maximum", 6)], {}],
  ["a number", scalar("Double"), [], { "spec.a": [7, -1.5] }],
  ["a quantity", scalar("Quantity"), [], { "spec.a": ["1Gi"] }],
  ["a duration", scalar("Duration"), [], { "spec.a": ["30s"] }],
  ["a time", scalar("Time"), [], {}],
  ["a boolean", scalar("boolean"), [], {}],
  ["an enum", { kind: "enum", base: "string", values: ["legacy", "Old"] }, [], {}],
  ["elements of a list", { kind: "list", element: scalar("Int32") }, [], { "spec.a[]": [7] }],
  [
    "elements with bounds",
    { kind: "list", element: scalar("string") },
    [tag("maxLength", 3, "items")],
    { "spec.a[]": ["Old", "1Gi", "30s"] },
  ],
  ["elements of a set", { kind: "list", element: scalar("string") }, [tag("listType", "set")], {}],
  [
    "fields of elements, without keys",
    { kind: "list", element: object(field("name", scalar("string")), field("size", scalar("Int32"))) },
    [tag("listType", "map"), tag("listMapKey", "name")],
    { "spec.a[].size": [7] },
  ],
  ["values of a map", { kind: "map", value: object(field("b", scalar("Int32"))) }, [], { "spec.a[*].b": [7] }],
])("%s", (_, type, tags, want) => {
  const root = object(field("spec", object(field("a", type, tags))));
  const found = literalExamples(model, root, { path: "spec.a", literals });
  const byPath = Map.groupBy(found.flatMap(Object.entries), ([path]) => path);
  expect(Object.fromEntries([...byPath].map(([path, all]) => [path, all.map(([, value]) => value)]))).toEqual(want);
});

test("an object with very many fields, and a function with very many literals, get some of them", () => {
  const fields = Array.from({ length: 50 }, (_, index) => field(`f${index}`, scalar("Int32")));
  const root = object(field("spec", object(...fields)));
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  expect(literalExamples(model, root, { path: "spec", literals: numbers })).toHaveLength(12 * 24);
});
