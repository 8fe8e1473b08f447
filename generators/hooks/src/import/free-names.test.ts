// Which name is chosen, and that choosing takes no longer than the number of names.
import { expect, test } from "vitest";
import { FreeNames } from "./free-names.ts";

test("the first wanted name that is free is taken, then the first one with a number", () => {
  const names = new FreeNames(["A", "A3"]);
  expect([1, 2, 3, 4].map(() => names.take(["A", "AB"]))).toEqual(["AB", "A2", "A4", "A5"]);
  expect(names.take(["B"])).toBe("B");
});

test("shared names are used, and others' names are not", () => {
  const shared = new FreeNames(["A"]);
  expect(shared.take(["A"])).toBe("A2");
  const [one, other] = [new FreeNames([], shared), new FreeNames(["B"], shared)];
  expect([one.take(["A"]), one.take(["B"]), other.take(["A"]), other.take(["B"])]).toEqual(["A3", "B", "A3", "B2"]);
});

test("50,000 equal names, in many files with shared ones, take no longer than their number", () => {
  const from = process.threadCpuUsage().user;
  const shared = new FreeNames([]);
  for (let i = 0; i < 25_000; i++) shared.take(["A"]);
  const last = Array.from({ length: 25_000 }, () => new FreeNames([], shared).take(["A"]));
  expect(new Set(last)).toEqual(new Set(["A25001"]));
  expect(process.threadCpuUsage().user - from).toBeLessThan(1_000_000);
});
