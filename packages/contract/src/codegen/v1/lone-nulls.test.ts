// Nulls that only the hub has: they are kept for the other version, which has no value there, and come back unless a client wrote one.
import { expect, test } from "vitest";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { addLostNulls, dropLoneNulls, loneNullOf } from "./lone-nulls.ts";
import { stepsFor } from "./steps.ts";
import { templatePlan } from "./template-plan.ts";
import { dropEmpty } from "./value-ops.ts";

const note = { of: "newer", older: ["spec", "note"], newer: ["spec", "at", "note"] } as const;
const tags = { of: "newer", older: ["spec", "tags"], newer: ["spec", "tags"], ofValues: true } as const;
const whole = {
  of: "newer",
  older: ["spec", "disk", "x"],
  newer: ["spec", "store", "x"],
  inWhole: true,
  anchor: 1,
} as const;
const name = { of: "newer", older: ["spec", "name"], newer: ["spec", "name"] } as const;
const rules: ConversionRules = {
  fields: [
    { older: note.older, newer: note.newer },
    { older: ["spec", "disk"], newer: ["spec", "store"] },
    { older: name.older, newer: name.newer, as: dropEmpty("") },
  ],
  onlyIn: [{ side: "newer", path: ["spec", "at"], anchor: 1 }],
  nulls: [{ ...note, anchor: 1 }, tags, whole, name],
};
const plan: ConversionPlan = { group: "example.org", kind: "Foo", older: "v1", newer: "v2", hub: "newer", rules };

function object(version: string, spec: object, annotations?: object): object {
  return {
    apiVersion: `example.org/${version}`,
    kind: "Foo",
    metadata: annotations === undefined ? {} : { annotations },
    spec,
  };
}

const kept = (spec: object): object => ({ "cluster.x-k8s.io/conversion-data": JSON.stringify({ spec }) });

test.each([
  { place: "a field", hub: { at: { note: null }, name: "a" }, other: { name: "a" }, lost: { at: { note: null } } },
  {
    place: "a value of a map",
    hub: { tags: { a: null, b: "1" }, name: "a" },
    other: { tags: { b: "1" }, name: "a" },
    lost: { tags: { a: null } },
  },
  {
    place: "a field for which the form has a value",
    hub: { name: null },
    other: { name: "" },
    lost: { name: null },
  },
])("a null in $place is kept, and comes back", ({ hub, other, lost }) => {
  const there = convertTo("older", plan, { object: object("v2", hub) });
  expect(there).toEqual(object("v1", other, kept(lost)));
  expect(convertTo("newer", plan, { object: there })).toEqual(object("v2", hub));
});

test("a null in an object that is converted as a whole comes back with the object", () => {
  const hub = object("v2", { store: { x: null, y: 1 }, name: "a" });
  const there = convertTo("older", plan, { object: hub });
  expect(there["spec"]).toEqual({ disk: { y: 1 }, name: "a" });
  expect(convertTo("newer", plan, { object: there })).toEqual(hub);
  const removed = { ...there, spec: { name: "a" } };
  expect(convertTo("newer", plan, { object: removed })).toEqual(object("v2", { name: "a" }));
});

test.each([
  { change: "a value", spec: { note: "new", name: "" }, want: { at: { note: "new" } } },
  { change: "no map", spec: { name: "b" }, want: { at: { note: null }, name: "b" } },
  {
    change: "a value in the map",
    spec: { tags: { a: "2" }, name: "b" },
    want: { at: { note: null }, tags: { a: "2" }, name: "b" },
  },
])("what a client wrote stays: $change", ({ spec, want }) => {
  const data = kept({ at: { note: null }, tags: { a: null } });
  expect(convertTo("newer", plan, { object: object("v1", spec, data) })).toEqual(object("v2", want));
});

test("a null that the rules do not name is nothing", () => {
  const data = kept({ other: null });
  expect(convertTo("newer", plan, { object: object("v1", { name: "a" }, data) })).toEqual(object("v2", { name: "a" }));
});

