// Objects that a version rejects when they are empty, and objects that a conversion leaves alone.
import { describe, expect, it } from "vitest";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { type Fields, valueAt } from "./fields.ts";
import { byFunctions, type DeclaredRules } from "./functions-op.ts";
import { boolPresence, dropEmpty, reference } from "./value-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const annotation = "cluster.x-k8s.io/conversion-data";
const planOf = (rules: ConversionRules, hub: ConversionPlan["hub"] = "newer"): ConversionPlan => ({
  ...planOfFoo,
  hub,
  rules,
});
const object = (version: string, body: object, data?: unknown): Fields => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "a", ...(data !== undefined && { annotations: { [annotation]: JSON.stringify(data) } }) },
  ...body,
});
/** What an object keeps for the other version. */
const kept = (converted: Fields): unknown => {
  const text = valueAt(converted, ["metadata", "annotations", annotation]);
  return typeof text === "string" ? JSON.parse(text) : undefined;
};
const up = (plan: ConversionPlan, body: object, data?: unknown): Fields =>
  convertTo("newer", plan, { object: object("v1", body, data) });
const down = (plan: ConversionPlan, body: object, data?: unknown): Fields =>
  convertTo("older", plan, { object: object("v2", body, data) });

describe("an object that the newer version rejects when empty", () => {
  const plan = planOf({
    fields: [
      { older: ["status", "init", "done"], newer: ["status", "init", "done"], as: boolPresence() },
      { older: ["status", "init", "size"], newer: ["status", "init", "size"] },
    ],
    notEmpty: [{ side: "newer", path: ["status", "init"] }],
  });

  it.each([
    [{ status: { init: { done: false } } }, { status: {} }],
    [{ status: { init: { done: true } } }, { status: { init: { done: true } } }],
    [{ status: { init: { done: false, size: 1 } } }, { status: { init: { size: 1 } } }],
    [{ status: {} }, { status: {} }],
    [{}, {}],
  ])("goes with its last value: %j", (older, newer) => {
    expect(up(plan, older)).toEqual(object("v2", newer));
  });

  it("of what the older version lacks in it, only that is kept", () => {
    const own = planOf({
      fields: [
        { newer: ["status", "init", "extra"] },
        { older: ["status", "init", "a"], newer: ["status", "init", "b"] },
      ],
      notEmpty: [{ side: "newer", path: ["status", "init"] }],
    });
    expect(kept(down(own, { status: { init: { extra: 1, b: 2 } } }))).toEqual({ status: { init: { extra: 1 } } });
  });

  it("stays in the other version, which accepts it", () => {
    expect(down(plan, { status: { init: { done: false } } })).toHaveProperty("status", { init: {} });
  });
});

describe("an object that the older version rejects when empty", () => {
  const plan = planOf({
    fields: [
      { older: ["spec", "net", "mode"], newer: ["spec", "net", "mode"], as: boolPresence() },
      { older: ["spec", "net", "cidr"], newer: ["spec", "net", "cidr"], shape: "string" },
      { newer: ["spec", "net", "extra"], shape: "string" },
    ],
    notEmpty: [{ side: "older", path: ["spec", "net"] }],
  });

  it.each<[object, object, unknown]>([
    [{ net: {} }, {}, { spec: { net: {} } }],
    [{ net: { mode: false } }, {}, { spec: { net: { mode: false } } }],
    [{ net: { extra: "x" } }, {}, { spec: { net: { extra: "x" } } }],
    // The whole object is kept: who removes it must not get a part of it back.
    [{ net: { cidr: "c", extra: "x" } }, { net: { cidr: "c" } }, { spec: { net: { cidr: "c", extra: "x" } } }],
    [{ net: { cidr: "c" } }, { net: { cidr: "c" } }, undefined],
    [{ other: 1 }, { other: 1 }, undefined],
  ])("comes back whole: %j", (newer, older, data) => {
    const converted = down(plan, { spec: newer });
    expect([converted["spec"], kept(converted)]).toEqual([older, data]);
    expect(convertTo("newer", plan, { object: converted })).toEqual(object("v2", { spec: newer }));
  });

  it("does not come back when a user removed it, since the older version could have held it", () => {
    expect(up(plan, { spec: {} }, { spec: { net: { cidr: "c", extra: "x" } } })).toEqual(object("v2", { spec: {} }));
  });

  it("comes back where the user changed something else in it", () => {
    const read = { spec: { net: { cidr: "d" } } };
    expect(up(plan, read, { spec: { net: { cidr: "c", extra: "x" } } })).toEqual(
      object("v2", { spec: { net: { cidr: "d", extra: "x" } } }),
    );
  });

  it("does not come back when the object around it was removed", () => {
    expect(up(plan, {}, { spec: { net: { extra: "x" } } })).toEqual(object("v2", {}));
  });
});

