// Rules that are applied to an object: which objects go with the fields that leave them, where defaults come, and what single rules say.
import { describe, expect, it, test } from "vitest";
import { applyRules, fitsUnions, isExcluded, isNeededByMember, isNullOfOther, isOfOne } from "./apply-rules.ts";
import type { ConversionRules, FieldRule, Side, TogetherFields } from "./conversion-plan.ts";
import type { Fields } from "./fields.ts";
import { dropEmpty } from "./value-ops.ts";

interface Case {
  readonly name: string;
  readonly rules: ConversionRules;
  readonly side?: Side;
  readonly object: Fields;
  readonly want: Fields;
}

function check({ rules, side = "newer", object, want }: Case): void {
  applyRules(object, rules, { side, context: {} });
  expect(object).toEqual(want);
}

const moved: FieldRule = { older: ["o", "m"], newer: ["m"], shape: "int32" };
const emptied: ConversionRules["emptied"] = [{ side: "older", path: ["o"] }];
/** A default of the older version, in an object that only this version has. */
const own: FieldRule = { older: ["o", "in", "d"], shape: "int32", default: 1 };
const ownObject: ConversionRules["onlyIn"] = [{ side: "older", path: ["o", "in"] }];
const ofText = (name: string, path: readonly string[], there: readonly string[]): TogetherFields => ({
  name,
  as: { forward: ({ x }: Fields) => ({ y: x }), back: ({ y }: Fields) => ({ x: y }) },
  older: [{ name: "x", path, shape: "string" }],
  newer: [{ name: "y", path: there, shape: "string" }],
});
/** The same with another field of the older version, which is absent. */
const withOther = (path: readonly string[]): TogetherFields => {
  const { older, ...group } = ofText("two", path, ["y"]);
  return { ...group, older: [{ name: "w", path: ["w"], shape: "string" }, ...older] };
};

