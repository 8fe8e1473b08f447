// Values that fields accept, and those that they surely reject.
import type { Tag, TypeModel, TypeNode } from "@capstan/generator-model";
import { expect, test } from "vitest";
import { accepts } from "./accepted-values.ts";

const model: TypeModel = { kinds: [], templates: [], hooks: [], conversions: [], types: {} };
const string: TypeNode = { kind: "scalar", scalar: "string" };
const int: TypeNode = { kind: "scalar", scalar: "Int32" };
const list: TypeNode = { kind: "list", element: string };
const map: TypeNode = { kind: "map", value: int };
const tag = (name: string, value: Tag["value"], ...steps: Tag["steps"]): Tag => ({
  name,
  value,
  steps,
  span: { file: "a.ts", line: 1, column: 1, endLine: 1, endColumn: 1 },
});

test.each<[string, TypeNode, readonly Tag[], unknown, boolean]>([
  ["a string", string, [], "a", true],
  ["a number for a string", string, [], 1, false],
  ["null", string, [], null, false],
  ["null where it is allowed", { kind: "nullable", of: string }, [], null, true],
  ["a number beyond the width", int, [], 2 ** 31, false],
  ["too small a number", int, [tag("minimum", 4)], 3, false],
  ["a string of the pattern", string, [tag("pattern", "^[a-z]+$")], "abc", true],
  ["a string of another form", string, [tag("pattern", "^[a-z]+$")], "ABC", false],
  ["a string that JavaScript cannot check", string, [tag("pattern", "(?i)^[a-z]+$")], "1", true],
  ["a string of a pattern as a type", { kind: "pattern", pattern: "^a$" }, [], "b", false],
  ["an element that is too long", list, [tag("maxLength", 2, "items")], ["abc"], false],
  ["a list that is too long", list, [tag("maxItems", 1)], ["a", "b"], false],
  ["a value of a map", map, [tag("minimum", 4, "values")], { a: 3 }, false],
])("%s", (_, type, tags, value, want) => {
  expect(accepts(model, { type, tags }, value)).toBe(want);
});
