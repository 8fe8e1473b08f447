// The catalog as it is committed: every rule has its entry, all evidence exists, and the figures add up.
import { expect, test } from "vitest";
import { coverContracts } from "./coverage.ts";
import { tableOf } from "./report.ts";

const coverage = coverContracts();

test("nothing fails", () => {
  expect(coverage.problems).toEqual([]);
  expect(coverage.failed).toBe(0);
});

test("every id and every line is counted once, and is in the table", () => {
  const ids = coverage.groups.reduce((sum, group) => sum + group.ids, 0);
  const enforced = coverage.groups.flatMap(({ by }) => Object.values(by)).reduce((sum, count) => sum + count, 0);
  expect([enforced, coverage.passed]).toEqual([ids, ids + coverage.lines]);
  expect(tableOf(coverage.groups, coverage.columns).split("\n").at(-1)).toMatch(new RegExp(`^all +${ids} `));
});