test("templates have those of the spec", () => {
  const status = { of: "newer", older: ["status", "a"], newer: ["status", "a"] } as const;
  const template = templatePlan({ ...plan, rules: { ...rules, nulls: [whole, status] } });
  const inTemplate = (path: readonly string[]): readonly string[] => ["spec", "template", ...path];
  expect(template.rules.nulls).toEqual([
    { ...whole, older: inTemplate(whole.older), newer: inTemplate(whole.newer), anchor: 3 },
  ]);
});

test("each is a step", () => {
  const count = (own: ConversionRules): number => stepsFor({}, { rules: own, side: "older" });
  const { nulls: _, ...others } = rules;
  expect(count(rules) - count(others)).toBe(4);
});

test("no object is made for a null, and one that fields leave stays for it", () => {
  const path = { older: ["spec", "b"], newer: ["status", "b"] };
  const moved: ConversionRules = {
    fields: [{ ...path, shape: { nullable: "string" } }],
    emptied: [
      { side: "older", path: ["spec"] },
      { side: "newer", path: ["status"] },
    ],
    nulls: [{ of: "newer", ...path }],
  };
  const hub = { apiVersion: "example.org/v2", kind: "Foo", metadata: {}, status: { b: null } };
  const there = convertTo("older", { ...plan, rules: moved }, { object: hub });
  expect(there).toMatchObject({ status: {} });
  expect(there["spec"]).toBeUndefined();
  expect(convertTo("newer", { ...plan, rules: moved }, { object: there })).toEqual(hub);
});

test.each([
  { place: "in no object", older: {}, hub: {}, back: {} },
  { place: "in an object", older: { at: { x: 1 } }, hub: { at: { x: 1 } }, back: { at: { x: 1 } } },
  { place: "in an empty object", older: { at: {} }, hub: { at: {} }, back: { at: {} } },
])("a null that the hub does not have is no value where the field moves to: $place", ({ older, hub, back }) => {
  const own = { ...plan, rules: { fields: [{ older: note.older, newer: note.newer, shape: "string" }] } } as const;
  const there = convertTo("newer", own, { object: object("v1", { note: null, ...older }) });
  expect(there).toEqual(object("v2", hub));
  const again = convertTo("older", own, { object: there });
  expect(again["spec"]).toEqual(back);
});

test("a null that an older hub does not have is no value beside a default of the newer version, too", () => {
  const field = { older: note.older, newer: note.newer, shape: "string", default: "k" } as const;
  const onlyIn = [{ side: "newer", path: ["spec", "at"] }] as const;
  const own: ConversionPlan = { ...plan, hub: "older", rules: { fields: [field], onlyIn } };
  const there = convertTo("older", own, { object: object("v2", { at: { note: null } }, kept({ note: "a" })) });
  expect(there["spec"]).toEqual({});
});

test("a null in kept data is no null of the other version: an object that its client removed stays away", () => {
  const [from, to] = [
    ["spec", "size", "a"],
    ["spec", "size", "c"],
  ] as const;
  const sides = ["older", "newer"] as const;
  const own: ConversionRules = {
    fields: [
      { older: from, newer: to, olderDefault: "x", shape: "string" },
      { newer: ["spec", "size", "b"], shape: "string" },
    ],
    notEmpty: sides.map((side) => ({ side, path: ["spec", "size"] })),
  };
  const there = object("v1", {}, kept({ size: { c: null, b: "v" } }));
  expect(convertTo("newer", { ...plan, rules: own }, { object: there })["spec"]).toEqual({});
});

test("a null that the hub does not have stays where the field stays", () => {
  const same = { older: ["spec", "note"], newer: ["spec", "note"], shape: "string" } as const;
  const own = { ...plan, rules: { fields: [same] } };
  expect(convertTo("newer", own, { object: object("v1", { note: null }) })).toEqual(object("v2", { note: null }));
});

