// Which namespace may have the next worker.
import { expect, test } from "vitest";
import { WorkerShares } from "./worker-shares.ts";

test("the rank of a namespace is how many of its passes run", () => {
  const shares = new WorkerShares(10);
  expect(shares.rank("a", 0)).toBe(0);
  shares.begin("a", 0);
  shares.begin("a", 1);
  expect([shares.rank("a", 2), shares.rank("b", 2)]).toEqual([2, 0]);
  shares.end("a", 0, 3);
  expect(shares.rank("a", 3)).toBe(1);
  shares.end("a", 1, 3);
  shares.end("a", 1, 3);
  expect(shares.rank("a", 3)).toBe(0);
});

test("a namespace with slow passes does not get the last worker, others do", () => {
  const shares = new WorkerShares(3);
  shares.begin("a", 0);
  shares.begin("a", 0);
  expect([shares.rank("a", 5000), shares.rank("a", 5001), shares.rank("b", 5001)]).toEqual([2, undefined, 0]);
  shares.end("a", 0, 6000);
  expect(shares.rank("a", 6000)).toBe(1);
});

test("a namespace whose last pass was slow does not get the last worker either, until one was quick", () => {
  const shares = new WorkerShares(2);
  shares.begin("a", 0);
  shares.end("a", 0, 6000);
  expect(shares.rank("a", 6000)).toBe(0);
  shares.begin("a", 6000);
  expect(shares.rank("a", 6001)).toBeUndefined();
  shares.end("a", 6000);
  shares.begin("a", 6002);
  expect(shares.rank("a", 6003)).toBeUndefined();
  shares.end("a", 6002, 6004);
  shares.begin("a", 6005);
  expect(shares.rank("a", 6006)).toBe(1);
});

test("a single worker is for all", () => {
  const shares = new WorkerShares(1);
  shares.begin("a", 0);
  shares.end("a", 0, 60_000);
  expect(shares.rank("a", 60_000)).toBe(0);
});