describe("an object that a field leaves", () => {
  it.each<Case>([
    { name: "goes", rules: { fields: [moved], emptied }, object: { o: { m: 1 } }, want: { m: 1 } },
    {
      name: "stays where it is one of the other side",
      rules: { fields: [moved], emptied: [{ side: "newer", path: ["o"] }] },
      object: { o: { m: 1 } },
      want: { o: {}, m: 1 },
    },
    {
      name: "stays for a kept value",
      rules: { fields: [moved, { older: ["o", "k"], shape: "int32" }], emptied },
      object: { o: { m: 1, k: 2 } },
      want: { o: {}, m: 1 },
    },
    {
      name: "goes with a value that is not kept",
      rules: { fields: [moved, { older: ["o", "k"] }], emptied },
      object: { o: { m: 1, k: 2 } },
      want: { m: 1 },
    },
    {
      name: "goes with a default that comes again",
      rules: { fields: [moved, { older: ["o", "d"], shape: "int32", default: 1 }], emptied },
      object: { o: { m: 1, d: 1 } },
      want: { m: 1 },
    },
    {
      name: "goes with a default that is in no object of one version",
      rules: {
        fields: [moved, { older: ["o", "d"], shape: "int32", default: 1 }],
        emptied,
        onlyIn: [{ side: "older", path: ["q"] }],
      },
      object: { o: { m: 1, d: 1 } },
      want: { m: 1 },
    },
    {
      name: "stays for a default in an object of its version alone",
      rules: { fields: [moved, own], emptied, onlyIn: ownObject },
      object: { o: { m: 1, in: { d: 1 } } },
      want: { o: {}, m: 1 },
    },
    {
      name: "stays for a default in an object of its version alone, among such objects of both",
      rules: { fields: [moved, own], emptied, onlyIn: [...ownObject, { side: "newer", path: ["q"] }] },
      object: { o: { m: 1, in: { d: 1 } } },
      want: { o: {}, m: 1 },
    },
    {
      name: "goes where another field has the object of its version alone come again",
      rules: { fields: [moved, own, { older: ["o", "in", "x"], newer: ["x"] }], emptied, onlyIn: ownObject },
      object: { o: { m: 1, in: { d: 1, x: 2 } } },
      want: { m: 1, x: 2 },
    },
    {
      name: "stays where that field is absent",
      rules: { fields: [moved, own, { older: ["o", "in", "x"], newer: ["x"] }], emptied, onlyIn: ownObject },
      object: { o: { m: 1, in: { d: 1 } } },
      want: { o: {}, m: 1 },
    },
    {
      name: "stays where that field has no value in the other version",
      rules: {
        fields: [moved, own, { older: ["o", "in", "x"], newer: ["x"], as: dropEmpty(0) }],
        emptied,
        onlyIn: ownObject,
      },
      object: { o: { m: 1, in: { d: 1, x: 0 } } },
      want: { o: {}, m: 1, x: undefined },
    },
    {
      name: "stays where the other version does not have that field",
      rules: { fields: [moved, own, { older: ["o", "in", "x"] }], emptied, onlyIn: ownObject },
      object: { o: { m: 1, in: { d: 1, x: 2 } } },
      want: { o: {}, m: 1 },
    },
    {
      name: "goes where functions have the object of its version alone come again",
      rules: {
        fields: [moved, own],
        together: [ofText("one", ["o", "in", "x"], ["y"]), ofText("two", ["z"], ["w"])],
        emptied,
        onlyIn: ownObject,
      },
      object: { o: { m: 1, in: { d: 1, x: "t" } } },
      want: { m: 1, y: "t" },
    },
    {
      name: "stays where the functions get no value from there",
      rules: {
        fields: [moved, own],
        together: [ofText("one", ["o", "in", "x"], ["y"]), ofText("two", ["z"], ["w"])],
        emptied,
        onlyIn: ownObject,
      },
      object: { o: { m: 1, in: { d: 1 } }, z: "t" },
      want: { o: {}, m: 1, w: "t" },
    },
    {
      name: "stays where only what is beside it moves",
      rules: { fields: [{ older: ["p"], newer: ["q"] }], emptied },
      object: { o: {}, p: 1 },
      want: { o: {}, q: 1 },
    },
    {
      name: "stays where a value in it changes its name",
      rules: { fields: [{ older: ["o", "a"], newer: ["o", "b"], as: dropEmpty("") }], emptied },
      object: { o: { a: "" } },
      want: { o: {} },
    },
    {
      name: "goes with the value of functions that have another one elsewhere",
      rules: {
        fields: [],
        together: [withOther(["o", "x"])],
        emptied,
      },
      object: { o: { x: "t" } },
      want: { y: "t" },
    },
    {
      name: "goes where one of two values of functions has its own object come again",
      rules: {
        fields: [moved, own],
        together: [withOther(["o", "in", "x"])],
        emptied,
        onlyIn: ownObject,
      },
      object: { o: { m: 1, in: { d: 1, x: "t" } } },
      want: { m: 1, y: "t" },
    },
    {
      name: "goes where a value beside it becomes none",
      rules: {
        fields: [moved, { older: ["n"], newer: ["k"], as: dropEmpty(0) }],
        emptied: [{ side: "older", path: ["o"], stays: true }],
      },
      object: { o: { m: 1 }, n: 0 },
      want: { m: 1 },
    },
    {
      name: "goes before the one around it that it empties",
      rules: {
        fields: [{ older: ["o", "in", "m"], newer: ["m"] }],
        emptied: [
          { side: "older", path: ["o"] },
          { side: "older", path: ["o", "in"] },
        ],
      },
      object: { o: { in: { m: 1 } } },
      want: { m: 1 },
    },
    {
      name: "goes where functions put one of two values elsewhere",
      rules: {
        fields: [],
        together: [
          {
            name: "two",
            as: { forward: ({ x }: Fields) => ({ y: x }), back: () => ({}) },
            older: [{ name: "x", path: ["o", "x"], shape: "string" }],
            newer: [
              { name: "y", path: ["y"], shape: "string" },
              { name: "z", path: ["o", "z"], shape: "string" },
            ],
          },
        ],
        emptied,
      },
      object: { o: { x: "t" } },
      want: { y: "t" },
    },
    {
      name: "stays for one of two values that becomes none",
      rules: {
        fields: [moved, { older: ["o", "n"], newer: ["n"], as: dropEmpty(0) }],
        emptied: [{ side: "older", path: ["o"], stays: true }],
      },
      object: { o: { m: 1, n: 0 } },
      want: { o: {}, m: 1 },
    },
  ])("$name", check);
});

