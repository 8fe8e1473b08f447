// Objects that all their fields leave for other places: when they go with the last one, and when they stay or come back.
import { describe, expect, it } from "vitest";
import { convertTo } from "./convert.ts";
import type { ConversionOp } from "./conversion-op.ts";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { boolPresence, dropEmpty } from "./value-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

describe("an object that a field leaves", () => {
  const leaving: ConversionPlan = {
    ...planOfFoo,
    rules: {
      fields: [{ older: ["spec", "net", "cidr"], newer: ["spec", "pods", "cidr"], shape: "string", anchor: 1 }],
      onlyIn: [{ side: "newer", path: ["spec", "pods"] }],
      emptied: [{ side: "older", path: ["spec", "net"] }],
    },
  };
  const object = (version: string, spec: object): object => ({
    apiVersion: `g.io/${version}`,
    kind: "Foo",
    metadata: { name: "a" },
    spec,
  });
  const there = (spec: object): object => convertTo("newer", leaving, { object: object("v1", spec) });

  it.each([
    [{ net: { cidr: "c" } }, { pods: { cidr: "c" } }],
    [{ net: { cidr: "c", mode: "m" } }, { net: { mode: "m" }, pods: { cidr: "c" } }],
    [{ net: {} }, { net: {} }],
  ])("goes with its last field, %j", (older, newer) => {
    expect(there(older)).toHaveProperty("spec", newer);
    expect(convertTo("older", leaving, { object: there(older) })).toHaveProperty("spec", older);
  });

  it("stays, empty, where the hub has a value in it that is kept", () => {
    const { fields, ...others } = leaving.rules;
    const kept: ConversionPlan = {
      ...leaving,
      rules: {
        ...others,
        emptied: [...(others.emptied ?? []), { side: "newer", path: ["spec", "pods"] }],
        onlyIn: [],
        fields: [...fields, { newer: ["spec", "pods", "mode"], shape: "string" }],
      },
    };
    const hub = object("v2", { pods: { cidr: "c", mode: "m" } });
    const older = convertTo("older", kept, { object: hub });
    expect(older).toHaveProperty("spec", { net: { cidr: "c" }, pods: {} });
    expect(convertTo("newer", kept, { object: older })).toEqual(hub);
  });

  it("stays where an empty object is left in it", () => {
    expect(there({ net: { cidr: "c", hints: {} } })).toHaveProperty("spec", {
      pods: { cidr: "c" },
      net: { hints: {} },
    });
  });

  it("comes back empty where the hub had it, unless a user removed it", () => {
    const hub = object("v2", { net: {}, pods: { cidr: "c" } });
    const read = convertTo("older", leaving, { object: hub });
    expect(read).toHaveProperty("spec", { net: { cidr: "c" } });
    expect(convertTo("newer", leaving, { object: read })).toEqual(hub);
    expect(convertTo("newer", leaving, { object: { ...read, spec: {} } })).toHaveProperty("spec", {});
  });

  it("stays, empty, where the annotation has parts of it", () => {
    const plan: ConversionPlan = {
      ...leaving,
      rules: {
        ...leaving.rules,
        fields: [
          ...leaving.rules.fields,
          { older: ["spec", "net", "port"], keep: true, shape: "string" },
          { newer: ["spec", "net", "mode"], shape: "string" },
        ],
      },
    };
    const way = (from: object, to: "older" | "newer"): object => convertTo(to, plan, { object: from });
    const older = object("v1", { net: { cidr: "c", port: "p" } });
    expect(way(older, "newer")).toHaveProperty("spec", { net: {}, pods: { cidr: "c" } });
    expect(way(way(older, "newer"), "older")).toHaveProperty("spec", { net: { cidr: "c", port: "p" } });
    const newer = object("v2", { net: { mode: "m" } });
    expect(way(newer, "older")).toHaveProperty("spec", { net: {} });
    expect(way(way(newer, "older"), "newer")).toEqual(newer);
  });
});

