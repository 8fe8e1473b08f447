// Where two objects differ, what a difference prints, and which places a path of a declared loss names.
import { expect, test } from "vitest";
import { differences, isWithin, placedValuesAt, stepsOf, valueAtPath } from "./differences.ts";
import { notWholeSeconds } from "./lost-values.ts";
import { expectSame } from "./trip.ts";

const cases: readonly { name: string; was: unknown; is: unknown; at: readonly string[] }[] = [
  { name: "equal values", was: { a: [1, { b: "x" }] }, is: { a: [1, { b: "x" }] }, at: [] },
  { name: "an absent field that was null", was: { a: null }, is: {}, at: ["a"] },
  { name: "an absent field that was an empty object", was: { a: {} }, is: {}, at: ["a"] },
  { name: "an absent field that was an empty list", was: { a: [] }, is: {}, at: ["a"] },
  { name: "the fields of an absent object", was: { a: { b: 1, c: 2 } }, is: {}, at: ["a.b", "a.c"] },
  { name: "the fields of a new object", was: {}, is: { a: { b: 1 } }, at: ["a.b"] },
  { name: "an element of lists of one length", was: [1, 2, 3], is: [1, 5, 3], at: ["1"] },
  { name: "lists of other lengths as a whole", was: { a: [1] }, is: { a: [1, 2] }, at: ["a"] },
  { name: "an object that was a list", was: { a: [] }, is: { a: {} }, at: ["a"] },
  { name: "an object that was a string", was: { a: "" }, is: { a: { b: 1 } }, at: ["a"] },
  { name: "a field that is inherited by no object", was: {}, is: { constructor: 1 }, at: ["constructor"] },
];

test.each(cases)("differences: $name", ({ was, is, at }) => {
  expect(differences(was, is).map(({ path }) => path.join("."))).toEqual(at);
});

test("a difference is printed with its place, both values and all three objects", () => {
  const trip = { start: { a: [{}] }, there: { b: 1 }, back: { a: [{ c: 2 }] } };
  const found = differences(trip.start, trip.back);
  expect(() => expectSame(trip, found, "after a round trip")).toThrow(
    new Error(`after a round trip: a[0].c was absent and is 2
  help: choose a form of \`as\` for a[].c that keeps this value, or name the values that are lost in the field's rule
start:     {"a":[{}]}
converted: {"b":1}
back:      {"a":[{"c":2}]}`),
  );
  expect(() => expectSame(trip, [], "after a round trip")).not.toThrow();
});

test("steps of lists name numbers, steps of maps names", () => {
  expect(stepsOf("spec.disks[].tags[*]")).toEqual(["spec", "disks", "[]", "tags", "[*]"]);
  expect(isWithin(["disks", 0, "size"], ["disks", "[]"])).toBe(true);
  expect(isWithin(["disks", "0"], ["disks", "[]"])).toBe(false);
  expect(isWithin(["tags", "0"], ["tags", "[*]"])).toBe(true);
  expect(isWithin(["tags", 0], ["tags", "[*]"])).toBe(false);
  expect(isWithin(["disks"], ["disks", "[]"])).toBe(false);
});

test("values of a path come with the element around them", () => {
  const root = { disks: [{ size: 1 }, {}], tags: { a: { x: 1 } } };
  expect(placedValuesAt(root, ["disks", "[]", "size"])).toEqual([
    { value: 1, element: { size: 1 } },
    { value: undefined, element: {} },
  ]);
  expect(placedValuesAt(root, ["tags", "[*]", "x"])).toEqual([{ value: 1, element: { x: 1 } }]);
  expect(placedValuesAt(root, ["tags"])).toEqual([{ value: root.tags, element: root }]);
  expect([valueAtPath(root, ["disks", 0, "size"]), valueAtPath(root, ["disks", "0"])]).toEqual([1, undefined]);
});

test.each([90, ["1m30s"], { s: "1m30s" }])("%j is no whole number of seconds", (value) => {
  expect(notWholeSeconds(value, {}, {})).toBe(true);
});