describe("an object whose empty form only another object of the same name would be", () => {
  const plan = planOf({
    fields: [
      { newer: ["spec", "net", "extra"] },
      { newer: ["spec", "network", "extra"] },
      { older: ["spec", "network", "cidr"], newer: ["spec", "network", "cidr"] },
    ],
    notEmpty: [{ side: "older", path: ["spec", "net"] }],
  });

  it("comes back, whatever is in its neighbor", () => {
    const newer = { spec: { net: { extra: 1 }, network: { cidr: "c" } } };
    const older = down(plan, newer);
    expect(older).toHaveProperty("spec", { network: { cidr: "c" } });
    expect(convertTo("newer", plan, { object: older })).toEqual(object("v2", newer));
  });

  it("while the neighbor, which may be empty, stays away when it was removed", () => {
    expect(up(plan, { spec: {} }, { spec: { network: { extra: 1 } } })).toEqual(object("v2", { spec: {} }));
  });
});

it("an object in whose place functions could put something does not come back when it was removed", () => {
  const text = { name: "text", path: ["spec", "net", "text"], shape: "string" } as const;
  const other = { name: "other", path: ["spec", "other"], shape: "string" } as const;
  const plan = planOf({
    fields: [{ newer: ["spec", "net", "extra"] }],
    together: [
      {
        name: "text",
        as: { forward: (value: object) => value, back: () => ({}) },
        older: [other, text],
        newer: [text],
      },
    ],
    notEmpty: [{ side: "older", path: ["spec", "net"] }],
  });
  expect(up(plan, { spec: {} }, { spec: { net: { extra: 1 } } })).toEqual(object("v2", { spec: {} }));
});

describe("a value that was not in the source does not create the object around it", () => {
  const plan = planOf({
    fields: [
      { older: ["spec", "size"], newer: ["spec", "replicas"], default: 3 },
      { older: ["spec", "net", "name"], newer: ["spec", "net", "name"], as: dropEmpty("") },
    ],
  });

  it.each([
    [{}, {}],
    [{ spec: {} }, { spec: { replicas: 3 } }],
    [{ spec: { size: 1 } }, { spec: { replicas: 1 } }],
  ])("nor is there a default without it: %j", (older, newer) => {
    expect(up(plan, older)).toEqual(object("v2", newer));
  });

  it.each([
    [{}, undefined],
    [{ spec: {} }, {}],
    [{ spec: { net: {} } }, { net: { name: "" } }],
  ])("nor a required zero: %j", (newer, older) => {
    expect(down(plan, newer)["spec"]).toEqual(older);
  });
});

describe("only objects of the version that is left are removed", () => {
  const plan = planOf({
    fields: [
      { older: ["spec", "cidr"], newer: ["spec", "pods", "cidr"], anchor: 1 },
      { older: ["spec", "net", "mode"], newer: ["spec", "mode"] },
    ],
    onlyIn: [{ side: "newer", path: ["spec", "pods"] }],
    emptied: [{ side: "older", path: ["spec", "net"] }],
  });

  it("an object of the newer version goes on the way to the older one", () => {
    expect(down(plan, { spec: { pods: { cidr: "c" } } })).toHaveProperty("spec", { cidr: "c" });
  });

  it("an object of the older version with that name is the user's own", () => {
    expect(up(plan, { spec: { pods: { x: 1 } } })).toHaveProperty("spec", { pods: { x: 1 } });
  });

  it("an emptied object goes on the way to the version that does not fill it", () => {
    expect(up(plan, { spec: { net: { mode: "m" } } })).toHaveProperty("spec", { mode: "m" });
    expect(down(plan, { spec: { mode: "m", net: { x: 1 } } })).toHaveProperty("spec", { net: { x: 1, mode: "m" } });
  });
});

it("the older version may be the hub: what the newer one lacks comes back", () => {
  const plan = planOf({ fields: [{ older: ["spec", "legacy"], shape: "string" }] }, "older");
  const newer = convertTo("newer", plan, { object: object("v1", { spec: { legacy: "x" } }) });
  expect(newer).toEqual(object("v2", { spec: {} }, { spec: { legacy: "x" } }));
  expect(convertTo("older", plan, { object: newer })).toEqual(object("v1", { spec: { legacy: "x" } }));
});

it("an empty object comes back into one that only it is in, and that the newer version rejects when empty", () => {
  const plan = planOf({
    fields: [{ older: ["status", "list"], newer: ["status", "old", "list"], anchor: 1 }],
    onlyIn: [{ side: "newer", path: ["status", "old"], anchor: 1 }],
    notEmpty: [{ side: "newer", path: ["status"] }],
  });
  const newer = object("v2", { status: { old: {} } });
  const older = convertTo("older", plan, { object: newer });
  expect([older["status"], kept(older)]).toEqual([{}, { status: { old: {} } }]);
  expect(convertTo("newer", plan, { object: older })).toEqual(newer);
  expect(up(plan, {}, kept(older))).toEqual(object("v2", {}));
});