describe("an empty value in an object that it leaves", () => {
  /** A field of the older spec that is one of the newer status. */
  const moving = (as: ReturnType<typeof dropEmpty>, hub: "older" | "newer", rest: object = {}): ConversionPlan => ({
    ...planOfFoo,
    hub,
    rules: {
      fields: [{ older: ["spec", "b"], newer: ["status", "b"], as }],
      emptied: [
        { side: "older", path: ["spec"], ...rest },
        { side: "newer", path: ["status"] },
      ],
    },
  });
  const stays = { stays: true };
  const object = (version: string, parts: object): object => ({
    apiVersion: `g.io/${version}`,
    kind: "Foo",
    metadata: { name: "a" },
    ...parts,
  });
  const way = (plan: ConversionPlan, from: object, to: "older" | "newer"): object =>
    convertTo(to, plan, { object: from });

  it.each([
    ["the hub's status", moving(dropEmpty(), "newer"), object("v2", { status: { b: "" } })],
    ["beside a field of the status", moving(dropEmpty(), "newer"), object("v2", { status: { b: "", z: "z" } })],
    [
      "a required field of the older version",
      moving(dropEmpty(""), "newer", stays),
      object("v2", { status: { b: "" } }),
    ],
    ["where the hub has both", moving(dropEmpty(""), "newer", stays), object("v2", { spec: {}, status: { b: "" } })],
    ["an older hub's spec", moving(dropEmpty(), "older"), object("v1", { spec: { b: "" } })],
    ["a required field of an older hub", moving(boolPresence(true), "older"), object("v1", { spec: { b: false } })],
  ])("comes back to the hub: %s", (_, plan, hub) => {
    const spoke = plan.hub === "newer" ? "older" : "newer";
    expect(way(plan, way(plan, hub, spoke), plan.hub)).toEqual(hub);
  });

  it("leaves a required field its object, and an optional one none", () => {
    const older = object("v1", { spec: { b: "" } });
    const required = moving(dropEmpty(""), "newer", stays);
    expect(way(required, older, "newer")).toEqual(object("v2", { spec: {} }));
    expect(way(required, way(required, older, "newer"), "older")).toEqual(older);
    expect(way(moving(dropEmpty(), "newer"), older, "newer")).toEqual(object("v2", {}));
  });

  it("does not come back where a user removed the object with it, or the one that it is in", () => {
    const plan = moving(dropEmpty(""), "newer", stays);
    const read = way(plan, object("v2", { status: { b: "", z: "z" } }), "older");
    expect(read).toMatchObject({ spec: { b: "" }, status: { z: "z" } });
    expect(way(plan, { ...read, spec: undefined }, "newer")).toEqual(object("v2", { status: { z: "z" } }));
    expect(way(plan, { ...read, status: undefined }, "newer")).toEqual(object("v2", { spec: {} }));
  });

  it("gives way to what a user writes", () => {
    const plan = moving(dropEmpty(""), "newer", stays);
    const read = way(plan, object("v2", { status: { b: "" } }), "older");
    expect(way(plan, { ...read, spec: { b: "x" } }, "newer")).toEqual(object("v2", { status: { b: "x" } }));
  });
});

/** A plan of these rules, with the newer version as the hub. */
function planOf(rules: ConversionRules): ConversionPlan {
  return { ...planOfFoo, rules };
}

describe("an object that a field leaves, and that the older version rejects when it is empty", () => {
  const plan = planOf({
    fields: [{ older: ["spec", "b", "y"], newer: ["spec", "y"], shape: "int32" }],
    notEmpty: [{ side: "older", path: ["spec", "b"] }],
    emptied: [{ side: "older", path: ["spec", "b"] }],
  });
  const object = (version: string, spec: object): Record<string, unknown> => ({
    apiVersion: `g.io/${version}`,
    kind: "Foo",
    metadata: { name: "a" },
    spec,
  });
  const read = (spec: object): object => convertTo("older", plan, { object: object("v2", spec) });
  const written = (older: object): object => convertTo("newer", plan, { object: older });

  it.each([{ b: {} }, { b: {}, y: 1 }, { y: 1 }, { b: { m: "1" }, y: 1 }])("comes back as it was: %j", (spec) => {
    expect(written(read(spec))).toHaveProperty("spec", spec);
  });

  it("does not come back when a client removed it, and the older version had it by that field", () => {
    expect(written({ ...read({ b: {}, y: 1 }), spec: {} })).toHaveProperty("spec", {});
  });

  it("stays in the hub when a client of the older version, which did not have it, adds the field", () => {
    expect(written({ ...read({ b: {} }), spec: { b: { y: 2 } } })).toHaveProperty("spec", { b: {}, y: 2 });
  });
});

