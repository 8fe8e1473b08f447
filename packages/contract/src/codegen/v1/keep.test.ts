// Fields of other versions that the hub keeps in its annotation, for each version on its own.
import { expect, it } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { converterOf } from "./converter.ts";
import type { Fields } from "./fields.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const annotation = "cluster.x-k8s.io/conversion-data";

function planOf(older: string, name: string): ConversionPlan {
  const rules: ConversionPlan["rules"] = {
    fields: [
      { older: ["spec", name], keep: true, shape: "string" },
      { newer: ["spec", "added"], shape: "string" },
    ],
    elements: [
      {
        path: ["spec", "disks"],
        form: "list",
        keys: ["name"],
        rules: { fields: [{ older: ["bus"], keep: true, shape: "string" }] },
      },
    ],
  };
  return { group: "g.io", kind: "Foo", older, newer: "v3", hub: "newer", rules };
}
const plan = planOf("v1", "a");
const foo = converterOf(plan, planOf("v2", "b"));

const object = (version: string, spec: object, data?: unknown): Fields => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "x", ...(data !== undefined && { annotations: { [annotation]: JSON.stringify(data) } }) },
  spec,
});
const disk = { name: "d", bus: "scsi" };

it("a field of the older version is in the annotation of the hub's object, and comes back", () => {
  const older = object("v1", { a: "1", disks: [disk, { name: "e" }] });
  const hub = foo.convert(older, "g.io/v3");
  const keeps = { spec: { a: "1", disks: [disk, { name: "e" }] } };
  expect(hub).toEqual(object("v3", { disks: [{ name: "d" }, { name: "e" }] }, { keptFor: { v1: keeps } }));
  expect(foo.convert(hub, "g.io/v1")).toEqual(older);
});

it("an element keeps its values when the hub's list is reordered, and a new one has none", () => {
  const hub = foo.convert(object("v1", { disks: [{ name: "e", bus: "ide" }, disk] }), "g.io/v3");
  const edited = { ...hub, spec: { disks: [{ name: "d" }, { name: "f" }, { name: "e" }] } };
  const want = [disk, { name: "f" }, { name: "e", bus: "ide" }];
  expect(foo.convert(edited, "g.io/v1")).toEqual(object("v1", { disks: want }));
});

it("every version has its own values, also on the way through another one", () => {
  const fromOldest = foo.convert(object("v1", { a: "1" }), "g.io/v2");
  expect(fromOldest).toEqual(object("v2", {}, { keptFor: { v1: { spec: { a: "1" } } } }));
  const written = foo.convert({ ...fromOldest, spec: { b: "2" } }, "g.io/v3");
  expect(written).toEqual(object("v3", {}, { keptFor: { v1: { spec: { a: "1" } }, v2: { spec: { b: "2" } } } }));
  expect(foo.convert(written, "g.io/v1")).toEqual(object("v1", { a: "1" }, { keptFor: { v2: { spec: { b: "2" } } } }));
});

it("what is kept for a version that the kind does not have is dropped, and not reported", () => {
  const found: string[] = [];
  const context = { report: ({ code }: { code: string }) => void found.push(code) };
  const forged = { v9: { status: { big: [1e17] } }, v3: { spec: { a: "hub" } }, __proto__: 1 };
  const others = { v1: { spec: { a: "1" } }, v2: { spec: { b: "2" } } };
  const hub = object("v3", {}, { keptFor: { ...forged, ...others } });
  const older = foo.convert(hub, "g.io/v1", context);
  expect(older).toEqual(object("v1", { a: "1" }, { keptFor: { v2: others.v2 } }));
  const written = object("v1", { a: "1" }, { keptFor: { ...forged, v2: others.v2 } });
  expect(foo.convert(written, "g.io/v3", context)).toEqual(
    object("v3", {}, { keptFor: { v2: others.v2, v1: others.v1 } }),
  );
  expect(foo.convert(written, "g.io/v2", context)).toEqual(object("v2", { b: "2" }, { keptFor: { v1: others.v1 } }));
  expect(found).toEqual([]);
});

