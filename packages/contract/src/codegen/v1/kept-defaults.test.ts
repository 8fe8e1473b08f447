// The defaults of fields that are absent inside of values of an annotation.
import { describe, expect, it, test } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { keptWithDefaults } from "./kept-defaults.ts";
import type { ValueShape } from "./shape.ts";

const taint: ValueShape = {
  fields: { key: "string", effect: "string" },
  required: ["key"],
  defaults: { effect: "NoSchedule" },
};

function plan(shape: ValueShape): ConversionPlan {
  return {
    group: "example.org",
    kind: "Foo",
    older: "v1",
    newer: "v2",
    hub: "newer",
    rules: {
      fields: [
        { newer: ["spec", "a"], shape },
        { older: ["spec", "old"], keep: true, shape },
        { older: ["spec", "both"], newer: ["spec", "both"] },
      ],
      elements: [
        { path: ["spec", "list"], form: "list", keys: ["name"], rules: { fields: [{ newer: ["a"], shape }] } },
        { path: ["spec", "map"], form: "map", rules: { fields: [{ newer: ["a"], shape }] } },
      ],
    },
  };
}

describe("a value", () => {
  it.each<[string, ValueShape, unknown, unknown]>([
    ["of an object gets absent fields", taint, { key: "a" }, { key: "a", effect: "NoSchedule" }],
    ["keeps what it has", taint, { key: "a", effect: "" }, { key: "a", effect: "" }],
    ["gets a default in place of a null", taint, { key: "a", effect: null }, { key: "a", effect: "NoSchedule" }],
    [
      "keeps a null that is allowed",
      { fields: { a: { nullable: "string" } }, defaults: { a: "x" } },
      { a: null },
      { a: null },
    ],
    ["of a list", { list: taint }, [{ key: "a" }, 1], [{ key: "a", effect: "NoSchedule" }, 1]],
    ["of a map", { map: taint }, { x: { key: "a" } }, { x: { key: "a", effect: "NoSchedule" } }],
    ["with bounds", { of: { list: taint }, within: { maxItems: 1 } }, [{}], [{ effect: "NoSchedule" }]],
    ["that may be null", { nullable: taint }, {}, { effect: "NoSchedule" }],
    ["that is null", { nullable: taint }, null, null],
    [
      "with a default that has one itself",
      { fields: { t: taint }, defaults: { t: {} } },
      {},
      { t: { effect: "NoSchedule" } },
    ],
    ["of another type", taint, "x", "x"],
    ["of a list, that is not one", { list: taint }, { a: 1 }, { a: 1 }],
    ["of a table", { oneOf: ["x"] }, "x", "x"],
    ["without a default", { fields: { a: "string" } }, {}, {}],
  ])("%s", (_, shape, value, want) => {
    const at = { plans: [plan(shape)], version: "v1" };
    expect(keptWithDefaults({ parts: { spec: { a: value } }, forVersions: {} }, at).parts).toEqual({
      spec: { a: want },
    });
  });
});

const full = { key: "a", effect: "NoSchedule" };

test("in elements, and in what the hub keeps for the other version", () => {
  const given = { key: "a" };
  const parts = { spec: { list: [{ name: "x", a: given }], map: { y: { a: given } }, both: {} }, status: 1 };
  const forVersions = { v1: { spec: { old: given } }, v7: { spec: { old: given } } };
  const at = { plans: [plan(taint)] };
  expect(keptWithDefaults({ parts, forVersions }, { ...at, version: "v1" })).toEqual({
    parts: { spec: { list: [{ name: "x", a: full }], map: { y: { a: full } }, both: {} }, status: 1 },
    forVersions,
  });
  expect(keptWithDefaults({ parts, forVersions }, { ...at, version: "v2" })).toEqual({
    parts,
    forVersions: { ...forVersions, v1: { spec: { old: full } } },
  });
  // The input stays as it is.
  expect(given).toEqual({ key: "a" });
});

test("what is absent stays absent", () => {
  expect(keptWithDefaults({ parts: { spec: {} }, forVersions: {} }, { plans: [plan(taint)], version: "v1" })).toEqual({
    parts: { spec: {} },
    forVersions: {},
  });
});
