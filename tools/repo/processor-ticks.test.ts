// The share of the processors that is in use, by the kernel's table.
import { expect, test } from "vitest";
import { busyShare, ticksOf } from "./processor-ticks.ts";

const stat = (idle: number, user: number): string =>
  `cpu  ${user} 0 10 ${idle} 5 0 0 0 0 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n`;

test("the share of the processors between two moments", () => {
  const [before, after] = [ticksOf(stat(100, 50)), ticksOf(stat(130, 120))];
  expect(before).toEqual({ all: 165, idle: 105 });
  expect(busyShare(before ?? { all: 0, idle: 0 }, after ?? { all: 0, idle: 0 })).toBeCloseTo(0.7);
});

test("no share without time between them", () => {
  expect(busyShare({ all: 5, idle: 2 }, { all: 5, idle: 2 })).toBe(0);
});

test("what is not the kernel's table has no ticks", () => {
  expect(ticksOf("intr 1 2 3\n")).toBeUndefined();
  expect(ticksOf("cpu 1 2\n")).toBeUndefined();
});