it("a reference repeats the namespace of the object", () => {
  const plan = planOf({ fields: [{ older: ["spec", "ref"], newer: ["spec", "ref"], as: reference("v1") }] });
  const newer = object("v2", { spec: { ref: { apiGroup: "g.io", kind: "Bar", name: "b" } } });
  const older = convertTo("older", plan, { object: { ...newer, metadata: { name: "a", namespace: "n" } } });
  expect(older["spec"]).toEqual({ ref: { apiVersion: "g.io/v1", kind: "Bar", name: "b", namespace: "n" } });
});

it("what stands in the place of an object is left alone: no schema has it", () => {
  const plan = planOf({ fields: [{ older: ["size"], newer: ["spec", "size"] }] });
  expect(up(plan, { size: 1, spec: "x" })).toEqual(object("v2", { spec: "x" }));
});

it("an object that only one of two versions rejects when empty stays in the other", () => {
  const plan = planOf({
    fields: [{ older: ["spec", "net", "mode"], newer: ["spec", "net", "mode"], as: boolPresence() }],
    notEmpty: [{ side: "newer", path: ["spec", "net"] }],
  });
  // The newer version never had it: its absence in the older one means that a user removed it.
  expect(up(plan, { spec: {} }, { spec: { net: { mode: false } } })).toEqual(object("v2", { spec: {} }));
});

it("a field that is elsewhere in the other version does not hold an object there", () => {
  const plan = planOf({
    fields: [
      { older: ["spec", "mode"], newer: ["spec", "net", "mode"], anchor: 1 },
      { older: ["spec", "net", "name"], newer: ["spec", "net", "name"] },
      { newer: ["spec", "net", "zone"] },
    ],
    notEmpty: [{ side: "older", path: ["spec", "net"] }],
  });
  const newer = object("v2", { spec: { net: { mode: "m", zone: "z" } } });
  const older = convertTo("older", plan, { object: newer });
  expect(older["spec"]).toEqual({ mode: "m" });
  expect(convertTo("newer", plan, { object: older })).toEqual(newer);
});

it("an object that is absent stays so when a function fails on what was kept of it", () => {
  const as = { forward: (value: string) => value, back: (value: string) => JSON.parse(value) as string };
  // Only its functions are read.
  const declaration = { older: { mode: { as } } } as unknown as DeclaredRules;
  const mode = byFunctions(declaration, "mode", { older: "string", newer: "string" });
  const plan = planOf({
    fields: [
      { older: ["spec", "net", "mode"], newer: ["spec", "net", "mode"], as: mode },
      { newer: ["spec", "net", "zone"] },
    ],
    notEmpty: [{ side: "older", path: ["spec", "net"] }],
  });
  const forged = { spec: { net: { mode: "no JSON", zone: "z" } } };
  expect(up(plan, { spec: {} }, forged)).toEqual(object("v2", { spec: {} }));
});

it("shares nothing of the object with what is kept of an object that the other version rejects when empty", () => {
  const plan = planOf({
    fields: [{ newer: ["spec", "o", "own"], shape: "string" }],
    notEmpty: [
      { side: "newer", path: ["spec", "o"] },
      { side: "older", path: ["spec", "o"] },
    ],
    elements: [
      {
        path: ["spec", "o", "p", "list"],
        form: "list",
        keys: ["name"],
        rules: { fields: [{ older: ["x"], newer: ["x"], olderDefault: "k", shape: "string" }] },
      },
    ],
  });
  const source = object("v2", { spec: { o: { own: "1", p: { list: [{ name: "a", x: "z" }, { name: "b" }] } } } });
  const before = structuredClone(source);
  const older = convertTo("older", plan, { object: source });
  expect(source).toEqual(before);
  expect(convertTo("newer", plan, { object: older })).toEqual(before);
});

it("a default does not leave the object that it makes where the hub's object had none", () => {
  const plan = planOf({
    fields: [{ newer: ["spec", "o", "x"], default: "d", within: 1, shape: "string" }],
    onlyIn: [{ side: "newer", path: ["spec", "o"] }],
  });
  const older = down(plan, { spec: { a: "1" } });
  expect(convertTo("newer", plan, { object: older })).toEqual(object("v2", { spec: { a: "1" } }));
  expect(up(plan, { spec: { a: "1" } })).toEqual(object("v2", { spec: { a: "1", o: { x: "d" } } }));
});
