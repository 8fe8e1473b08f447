// Values of annotations inside and outside of the bounds of their fields.
import { parseExactJson } from "@capstan/kube";
import { describe, expect, it, test } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { templatePlan } from "./template-plan.ts";
import { keptOutOfBounds, outOfBounds, type MatchPattern } from "./value-bounds.ts";
import type { ValueBounds, ValueShape } from "./shape.ts";
import { hasShape, withoutNulls } from "./value-shape.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const matches: MatchPattern = (pattern, text) => new RegExp(pattern, "u").test(text);

it.each<[ValueBounds, readonly unknown[], readonly unknown[], string]>([
  [{ pattern: "^[a-z]+$" }, ["a", 1, null], ["A", ""], "pattern ^[a-z]+$"],
  [{ minLength: 2 }, ["ab", "😀b", 1], ["a", "😀", ""], "minLength 2"],
  [{ maxLength: 2 }, ["", "ab", "😀😀"], ["abc", "😀😀😀"], "maxLength 2"],
  [
    { minimum: 2 },
    [2, 2.5, "1", parseExactJson("9007199254740993")],
    [1, -2, parseExactJson("-9007199254740993")],
    "minimum 2",
  ],
  [
    { maximum: 2.5 },
    [2.5, 2, parseExactJson("-9007199254740993")],
    [3, parseExactJson("9007199254740993")],
    "maximum 2.5",
  ],
  [{ minimum: 0, exclusiveMinimum: true }, [0.1], [0, -1], "minimum 0"],
  [{ maximum: 0, exclusiveMaximum: true }, [-0.1], [0, 1], "maximum 0"],
  [{ minItems: 1 }, [[1], {}, ""], [[]], "minItems 1"],
  [{ maxItems: 1 }, [[], [1]], [[1, 2]], "maxItems 1"],
  [{ minProperties: 1 }, [{ a: 1 }, []], [{}], "minProperties 1"],
  [{ maxProperties: 1 }, [{ a: 1 }, {}], [{ a: 1, b: 1 }], "maxProperties 1"],
])("%j", (within, right, wrong, bound) => {
  const check = (value: unknown): unknown => outOfBounds(value, { of: "any", within }, matches);
  expect(right.map(check).filter((found) => found !== undefined)).toEqual([]);
  expect(wrong.map(check)).toEqual(wrong.map(() => ({ path: [], bound })));
});

it("a number with as many digits as a floating-point number can have is compared", () => {
  const check = (value: string, within: ValueBounds): unknown =>
    outOfBounds(parseExactJson(value), { of: "any", within }, matches);
  expect(check("9".repeat(308), { maximum: 1e300 })).toEqual({ path: [], bound: "maximum 1e+300" });
  expect(check(`-${"9".repeat(308)}`, { minimum: -1e300 })).toEqual({ path: [], bound: "minimum -1e+300" });
  expect(check("9".repeat(308), { minLength: 1 })).toBeUndefined();
});

const short: ValueShape = { of: "string", within: { maxLength: 1 } };

it.each<[ValueShape, unknown, string | undefined]>([
  [{ list: short }, ["a", "bb"], "1"],
  [{ map: short }, { x: "a", y: "bb" }, "y"],
  [{ nullable: short }, "bb", ""],
  [{ nullable: short }, null, undefined],
  [{ fields: { a: { list: { fields: { b: short } } } } }, { a: [{}, { b: "bb" }] }, "a.1.b"],
  [{ of: { list: short }, within: { maxItems: 2 } }, ["a", "bb"], "1"],
  // Values of other types are ignored by conversions, and so are fields that there are not.
  [{ fields: { a: short } }, { b: "bb" }, undefined],
  [{ fields: { a: short } }, ["bb"], undefined],
  [{ list: short }, { a: "bb" }, undefined],
  [{ map: short }, "bb", undefined],
  [{ fields: { toString: short } as Record<string, ValueShape> }, {}, undefined],
  [{ oneOf: ["bb"] }, "bb", undefined],
])("in %j", (shape, value, path) => {
  expect(outOfBounds(value, shape, matches)?.path.join(".")).toBe(path);
});

test("bounds are no part of the shape that conversions check", () => {
  expect([hasShape("bb", short), hasShape(1, short), hasShape(null, { nullable: short })]).toEqual([true, false, true]);
  const within: ValueShape = { of: { fields: { a: "string" } }, within: { minProperties: 1 } };
  expect(withoutNulls({ a: null }, within)).toEqual({});
});

const plan: ConversionPlan = {
  ...planOfFoo,
  newer: "v3",
  rules: {
    fields: [
      { newer: ["spec", "a"], shape: short },
      { newer: ["spec", "free"] },
      { older: ["spec", "old"], keep: true, shape: short },
    ],
    together: [
      {
        name: "t",
        as: { forward: () => ({}), back: () => ({}) },
        older: [],
        newer: [{ name: "t", path: ["spec", "t"], shape: short }],
      },
    ],
    elements: [
      { path: ["spec", "list"], form: "list", keys: ["name"], rules: { fields: [{ newer: ["b"], shape: short }] } },
      { path: ["spec", "map"], form: "map", rules: { fields: [{ older: ["c"], keep: true, shape: short }] } },
    ],
  },
};
const other: ConversionPlan = { ...plan, older: "v2", rules: { fields: [{ newer: ["spec", "z"], shape: short }] } };

describe("an annotation", () => {
  const found = (
    version: string,
    parts: object,
    forVersions: object = {},
    plans = [plan, other],
  ): string | undefined => {
    const data = { parts: { ...parts }, forVersions: { ...forVersions } };
    return keptOutOfBounds(data, { plans, version }, matches)?.path.join(".");
  };

  it.each<[object, string | undefined]>([
    [{ spec: { a: "a", free: "aa", t: "t", old: "aa", list: [{ name: "x", b: "b" }] } }, undefined],
    [{ spec: { a: "aa" } }, "spec.a"],
    [{ spec: { a: null, t: "tt" } }, "spec.t"],
    [{ spec: { list: [{ name: "x" }, { name: "y", b: "bb" }] } }, "spec.list.1.b"],
    [{ spec: { z: "zz" } }, undefined],
    [{ spec: 7 }, undefined],
  ])("of an older object has parts of the hub: %j", (parts, path) => {
    expect(found("v1", parts)).toBe(path);
  });

  it("of the hub's object has none, and of another version those of its own rules", () => {
    expect(found("v3", { spec: { a: "aa", z: "zz" } })).toBeUndefined();
    expect(found("v2", { spec: { a: "aa", z: "zz" } })).toBe("spec.z");
  });

  it("has what the hub keeps for other versions", () => {
    const kept = (spec: object): object => ({ v1: { spec } });
    expect(found("v3", {}, kept({ old: "aa" }))).toBe("keptFor.v1.spec.old");
    expect(found("v2", {}, kept({ map: { x: {}, y: { c: "cc" } } }))).toBe("keptFor.v1.spec.map.y.c");
    expect(found("v3", {}, kept({ a: "aa", t: "tt", old: "a" }))).toBeUndefined();
    expect(found("v3", {}, { v1: 7, v9: { spec: { old: "aa" } } })).toBeUndefined();
  });

  it("of a template has the bounds of its kind", () => {
    const template = { spec: { template: { spec: { a: "aa" } } } };
    expect(found("v1", template, {}, [templatePlan(plan)])).toBe("spec.template.spec.a");
  });
});
