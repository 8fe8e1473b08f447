// Groups take turns.
import { expect, test } from "vitest";
import { heapGrowth } from "../../test/heap-growth.ts";
import { FairLanes } from "./fair-lanes.ts";

function all(lanes: FairLanes<string>): string[] {
  const items: string[] = [];
  for (let item = lanes.take(); item !== undefined; item = lanes.take()) items.push(item);
  return items;
}

test("one group is first in, first out", () => {
  const lanes = new FairLanes<string>();
  for (const item of ["a", "b", "c"]) lanes.push("x", item);
  expect([all(lanes), lanes.take()]).toEqual([["a", "b", "c"], undefined]);
});

test("a group with many items does not keep others waiting", () => {
  const lanes = new FairLanes<string>();
  for (const item of ["a1", "a2", "a3", "a4"]) lanes.push("a", item);
  lanes.push("b", "b1");
  lanes.push("c", "c1");
  lanes.push("c", "c2");
  expect(all(lanes)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", "a4"]);
});

test("a group that comes again waits for the others", () => {
  const lanes = new FairLanes<string>();
  lanes.push("a", "a1");
  lanes.push("b", "b1");
  lanes.push("b", "b2");
  expect(lanes.take()).toBe("a1");
  lanes.push("a", "a2");
  expect(all(lanes)).toEqual(["b1", "a2", "b2"]);
});

test("the lowest rank comes first, and a group without one is left out", () => {
  const lanes = new FairLanes<string>();
  for (const group of ["a", "b", "c"]) lanes.push(group, group);
  const ranks: Record<string, number | undefined> = { a: 2, b: undefined, c: 1 };
  const take = (): string | undefined => lanes.take((group) => ranks[group]);
  expect([take(), take(), take()]).toEqual(["c", "a", undefined]);
  expect(lanes.take()).toBe("b");
});

test("a group whose items never end does not keep those that were taken", () => {
  const lanes = new FairLanes<object>();
  lanes.push("a", {});
  const growth = heapGrowth(() => {
    for (let i = 0; i < 200_000; i += 1) {
      lanes.push("a", { i });
      lanes.take();
    }
  });
  expect(lanes.take()).toEqual({ i: 199_999 });
  // All of them take 10 MB.
  expect(growth).toBeLessThan(2_000_000);
});
