// What counts as killed, what as equivalent, and which entries of the list have no mutant any more.
import { expect, test } from "vitest";
import { type Equivalent, type Judged, scoreOf, sourceAt, staleEquivalents } from "./score.ts";

const place = { start: { line: 0, column: 0 }, end: { line: 0, column: 1 } };
const judged = (status: string, source = "a"): Judged => ({
  file: "src/a.ts",
  mutator: "StringLiteral",
  replacement: '""',
  ...place,
  status,
  source,
});
const equivalent: Equivalent = {
  file: "src/a.ts",
  mutator: "StringLiteral",
  source: "a b",
  replacement: '""',
  reason: "nobody reads it",
};

test.each([
  { given: ["Killed", "Timeout", "Survived", "NoCoverage"], want: { killed: 2, survived: 2, invalid: 0, percent: 50 } },
  { given: ["Killed", "RuntimeError", "Ignored"], want: { killed: 1, survived: 0, invalid: 2, percent: 100 } },
  { given: [], want: { killed: 0, survived: 0, invalid: 0, percent: 100 } },
])("$given", ({ given, want }) => {
  expect(
    scoreOf(
      given.map((status) => judged(status)),
      [],
    ),
  ).toEqual({ ...want, equivalent: 0 });
});

test("a listed mutant does not count, however its source is wrapped", () => {
  const outcomes = [judged("Survived", "a\n   b"), judged("Survived", "c"), judged("Killed")];
  expect(scoreOf(outcomes, [equivalent])).toEqual({ killed: 1, survived: 1, equivalent: 1, invalid: 0, percent: 50 });
});

test("an entry without a surviving mutant is stale", () => {
  expect(staleEquivalents([judged("Killed", "a b")], [equivalent])).toEqual([equivalent]);
  expect(staleEquivalents([judged("Survived", "a b")], [equivalent])).toEqual([]);
});

test("the source of a mutant over several lines", () => {
  const content = "one two\nthree\nfour five";
  expect(sourceAt(content, { start: { line: 0, column: 4 }, end: { line: 2, column: 4 } })).toBe("two\nthree\nfour");
});
