// An assertion holds when it has tests and all of them pass.
import { expect, test } from "vitest";
import { assertionsOf, type TestResult } from "./wire-assertions.ts";

const passing = (title: string, file = "test/wire/assertions.test.ts"): TestResult => ({
  file,
  title,
  status: "passed",
});
const all = [
  ...Array.from({ length: 14 }, (_, i) => passing(`assertion ${i + 1}: it holds`)),
  passing("from 1.11 to 1.12 exactly these bodies break", "generators/hooks/src/changes/upstream-changes.test.ts"),
];
const broken = (results: readonly TestResult[]): readonly string[] =>
  assertionsOf(results).flatMap(({ number, problems }) => problems.map((problem) => `${number}: ${problem}`));

test("fifteen hold", () => {
  expect(broken(all)).toEqual([]);
  expect(assertionsOf(all)).toHaveLength(15);
});

test("one without a test does not, and neither does one of whose tests one fails or is skipped", () => {
  expect(broken(all.filter(({ title }) => !title.startsWith("assertion 2:")))).toEqual(["2: it has no test"]);
  const failing = { ...passing("assertion 1: also this"), status: "failed" };
  expect(broken([...all, failing])).toEqual(["1: assertion 1: also this: failed"]);
  expect(broken([...all, { ...passing("assertion 12: later"), status: "pending" }])).toEqual([
    "12: assertion 12: later: pending",
  ]);
});
