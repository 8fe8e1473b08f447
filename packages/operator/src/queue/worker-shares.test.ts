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

test("a namespace with a slow pass does not get the last worker for a minute, however quick others of it are", () => {
  const shares = new WorkerShares(2);
  shares.begin("a", 0);
  shares.end("a", 0, 6000);
  expect(shares.rank("a", 6000)).toBe(0);
  shares.begin("a", 6000);
  expect(shares.rank("a", 6001)).toBeUndefined();
  shares.end("a", 6000);
  shares.begin("a", 6002);
  shares.end("a", 6002, 6004);
  shares.begin("a", 6005);
  expect([shares.rank("a", 6006), shares.rank("b", 6006)]).toEqual([undefined, 0]);
  shares.end("a", 6005, 6007);
  shares.begin("a", 66_000);
  expect(shares.rank("a", 66_000)).toBe(1);
});

test("a thousand namespaces that were slow are forgotten when they are not any more", () => {
  const shares = new WorkerShares(2);
  for (let i = 0; i < 1100; i++) {
    shares.begin(`n${i}`, 0);
    shares.end(`n${i}`, 0, 6000);
  }
  shares.begin("a", 100_000);
  expect(shares.size).toBe(1);
});

test("a single worker is for all", () => {
  const shares = new WorkerShares(1);
  shares.begin("a", 0);
  shares.end("a", 0, 60_000);
  expect(shares.rank("a", 60_000)).toBe(0);
});
