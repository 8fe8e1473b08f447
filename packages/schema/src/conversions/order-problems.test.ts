// Functions that keep something from call to call are named, also those that give the same result twice in a row; pure functions, with a cache
// or without, are not.
import { expect, it } from "vitest";
import { shortenLimit } from "../../test/short-limit.ts";
import { conversion, hub, integer, object, spoke, verdict } from "../../test/written-conversions.ts";
import type { CheckedConversion } from "./checked-conversion.ts";
import { orderProblems } from "./order-problems.ts";

type Size = (size: number) => number;

/** A conversion whose module makes the function when it is loaded. */
function checked(load: () => Size): CheckedConversion {
  const fields = object({ size: integer });
  const instance = (): CheckedConversion => {
    const up = load();
    return conversion({
      older: fields,
      newer: fields,
      up: ({ size = 0 }) => ({ size: up(size) }),
      down: (spec) => spec,
    });
  };
  return { ...instance(), fresh: [instance().convert, instance().convert] };
}

const sizes = [3, 1, 2, 1, 5];
const samples = { hub: [hub({ size: 4 })], spoke: sizes.map((size) => spoke({ size })) };

it.each<[string, () => Size]>([
  [
    "counts calls",
    () => {
      let calls = 0;
      return (size) => size + (calls += 1);
    },
  ],
  [
    "numbers what it sees first",
    () => {
      const seen = new Map<number, number>();
      return (size) => {
        if (!seen.has(size)) seen.set(size, seen.size);
        return seen.get(size) ?? 0;
      };
    },
  ],
  [
    "remembers the first",
    () => {
      let first: number | undefined;
      return (size) => (first ??= size);
    },
  ],
  [
    "changes after some calls",
    () => {
      let calls = 0;
      return (size) => ((calls += 1) > 3 ? 0 : size);
    },
  ],
  [
    "draws a number when its module is loaded",
    () => {
      const salt = Math.random();
      return (size) => size + salt;
    },
  ],
])("a function that %s", (_, load) => {
  expect(orderProblems(checked(load), samples)).toEqual([
    expect.stringMatching(
      /^the result depends on more than the object: spec\.size was .* when the objects were converted in one order, and .* in another: a function keeps something from call to call, or from when its module was loaded; it was checked with \{"apiVersion":"g\.io\/v1"/,
    ),
  ]);
});

it("what is numbered at first sight is the same twice in a row", () => {
  const seen: number[] = [];
  const numbered = checked(() => (size) => (seen.includes(size) ? seen.indexOf(size) : seen.push(size) - 1));
  const twice = verdict(
    { ...numbered, losses: [{ at: "spec.size", affects: () => true }] },
    {
      hub: hub({ size: 4 }),
      spoke: spoke({ size: 3 }),
    },
  );
  expect(twice.filter((problem) => problem.includes("converted again"))).toEqual([]);
});

it.each<[string, () => Size]>([
  ["is pure", () => (size) => size + 1],
  [
    "has a cache",
    () => {
      const known = new Map<number, number>();
      return (size) => known.get(size) ?? known.set(size, size * 2).get(size) ?? 0;
    },
  ],
  [
    "always throws",
    () => () => {
      throw new Error("own");
    },
  ],
])("a function that %s is no problem", (_, load) => {
  expect(orderProblems(checked(load), samples)).toEqual([]);
});

it("a function that loops is stopped, and the object is named", () => {
  shortenLimit();
  let loops = 0;
  const looping = checked(() => (size) => {
    if (size === 5) loops += 1;
    while (size === 5);
    return size;
  });
  const many = { hub: [], spoke: Array.from({ length: 50 }, (_, at) => spoke({ size: at === 30 ? 5 : 0 })) };
  expect(() => orderProblems(looping, many)).toThrow(
    /did not end within 5 s: a function of it loops; it was checked with \{"apiVersion":"g\.io\/v1".*"size":5/,
  );
  // On a busy machine it is tried again with more time, up to sixteen times as much, and the other objects are not waited for.
  expect(loops).toBeGreaterThan(0);
  expect(loops).toBeLessThan(6);
});

it("a conversion whose modules are not loaded again is not looked at", () => {
  const { fresh: _, ...once } = checked(() => () => Math.random());
  expect(orderProblems(once, samples)).toEqual([]);
});
