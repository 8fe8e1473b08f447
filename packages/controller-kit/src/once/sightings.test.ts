// The times that one process waits for, and how many it remembers.
import { expect, test } from "vitest";
import { Sightings } from "./sightings.ts";

test("a time begins at the first sight of a mark, ends when it is over, and begins again with another mark", () => {
  let now = 100;
  const sightings = new Sightings(() => now);
  const left = (mark: string): number => sightings.remaining("m", mark, { ms: 10, at: now });
  expect(left("a")).toBe(10);
  now = 104;
  expect(left("a")).toBe(6);
  expect(left("b")).toBe(10);
  now = 120;
  expect(left("b")).toBe(0);
  sightings.begin("m", "b");
  expect(left("b")).toBe(10);
  sightings.end("m", "b");
  expect(left("b")).toBe(0);
  sightings.forget("m");
  expect(left("b")).toBe(10);
});

test("the place that was seen longest ago is forgotten when there are too many, and only waits longer", () => {
  const sightings = new Sightings(() => 0);
  for (let index = 0; index < 10_001; index++) sightings.end(`m${index}`, "a");
  const left = (place: string): number => sightings.remaining(place, "a", { ms: 10, at: 0 });
  expect([left("m1"), left("m10000"), left("m0")]).toEqual([0, 0, 10]);
});