it("what is kept for another version is measured by its own rules", () => {
  const many = planOf("v1", "a");
  const rules = Array.from({ length: 20 }, (_, i) => ({ older: [`x${i}`], newer: [`y${i}`] }));
  const elements = [{ path: ["spec", "racks"], form: "list", rules: { fields: rules } }] as const;
  const three = converterOf({ ...many, rules: { ...many.rules, elements } }, planOf("v2", "b"));
  const kept = { v2: { spec: { b: "2", racks: Array.from({ length: 10_000 }, () => ({})) } } };
  const older = three.convert(object("v3", {}, { keptFor: kept }), "g.io/v1");
  expect(older).toEqual(object("v1", {}, { keptFor: kept }));
});

it("the hub's own fields are kept beside them", () => {
  const hub = object("v3", { added: "h" }, { keptFor: { v1: { spec: { a: "1" } } } });
  const older = foo.convert(hub, "g.io/v1");
  expect(older).toEqual(object("v1", { a: "1" }, { spec: { added: "h" } }));
  expect(foo.convert(older, "g.io/v3")).toEqual(hub);
});

it("a value that a client of the older version removes does not come back", () => {
  const stale = object("v1", {}, { keptFor: { v1: { spec: { a: "1" } } } });
  expect(foo.convert(stale, "g.io/v3")).toEqual(object("v3", {}));
});

it("nothing comes back into an object that a client of the hub removed", () => {
  const { spec: _, ...hub } = foo.convert(object("v1", { a: "1" }), "g.io/v3");
  expect(foo.convert(hub, "g.io/v1")).not.toHaveProperty("spec");
});

it.each<[string, unknown, string[]]>([
  ["of another type", { keptFor: { v1: { spec: { a: 1 } } } }, ["conversion/data-invalid"]],
  ["for a version that is no object", { keptFor: { v1: [] } }, ["conversion/data-invalid"]],
  ["that is no object", { keptFor: "x" }, ["conversion/data-invalid"]],
  ["that the version does not keep", { keptFor: { v1: { spec: { other: "x" } } } }, []],
])("data %s is ignored and reported", (_, data, codes) => {
  const found: string[] = [];
  const context = { report: ({ code }: { code: string }) => void found.push(code) };
  const older = convertTo("older", plan, { object: object("v3", {}, data), context });
  expect(older).toEqual(object("v1", {}));
  expect(found).toEqual(codes);
});

const zero = { toNewer: (value: unknown) => (value === 0 ? undefined : value), toOlder: (value: unknown) => value };
const limited: ConversionPlan = {
  ...planOfFoo,
  hub: "older",
  rules: {
    fields: [{ older: ["spec", "limits", "cpu"], newer: ["spec", "limits", "cpus"], as: zero, shape: "integer" }],
    notEmpty: [{ side: "newer", path: ["spec", "limits"] }],
  },
};

it.each<[name: string, limits: object, left: object]>([
  ["with a field that no rule converts does not come back", { cpu: 0, memory: 5 }, {}],
  ["with an object that no rule converts does not come back", { cpu: 0, more: { a: 1 } }, {}],
  ["that the other version could not hold comes back", { cpu: 0 }, { limits: { cpu: 0 } }],
])("an object that may not be empty there, %s when a user removed it", (_, limits, left) => {
  const newer = convertTo("newer", limited, { object: object("v1", { limits }) });
  const spec = { ...Object(newer["spec"]) };
  delete spec.limits;
  expect(convertTo("older", limited, { object: { ...newer, spec } })).toEqual(object("v1", left));
});

it("a field named __proto__ in an object that may not be empty there changes no prototype", () => {
  const limits: unknown = JSON.parse('{"cpu":0,"__proto__":{"polluted":1}}');
  const newer = convertTo("newer", limited, { object: object("v1", { limits }) });
  expect(JSON.stringify(newer)).toContain("polluted");
  expect(({} as Fields)["polluted"]).toBeUndefined();
});

const required: ConversionPlan = {
  ...plan,
  rules: {
    fields: [
      { older: ["spec", "state", "owner"], keep: true, default: "", shape: "string", anchor: 1 },
      { older: ["spec", "state", "address"], newer: ["status", "address"], shape: "string" },
    ],
    onlyIn: [{ side: "older", path: ["spec", "state"] }],
    emptied: [{ side: "newer", path: ["status"] }],
  },
};

