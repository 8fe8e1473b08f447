// Whether the tables of mutants fit the code that they change. That all of them are noticed is for
// `pnpm run fuzz conversions mutants --all` to say.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { describe, expect, test } from "vitest";
import { nameOf, replaceOnce } from "./mutant.ts";
import { allMutants as mutants } from "./all-mutants.ts";

test.each(mutants.map((mutant) => [nameOf(mutant), mutant] as const))("%s changes its file", (_, { file, change }) => {
  const source = readFileSync(join(root, "packages/contract/src/codegen/v1", file), "utf8");
  expect(change(source)).not.toBe(source);
});

test("no two mutants have one name", () => {
  const names = mutants.map(nameOf);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe("a place that is changed", () => {
  test.each(["b", "", "a a"])("must stand in the source once: %j", (source) => {
    expect(() => replaceOnce("a", "c")(source)).toThrow(/stands [02] times in the source: correct the table/);
  });
});