test.each([null, "x"])("a required field that is kept is %j again, and not its default", (value) => {
  const legacy = { older: ["spec", "legacy"], keep: true, default: "none", required: true } as const;
  const own = { ...plan, rules: { fields: [{ ...legacy, shape: { nullable: "string" } }] } } as const;
  const older = object("v1", { legacy: value });
  const there = convertTo("newer", own, { object: older });
  expect(there["spec"]).toEqual({});
  expect(convertTo("older", own, { object: there })).toEqual(older);
  expect(convertTo("older", own, { object: object("v2", {}) })).toEqual(object("v1", { legacy: "none" }));
});

test("a default may be null", () => {
  const legacy = { older: ["spec", "legacy"], keep: true, default: null, required: true } as const;
  const own = { ...plan, rules: { fields: [{ ...legacy, shape: { nullable: "string" } }] } } as const;
  expect(convertTo("older", own, { object: object("v2", {}) })).toEqual(object("v1", { legacy: null }));
});

test("a null in whose place the other version has a default becomes the default, and comes back", () => {
  const size = { of: "newer", older: ["spec", "size"], newer: ["spec", "size"], default: 1 } as const;
  const withDefault: ConversionPlan = { ...plan, rules: { ...rules, nulls: [size] } };
  const hub = object("v2", { size: null, name: "a" });
  const there = convertTo("older", withDefault, { object: hub });
  expect(there).toEqual(object("v1", { size: 1, name: "a" }, kept({ size: null })));
  expect(convertTo("newer", withDefault, { object: there })).toEqual(hub);
  const changed = object("v1", { size: 2, name: "a" }, kept({ size: null }));
  expect(convertTo("newer", withDefault, { object: changed })).toEqual(object("v2", { size: 2, name: "a" }));
});

const older = { of: "older", older: ["a"], newer: ["b"] } as const;
const newer = { of: "newer", older: ["c"], newer: ["d"] } as const;
const filled = { of: "newer", older: ["e"], newer: ["f"], default: { x: 1 } } as const;
const values = { of: "newer", older: ["g"], newer: ["h"], ofValues: true } as const;
const ofBoth: ConversionRules = { fields: [], nulls: [older, newer, filled, values] };
const withNulls = (): Record<string, unknown> => ({
  a: null,
  b: null,
  c: null,
  d: null,
  e: null,
  g: { x: null, y: 1 },
});

test("nulls of the other version alone are dropped, or have the default of this one", () => {
  const [one, other] = [withNulls(), withNulls()];
  dropLoneNulls(one, ofBoth, "older");
  expect(one).toStrictEqual({ a: null, b: null, d: null, e: { x: 1 }, g: { y: 1 } });
  expect(one["e"]).not.toBe(filled.default);
  dropLoneNulls(other, ofBoth, "newer");
  expect(other).toStrictEqual({ a: null, c: null, d: null, e: null, g: { x: null, y: 1 } });
  const without = withNulls();
  dropLoneNulls(without, { fields: [] }, "older");
  expect(without).toStrictEqual(withNulls());
});

test.each([
  ["of the other version", null, ["c"], newer],
  ["with a default", null, ["e"], filled],
  ["at another path", null, ["z"], undefined],
  ["of this version", null, ["a"], undefined],
  ["of the values of a map", null, ["g"], undefined],
  ["without a path", null, undefined, undefined],
  ["that is a value", 0, ["c"], undefined],
] as const)("the rule of a null %s", (_, value, path, want) => {
  expect(loneNullOf(value, path, { rules: ofBoth, side: "older" })).toBe(want);
  expect(loneNullOf(value, path, { rules: { fields: [] }, side: "older" })).toBeUndefined();
});

test("a null that comes back is not kept", () => {
  const lost = {};
  const wanted = { d: null, f: null, h: { x: null, y: null, z: 1 } };
  addLostNulls(lost, { wanted, got: { d: null, h: { x: null } } }, { rules: ofBoth, hub: "newer" });
  expect(lost).toStrictEqual({ f: null, h: { y: null } });
});