it("a required field that is kept has its default in objects of which nothing is kept, also where another field makes the object", () => {
  const hub = { ...object("v3", {}), status: { address: "a" } };
  const older = object("v1", { state: { owner: "", address: "a" } });
  expect(convertTo("older", required, { object: hub })).toEqual(older);
  expect(convertTo("newer", required, { object: older })).toEqual(hub);
  expect(convertTo("older", required, { object: object("v3", {}) })).toEqual(object("v1", {}));
});

it.each(["", "me"])("a required field that is kept comes back with the value %j, alone in its object too", (owner) => {
  const older = object("v1", { state: { owner } });
  const hub = convertTo("newer", required, { object: older });
  expect(hub).toEqual(object("v3", {}, { keptFor: { v1: { spec: { state: { owner } } } } }));
  expect(convertTo("older", required, { object: hub })).toEqual(older);
});

it("what does not fit into the annotations fails the conversion to the hub", () => {
  const convert = (): unknown => foo.convert(object("v1", { a: "x".repeat(270_000) }), "g.io/v3");
  expect(convert).toThrow(/^spec\.a does not exist in the other version and grows the annotations to 2700\d\d bytes/);
});

it("the hub keeps what it is told to, and nothing else of the older version", () => {
  const text = (name: string) => ({ name, path: ["spec", name], shape: "string" }) as const;
  const rules: ConversionPlan["rules"] = {
    fields: [
      { older: ["spec", "a"], keep: true, shape: "string" },
      { older: ["spec", "lost"] },
      { older: ["spec", "size"], newer: ["spec", "replicas"] },
      { older: ["spec", "old", "b"], newer: ["spec", "b"] },
    ],
    together: [
      {
        name: "text",
        as: { forward: ({ c }: { c?: string }) => ({ d: c }), back: ({ d }: { d?: string }) => ({ c: d }) },
        older: [text("c")],
        newer: [text("d")],
      },
    ],
    onlyIn: [{ side: "older", path: ["spec", "old"] }],
  };
  const older = object("v1", { a: "1", lost: "x", size: 2, old: { b: "3" }, c: "4" });
  const hub = convertTo("newer", { ...plan, rules }, { object: older });
  expect(hub).toEqual(object("v3", { replicas: 2, b: "3", d: "4" }, { keptFor: { v1: { spec: { a: "1" } } } }));
});

it("what else is forged for a version is ignored: other fields, groups and objects", () => {
  const text = (name: string) => ({ name, path: ["spec", name], shape: "string" }) as const;
  const rules: ConversionPlan["rules"] = {
    fields: [{ older: ["spec", "a"], keep: true, shape: "string" }, { older: ["spec", "lost"] }],
    together: [
      {
        name: "text",
        as: { forward: ({ c = "" }: { c?: string }) => ({ d: c.trim() }), back: ({ d }: { d?: string }) => ({ c: d }) },
        older: [text("c")],
        newer: [text("d")],
      },
    ],
    onlyIn: [{ side: "older", path: ["spec", "old"] }],
  };
  const forged = { keptFor: { v1: { spec: { a: "1", lost: "x", c: " 4 ", old: {} } } } };
  const hub = object("v3", { d: "4" }, forged);
  expect(convertTo("older", { ...plan, rules }, { object: hub })).toEqual(object("v1", { a: "1", c: "4" }));
});

it.each([
  ["with it, if the hub rejects it when it is empty", { disk: { size: 5, hint: "a" } }, {}, {}],
  [
    "with it, and is there again with it",
    { disk: { size: 5, hint: "a" } },
    { disk: { size: 6 } },
    { disk: { size: 6, hint: "a" } },
  ],
  ["never, where the hub never had the object", { disk: { hint: "a" } }, {}, { disk: { hint: "a" } }],
])("what is kept in an object that a client of the hub removes goes %s", (_, spec, edit, want) => {
  const rules: ConversionPlan["rules"] = {
    fields: [{ older: ["spec", "disk", "hint"], keep: true, shape: "string" }],
    notEmpty: [
      { side: "older", path: ["spec", "disk"] },
      { side: "newer", path: ["spec", "disk"] },
    ],
  };
  const disks: ConversionPlan = { ...plan, rules };
  const hub = convertTo("newer", disks, { object: object("v1", spec) });
  expect(convertTo("older", disks, { object: { ...hub, spec: edit } })["spec"]).toEqual(want);
});
