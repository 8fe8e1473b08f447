// What measures the attacks: a stall, a crash and a process that ends must be found, and what is right must not be counted.
import { expect, test } from "vitest";
import { Lab } from "./lab.ts";
import { stallLimitMs } from "./stall-limit.ts";
import { busyMs } from "@capstan/repo/loop-watch";

function spin(ms: number): void {
  const until = busyMs() + ms;
  while (busyMs() < until);
}

test("work that holds the event loop is a fault, quick work is not", () => {
  using lab = new Lab(1);
  lab.hold("quick", () => spin(1), isNever);
  expect(lab.faults).toEqual([]);
  lab.hold("slow", () => spin(2 * stallLimitMs()), isNever);
  expect(lab.faults.map(({ kind, text }) => [kind, text.replace(/\d+ ms/, "N ms")])).toEqual([
    ["stalled", `N ms (limit ${stallLimitMs()}): 'slow'`],
  ]);
  expect(lab.longestStallMs).toBeGreaterThanOrEqual(2 * stallLimitMs());
});

test("an error that is not expected is a crash", () => {
  using lab = new Lab(1);
  const fail = (): void => {
    throw new TypeError("broken");
  };
  expect(lab.hold("a", fail, (error) => error instanceof TypeError)).toBeUndefined();
  expect(lab.faults).toEqual([]);
  lab.hold("b", fail, isNever);
  expect(lab.faults).toMatchObject([{ kind: "crashed", text: expect.stringContaining("broken") }]);
});

test("a long input is cut", () => {
  using lab = new Lab(1);
  lab.fault("wrong", "x", "a".repeat(10_000));
  expect(lab.faults[0]?.text.length).toBeLessThan(700);
});

test("a seed repeats the random values", () => {
  const values = [1, 1, 2].map((seed) => {
    using lab = new Lab(seed);
    return Array.from({ length: 5 }, () => lab.random.below(1000)).join(" ");
  });
  expect(values[0]).toBe(values[1]);
  expect(values[0]).not.toBe(values[2]);
});

function isNever(): boolean {
  return false;
}
