// Reconciles are counted by the trace, in the time that it covers.
import { expect, test } from "vitest";
import { runsASecond, type TracedRun } from "./dev-reconciles.ts";

const runs = (kind: string, ...times: readonly number[]): TracedRun[] => times.map((at) => ({ type: "run", kind, at }));
const counted = { kind: "A", from: 1000, to: 3000 };

test("those of the kind in the time count, and nothing else", () => {
  const trace = [...runs("A", 500, 1500, 2000, 2500, 3500), ...runs("B", 1600), { type: "write", kind: "A", at: 1700 }];
  expect(runsASecond(trace, counted)).toBe(1.5);
});

test("where older records are not kept any more, the time since the oldest one counts", () => {
  expect(runsASecond(runs("A", 2000, 2500, 3000), counted)).toBe(3);
  expect(runsASecond([...runs("B", 2000), ...runs("A", 2500)], counted)).toBe(1);
});

test("none are none", () => {
  expect(runsASecond([], counted)).toBe(0);
});