describe("a default", () => {
  it.each<Case>([
    {
      name: "comes after the values that exclude it",
      rules: {
        fields: [
          { older: ["o", "a"], newer: ["o", "a"], default: 1, exclusive: { newer: [["o", "b"]] } },
          { older: ["b"], newer: ["o", "b"] },
        ],
      },
      object: { o: {}, b: 2 },
      want: { o: { b: 2 } },
    },
    {
      name: "comes after the objects that other fields make",
      rules: {
        fields: [
          { newer: ["o", "a"], default: 1 },
          { older: ["b"], newer: ["o", "b"] },
        ],
      },
      object: { b: 2 },
      want: { o: { a: 1, b: 2 } },
    },
    {
      name: "of the older version makes no object that the newer one requires",
      rules: { fields: [{ older: ["o", "in", "a"], newer: ["o", "in", "a"], within: 1, olderDefault: 5 }] },
      side: "older",
      object: { o: {} },
      want: { o: {} },
    },
    {
      name: "of the newer version makes an object that this one requires",
      rules: { fields: [{ newer: ["o", "in", "a"], within: 1, default: 5 }] },
      object: { o: {} },
      want: { o: { in: { a: 5 } } },
    },
  ])("$name", check);
});

const there: FieldRule = { older: ["a"], newer: ["b"], shape: "string" };

test.each<{ name: string; value: unknown; rule: FieldRule; want: boolean }>([
  { name: "at another place in the other version", value: null, rule: there, want: true },
  { name: "at the same place", value: null, rule: { ...there, newer: ["a"] }, want: false },
  { name: "of one version", value: null, rule: { older: ["a"], shape: "string" }, want: false },
  { name: "of the other version", value: null, rule: { newer: ["a"], shape: "string" }, want: false },
  { name: "that the hub has, too", value: null, rule: { ...there, shape: { nullable: "string" } }, want: false },
  { name: "of a field of no known shape", value: null, rule: { older: ["a"], newer: ["b"] }, want: false },
  { name: "that is no null", value: "", rule: there, want: false },
])("a null $name", ({ value, rule, want }) => {
  expect(isNullOfOther(value, rule)).toBe(want);
});

test.each<{ name: string; rule: FieldRule; side: Side; want: boolean }>([
  { name: "this version", rule: { older: ["a"] }, side: "older", want: true },
  { name: "the other version", rule: { older: ["a"] }, side: "newer", want: false },
  { name: "both", rule: { older: ["a"], newer: ["a"] }, side: "newer", want: false },
])("a field of $name", ({ rule, side, want }) => {
  expect(isOfOne(rule, side)).toBe(want);
});

const union = { path: ["type"], values: ["A"], needed: ["A"] };

test("members of unions, and fields that exclude others", () => {
  const rule: FieldRule = { newer: ["a"], members: { newer: [union, { path: ["o", "type"], values: ["B"] }] } };
  expect(fitsUnions({}, undefined)).toBe(true);
  expect(fitsUnions({ type: "A" }, [union])).toBe(true);
  expect(fitsUnions({ type: "B" }, [union])).toBe(false);
  expect(fitsUnions({ type: "A" }, rule.members?.newer)).toBe(false);
  expect(isExcluded({ b: 1 }, [["b"], ["c"]])).toBe(true);
  expect(isExcluded({ a: 1 }, [["b"], ["c"]])).toBe(false);
  expect(isExcluded({ a: 1 }, undefined)).toBe(false);
  expect(isNeededByMember({ type: "A" }, rule, "newer")).toBe(true);
  expect(isNeededByMember({ type: "B" }, rule, "newer")).toBe(false);
  expect(isNeededByMember({ type: "A" }, rule, "older")).toBe(false);
});