it("an empty object of the hub stays when a client adds a field to it that the hub has elsewhere, and goes when it is removed", () => {
  const plan = planOf({
    fields: [{ older: ["spec", "tls", "port"], newer: ["spec", "tlsPort"], shape: "int32" }],
    emptied: [{ side: "older", path: ["spec", "tls"] }],
  });
  const hub = { apiVersion: "g.io/v2", kind: "Foo", metadata: { name: "a" }, spec: { tls: {} } };
  const older = convertTo("older", plan, { object: hub });
  const written = (spec: object): object => convertTo("newer", plan, { object: { ...older, spec } });
  expect(older).toHaveProperty("spec", { tls: {} });
  expect(written({ tls: { port: 443 } })).toEqual({ ...hub, spec: { tls: {}, tlsPort: 443 } });
  expect(written({})).toEqual({ ...hub, spec: {} });
  expect(written({ tls: {} })).toEqual(hub);
});

describe("objects with defaults that an older hub does not have, and into which a field moves", () => {
  const plan: ConversionPlan = {
    ...planOf({
      fields: [
        { older: ["spec", "o", "a"], newer: ["spec", "o", "a"], default: "d", shape: "string" },
        { older: ["spec", "o", "p", "b"], newer: ["spec", "o", "p", "b"], default: "e", shape: "string" },
        { older: ["spec", "w"], newer: ["spec", "o", "p", "w"], shape: "string" },
      ],
      emptied: [
        { side: "newer", path: ["spec", "o", "p"] },
        { side: "newer", path: ["spec", "o"] },
      ],
    }),
    hub: "older",
  };
  const hub = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" }, spec: { w: "1" } };
  const newer = convertTo("newer", plan, { object: hub });
  const written = (spec: object): unknown => convertTo("older", plan, { object: { ...newer, spec } })["spec"];

  it("do not come back, one in the other", () => {
    expect(newer).toHaveProperty("spec", { o: { a: "d", p: { b: "e", w: "1" } } });
    expect(convertTo("older", plan, { object: newer })).toEqual(hub);
  });

  it.each([
    { spec: { o: {} }, want: { o: {} } },
    { spec: { o: { p: {} } }, want: { o: { p: {} } } },
    { spec: {}, want: {} },
  ])("are there as a client leaves them: $spec", ({ spec, want }) => {
    expect(written(spec)).toEqual(want);
  });
});

describe("an object that a client removes, into which a field moves in the hub", () => {
  const as: ConversionOp = {
    toNewer: (value) => String(value).toUpperCase(),
    toOlder: (value) => String(value).toLowerCase(),
  };
  const plan = planOf({
    fields: [
      { older: ["spec", "mode"], newer: ["spec", "net", "mode"], as, shape: "string" },
      { newer: ["spec", "net", "mtu"], shape: "number" },
    ],
  });
  const hub = { apiVersion: "g.io/v2", kind: "Foo", metadata: { name: "a" }, spec: { net: { mode: "Low", mtu: 9 } } };
  const older = convertTo("older", plan, { object: hub });

  it.each([
    ["stays", { mode: "low" }, { net: { mode: "Low" } }],
    ["follows a change of it", { mode: "high" }, { net: { mode: "HIGH" } }],
    ["goes when a client removes it, too", {}, {}],
    ["stays in the object that is there", { mode: "low", net: {} }, { net: { mode: "Low", mtu: 9 } }],
  ])("what the hub keeps of it %s", (_, spec, want) => {
    expect(convertTo("newer", plan, { object: { ...older, spec } })["spec"]).toEqual(want);
  });
});

it.each([
  ["a value that is kept", { y: "A", f: false, h: "x" }, { y: "A", f: false }],
  ["a value of another default", { y: "B", f: true, h: "x" }, { y: "B", f: true }],
  ["nothing that is kept", { y: "A", h: "x" }, undefined],
])("a default of the hub alone stays beside %s when the field that made its object goes", (_, before, after) => {
  const plan = planOf({
    fields: [
      { older: ["spec", "h"], newer: ["spec", "o", "h"], shape: "string", anchor: 1 },
      { newer: ["spec", "o", "y"], default: "A", shape: "string", anchor: 1 },
      { newer: ["spec", "o", "f"], shape: "boolean", anchor: 1 },
    ],
    onlyIn: [{ side: "newer", path: ["spec", "o"] }],
  });
  const hub = { apiVersion: "g.io/v2", kind: "Foo", metadata: { name: "a" }, spec: { o: before } };
  const older = convertTo("older", plan, { object: hub });
  expect(convertTo("newer", plan, { object: { ...older, spec: {} } })["spec"]).toEqual(after ? { o: after } : {});
});
