// Objects that a version rejects when they are empty: which rules decide whether they are there.
import { expect, test } from "vitest";
import type { ConversionRules, FieldRule, TogetherFields } from "./conversion-plan.ts";
import { refusedContainer } from "./refused-containers.ts";

const inIt: FieldRule = { older: ["o", "in", "x"], newer: ["o", "in", "x"] };
const itself: FieldRule = { older: ["o", "in"] };
const around: FieldRule = { newer: ["o"] };
const beside: FieldRule = { older: ["o", "y"], newer: ["o", "y"] };
const elsewhere: FieldRule = { older: ["p"], newer: ["p", "q", "r"] };
const rules: ConversionRules = {
  fields: [inIt, itself, around, beside, elsewhere],
  onlyIn: [
    { side: "older", path: ["o", "in", "only"] },
    { side: "older", path: ["p"] },
  ],
  notEmpty: [
    { side: "older", path: ["o", "in"] },
    { side: "newer", path: ["q"] },
  ],
  emptied: [
    { side: "older", path: ["o"] },
    { side: "older", path: ["r"] },
  ],
  nulls: [
    { of: "older", older: ["o", "in", "n"], newer: ["m"] },
    { of: "older", older: ["k"], newer: ["k"] },
  ],
};

test("only rules around the object and in it decide whether it is there", () => {
  expect(refusedContainer(rules, { side: "older", path: ["o", "in"] })).toEqual({
    isByOthers: false,
    rules: {
      fields: [inIt, itself, around],
      onlyIn: [{ side: "older", path: ["o", "in", "only"] }],
      notEmpty: [{ side: "older", path: ["o", "in"] }],
      emptied: [{ side: "older", path: ["o"] }],
      nulls: [{ of: "older", older: ["o", "in", "n"], newer: ["m"] }],
    },
  });
});

test("an object is rejected in its own version alone, and found once", () => {
  const at = { side: "older", path: ["o", "in"] } as const;
  expect(refusedContainer(rules, { ...at, side: "newer" })).toBeUndefined();
  expect(refusedContainer(rules, { ...at, path: ["o"] })).toBeUndefined();
  expect(refusedContainer({ fields: [] }, at)).toBeUndefined();
  expect(refusedContainer(rules, { side: "newer", path: ["q"] })?.rules.fields).toEqual([]);
  expect(refusedContainer(rules, at)).toBe(refusedContainer(rules, at));
});

const together: TogetherFields = {
  name: "g",
  as: { forward: () => ({}), back: () => ({}) },
  older: [
    { name: "a", path: ["a"], shape: "string" },
    { name: "b", path: ["o", "b"], shape: "string" },
  ],
  newer: [{ name: "c", path: ["c"], shape: "string" }],
};

test.each<{ name: string; of: Partial<ConversionRules>; want: boolean }>([
  { name: "a field in it", of: { fields: [{ older: ["o", "x"], newer: ["o", "y"] }] }, want: false },
  { name: "a field of its version alone", of: { fields: [{ older: ["o", "x"] }] }, want: false },
  {
    name: "a field that is elsewhere in the other version",
    of: { fields: [{ older: ["o", "x"], newer: ["x"] }] },
    want: true,
  },
  { name: "a field beside it that moves into it", of: { fields: [{ older: ["x"], newer: ["o", "x"] }] }, want: false },
  { name: "itself, elsewhere", of: { fields: [{ older: ["o"], newer: ["p"] }] }, want: false },
  { name: "one of two fields that functions convert", of: { together: [together] }, want: true },
  {
    name: "fields that functions convert, none of them in it",
    of: { together: [{ ...together, older: [{ name: "a", path: ["a"], shape: "string" }] }] },
    want: false,
  },
])("an object is there by others for $name: $want", ({ of, want }) => {
  const one: ConversionRules = { fields: [], notEmpty: [{ side: "older", path: ["o"] }], ...of };
  expect(refusedContainer(one, { side: "older", path: ["o"] })?.isByOthers).toBe(want);
});
