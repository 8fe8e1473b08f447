// Which packages an install of others contains.
import { expect, test } from "vitest";
import { closureOf, type WorkspacePackage } from "./closure.ts";

function workspace(graph: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, WorkspacePackage> {
  return new Map(Object.entries(graph).map(([name, dependencies]) => [name, { name, folder: name, dependencies }]));
}

test.each([
  { name: "a chain", given: { a: ["b"], b: ["c"], c: [], d: [] }, want: ["a", "b", "c"] },
  { name: "a package that two need", given: { a: ["b", "c"], b: ["c"], c: [] }, want: ["a", "b", "c"] },
  { name: "a package of the registry", given: { a: ["yaml"] }, want: ["a"] },
  { name: "a cycle", given: { a: ["b"], b: ["a"] }, want: ["a", "b"] },
  { name: "an unknown name", given: { b: [] }, want: [] },
])("closure: $name", ({ given, want }) => {
  expect(closureOf(["a"], workspace(given)).map(({ name }) => name)).toEqual(want);
});
