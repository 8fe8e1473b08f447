// A sample follows from its seed, takes as many as asked for, and keeps blocks apart.
import { expect, test } from "vitest";
import type { Mutant } from "./mutants.ts";
import { sampleOf } from "./sample.ts";

const mutants: readonly Mutant[] = Array.from({ length: 40 }, (_, line) => ({
  file: "src/a.ts",
  mutator: line % 4 === 0 ? "BlockStatement" : "StringLiteral",
  replacement: "{}",
  start: { line, column: 2 },
  end: { line, column: 9 },
}));

test("the same seed picks the same mutants, another seed others", () => {
  expect(sampleOf(mutants, 10, 1)).toEqual(sampleOf(mutants, 10, 1));
  expect(sampleOf(mutants, 10, 1)).not.toEqual(sampleOf(mutants, 10, 2));
});

test.each([
  [1, 1],
  [10, 10],
  [40, 40],
  [99, 40],
])("of 40 mutants, %i asked for gives %i", (count, want) => {
  const picked = sampleOf(mutants, count, 7).flatMap((batch) => batch.mutants);
  expect(new Set(picked).size).toBe(want);
});

test("blocks run apart, and places count lines from one", () => {
  expect(
    sampleOf(mutants, 40, 3).map(({ kind, mutants: mine, places }) => [kind, mine.length, places.toSorted()[0]]),
  ).toEqual([
    ["blocks", 10, "src/a.ts:13:2-13:9"],
    ["others", 30, "src/a.ts:10:2-10:9"],
  ]);
});
