// Who waits, who is dropped, and whose turn it is.
import { expect, test } from "vitest";
import { FairBacklog } from "./fair-backlog.ts";

function taken(backlog: FairBacklog<string>): string[] {
  const all: string[] = [];
  for (let item = backlog.take(); item !== undefined; item = backlog.take()) all.push(item);
  return all;
}

test("owners take turns, and the items of each stay in order", () => {
  const backlog = new FairBacklog<string>(10);
  for (const item of ["a1", "a2", "a3", "b1", "c1", "c2"]) backlog.add(item.slice(0, 1), item);
  expect(taken(backlog)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
});

test("the owner with the most items gives up its newest", () => {
  const backlog = new FairBacklog<string>(4);
  const dropped = ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3"].map((item) => backlog.add(item.slice(0, 1), item));
  expect(dropped.filter((item) => item !== undefined)).toEqual(["a5", "a4", "a3", "b3"]);
  expect(taken(backlog)).toEqual(["a1", "b1", "a2", "b2"]);
  backlog.add("c", "c1");
  expect(taken(backlog)).toEqual(["c1"]);
});
