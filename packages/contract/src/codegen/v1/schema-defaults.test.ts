// The defaults of a version, in objects that the API server reads.
import { expect, it, test } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { converterOf } from "./converter.ts";
import { completeDefaults, type SchemaDefaults, setDefaults } from "./schema-defaults.ts";
import { templatePlan } from "./template-plan.ts";

const backup: SchemaDefaults = { fields: { schedule: { default: "daily" } } };
const mayBeNull: SchemaDefaults = { fields: { a: { default: 1, nullable: true } } };

it.each<[string, SchemaDefaults, unknown, unknown]>([
  ["an absent field", backup, {}, { schedule: "daily" }],
  ["a null that the field does not have", backup, { schedule: null }, { schedule: "daily" }],
  ["no null that it has", mayBeNull, { a: null }, { a: null }],
  ["no other value", backup, { schedule: "", more: 1 }, { schedule: "", more: 1 }],
  ["the field of an absent object", { fields: { backup } }, {}, {}],
  ["the field of an object that is there", { fields: { backup } }, { backup: {} }, { backup: { schedule: "daily" } }],
  ["elements", { list: backup }, [{}, 1, null], [{ schedule: "daily" }, 1, null]],
  ["a null among elements", { list: { default: {}, ...backup } }, [null], [{ schedule: "daily" }]],
  ["values of maps", { map: backup }, { "1": {}, a: null }, { "1": { schedule: "daily" }, a: null }],
  ["a null in a map", { map: { default: 2 } }, { a: null, b: 1 }, { a: 2, b: 1 }],
  ["defaults", { fields: { b: { default: {}, ...backup } } }, {}, { b: { schedule: "daily" } }],
  ["no list in place of an object", backup, [{}], [{}]],
  ["no object in place of a list", { list: backup }, { a: {} }, { a: {} }],
  ["a field of any name", JSON.parse('{"fields":{"__proto__":{"default":1}}}'), {}, JSON.parse('{"__proto__":1}')],
])("%s", (_, defaults, value, want) => {
  setDefaults(value, completeDefaults(defaults));
  expect(value).toEqual(want);
});

const rules: ConversionPlan["rules"] = { fields: [] };
const base = { group: "example.org", kind: "Foo", newer: "v3", hub: "newer", rules } as const;
const ofSpec = (defaults: SchemaDefaults): SchemaDefaults => ({ fields: { spec: defaults } });
const hub = ofSpec({ fields: { level: { default: 3 } } });

/** The spec of an object with an empty one. */
function specOf(plans: readonly [ConversionPlan, ...ConversionPlan[]], version: string, kind = "Foo"): unknown {
  const object = { apiVersion: `example.org/${version}`, kind, spec: {} };
  converterOf(...plans).setDefaults?.(object);
  return object.spec;
}

test("a converter sets the defaults of the version that an object has", () => {
  const plans = [
    { ...base, older: "v1", defaults: { newer: hub, older: ofSpec({ fields: { level: { default: 1 } } }) } },
    { ...base, older: "v2", defaults: { newer: hub } },
  ] as const;
  expect(["v1", "v2", "v3", "v4"].map((version) => specOf(plans, version))).toEqual([
    { level: 1 },
    {},
    { level: 3 },
    {},
  ]);
  expect(specOf([{ ...base, older: "v1" }], "v3")).toEqual({});
});

test("a template has its own defaults, or none", () => {
  const plan = { ...base, older: "v1", defaults: { newer: hub } };
  expect(specOf([templatePlan(plan)], "v3")).toEqual({});
  expect(specOf([templatePlan(plan, { newer: ofSpec({ fields: { size: { default: 1 } } }) })], "v3")).toEqual({
    size: 1,
  });
});
