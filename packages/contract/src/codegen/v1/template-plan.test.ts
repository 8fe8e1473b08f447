// The conversion of a template follows from its kind's.
import { expect, it } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { templatePlan } from "./template-plan.ts";

const text = (name: string, ...path: string[]) => ({ name, path, shape: "string" }) as const;
const joined = (prefix: string, name: string) => ({
  name,
  as: {
    forward: ({ a = "" }: { a?: string }) => ({ b: `${prefix}${a}` }),
    back: ({ b = "" }: { b?: string }) => ({ a: b.slice(prefix.length) }),
  },
});
const plan: ConversionPlan = {
  group: "g.io",
  kind: "FooMachine",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: {
    fields: [
      { older: ["spec", "zones"], newer: ["spec", "placement", "zones"], anchor: 1 },
      { newer: ["spec", "placement", "spread"], anchor: 1 },
      { older: ["status", "ready"], newer: ["status", "provisioned"] },
      { older: ["status", "zone"], newer: ["spec", "zone"] },
      { older: ["spec", "net", "cidr"], newer: ["spec", "cidr"] },
      { older: ["spec", "legacy"] },
      { newer: ["spec", "disk", "bus"] },
    ],
    together: [
      { ...joined("b-", "inSpec"), older: [text("a", "spec", "a")], newer: [text("b", "spec", "b")] },
      { ...joined("b-", "inBoth"), older: [text("a", "status", "a")], newer: [text("b", "spec", "c")] },
    ],
    onlyIn: [
      { side: "newer", path: ["spec", "placement"] },
      { side: "newer", path: ["status", "initialization"] },
    ],
    notEmpty: [
      { side: "newer", path: ["spec", "flags"] },
      { side: "newer", path: ["status", "flags"] },
    ],
    emptied: [
      { side: "older", path: ["spec", "net"] },
      { side: "older", path: ["status", "net"] },
    ],
    elements: [
      { path: ["spec", "disks"], form: "list", keys: ["name"], rules: { fields: [{ newer: ["encrypted"] }] } },
      { path: ["status", "disks"], form: "list", keys: ["name"], rules: { fields: [{ newer: ["encrypted"] }] } },
    ],
  },
};
const template = templatePlan(plan);
const object = (version: string, spec: object, more: object = {}): object => ({
  apiVersion: `g.io/${version}`,
  kind: "FooMachineTemplate",
  metadata: { name: "a" },
  spec: { template: { spec } },
  ...more,
});

it("is of the template's kind, between the same versions", () => {
  expect(template).toMatchObject({ group: "g.io", kind: "FooMachineTemplate", older: "v1", newer: "v2", hub: "newer" });
});

it("the template's spec changes as the kind's, both ways", () => {
  const older = { zones: ["z"], net: { cidr: "c" }, a: "1", disks: [{ name: "d" }] };
  const newer = { placement: { zones: ["z"] }, cidr: "c", b: "b-1", disks: [{ name: "d" }] };
  expect(convertTo("newer", template, { object: object("v1", older) })).toEqual(object("v2", newer));
  expect(convertTo("older", template, { object: object("v2", newer) })).toEqual(object("v1", older));
});

it("what the older version lacks is kept and comes back", () => {
  const newer = object("v2", { placement: { spread: 2 }, b: "b-1", disks: [{ name: "d", encrypted: true }] });
  const older = convertTo("older", template, { object: newer });
  expect(older.metadata.annotations).toEqual({
    "cluster.x-k8s.io/conversion-data": JSON.stringify({
      spec: { template: { spec: { placement: { spread: 2 }, disks: [{ name: "d", encrypted: true }] } } },
    }),
  });
  expect(convertTo("newer", template, { object: older })).toEqual(newer);
});

it("what was kept does not come back into an object that a user removed", () => {
  const older = convertTo("older", template, { object: object("v2", { disk: { bus: "b" }, b: "b-" }) });
  expect(convertTo("newer", template, { object: older })).toMatchObject({
    spec: { template: { spec: { disk: { bus: "b" } } } },
  });
  const edited = { ...older, spec: { template: { spec: { a: "" } } } };
  expect(convertTo("newer", template, { object: edited })).toEqual(object("v2", { b: "b-" }));
});

it("a field that only the older version has goes", () => {
  expect(convertTo("newer", template, { object: object("v1", { legacy: 1, a: "" }) })).toEqual(
    object("v2", { b: "b-" }),
  );
});

it("a kind whose conversion has fields alone has a template with fields alone", () => {
  const { rules } = templatePlan({ ...plan, rules: { fields: [{ older: ["spec", "a"], newer: ["spec", "b"] }] } });
  expect(rules).toEqual({
    fields: [{ older: ["spec", "template", "spec", "a"], newer: ["spec", "template", "spec", "b"] }],
    together: [],
    onlyIn: [],
    notEmpty: [],
    emptied: [],
    nulls: [],
    elements: [],
  });
});

it("what was kept does not come back when the template's spec was removed", () => {
  const older = convertTo("older", template, { object: object("v2", { placement: { spread: 2 } }) });
  const edited = { ...older, spec: { template: {} } };
  expect(convertTo("newer", template, { object: edited })).toHaveProperty("spec", { template: {} });
});

it("an object that the newer version rejects when empty goes", () => {
  expect(convertTo("newer", template, { object: object("v1", { flags: {} }) })).toEqual(object("v2", { b: "b-" }));
});

it("the kind's status is no part of a template, nor the side of a rule that is in it", () => {
  const status = { ready: true, zone: "z", a: "1", flags: {}, net: {}, disks: [{ name: "d", encrypted: true }] };
  const older = object("v1", { a: "1" }, { status });
  expect(convertTo("newer", template, { object: older })).toEqual(object("v2", { b: "b-1" }, { status }));
  const { rules } = template;
  expect(rules.together?.map(({ name }) => name)).toEqual(["inSpec"]);
  expect(rules.fields.map(({ older: from = [], newer: to = [] }) => [from.join("."), to.join(".")])).toEqual([
    ["spec.template.spec.zones", "spec.template.spec.placement.zones"],
    ["", "spec.template.spec.placement.spread"],
    ["", "spec.template.spec.zone"],
    ["spec.template.spec.net.cidr", "spec.template.spec.cidr"],
    ["spec.template.spec.legacy", ""],
    ["", "spec.template.spec.disk.bus"],
    ["", "spec.template.spec.c"],
  ]);
  const paths = [rules.onlyIn, rules.notEmpty, rules.emptied, rules.elements].map((list = []) =>
    list.map(({ path }) => path.join(".")),
  );
  expect(paths).toEqual([
    ["spec.template.spec.placement"],
    ["spec.template.spec.flags"],
    ["spec.template.spec.net"],
    ["spec.template.spec.disks"],
  ]);
});

it("fields that the older version has in the status are kept and come back", () => {
  const newer = object("v2", { zone: "z", b: "b-1", c: "c" });
  const older = convertTo("older", template, { object: newer });
  expect(older).toHaveProperty("spec", { template: { spec: { a: "1" } } });
  expect(convertTo("newer", template, { object: older })).toEqual(newer);
});

it("counts the steps of objects that defaults make, and that kept values do not make, in the template", () => {
  const { rules } = templatePlan({
    ...plan,
    rules: {
      fields: [
        { older: ["spec", "x"], newer: ["spec", "a", "x"], default: "d", within: 1 },
        { older: ["spec", "y"], newer: ["spec", "o", "y"], shape: "string", anchor: 1 },
        { newer: ["spec", "o", "z"], shape: "string", anchor: 1, inside: 2 },
      ],
      onlyIn: [{ side: "newer", path: ["spec", "o", "p"], anchor: 1, inside: 2 }],
    },
  });
  const own = templatePlan({ ...plan, rules });
  const older = { ...object("v1", {}), spec: {} };
  const toNewer = (spec: object): object => convertTo("newer", { ...own, rules }, { object: spec });
  expect(toNewer(older)).toEqual({ ...object("v2", {}), spec: {} });
  expect(toNewer(object("v1", {}))).toEqual(object("v2", { a: { x: "d" } }));
  expect(rules.fields.map(({ within, anchor, inside }) => [within, anchor, inside])).toEqual([
    [3, undefined, undefined],
    [undefined, 3, undefined],
    [undefined, 3, 4],
  ]);
  expect(rules.onlyIn).toMatchObject([{ anchor: 3, inside: 4 }]);
});

it("counts the steps of fields of a group that has no place in a template", () => {
  const { rules } = templatePlan({
    ...plan,
    rules: {
      fields: [],
      together: [
        {
          name: "g",
          as: { forward: () => ({}), back: () => ({}) },
          older: [{ name: "a", path: ["status", "a"], shape: "string" }],
          newer: [
            { name: "b", path: ["spec", "o", "b"], shape: "string", anchor: 1 },
            { name: "c", path: ["spec", "c"], shape: "string" },
          ],
        },
      ],
    },
  });
  expect(rules).toMatchObject({ together: [] });
  expect(rules.fields).toEqual([
    { newer: ["spec", "template", "spec", "o", "b"], shape: "string", anchor: 3 },
    { newer: ["spec", "template", "spec", "c"], shape: "string" },
  ]);
});

it("finds the union that a field is in", () => {
  const type = ["spec", "u", "type"];
  const values = ["A"];
  const members = { older: [{ path: type, values }], newer: [{ path: type, values }] };
  const own = templatePlan({
    ...plan,
    rules: {
      fields: [
        { newer: ["spec", "u", "h"], shape: "string", members: { newer: members.newer } },
        { older: ["spec", "u", "a"], newer: ["spec", "u", "aa"], default: "d", members },
        { older: ["spec", "u", "k"], keep: true, shape: "string", members: { older: members.older } },
        { newer: ["spec", "u", "o", "z"], shape: "string", members: { newer: members.newer } },
      ],
      onlyIn: [{ side: "newer", path: ["spec", "u", "o"], members: members.newer }],
    },
  });
  const hub = object("v2", { u: { type: "A", h: "1", aa: "2", o: {} } });
  expect(convertTo("newer", own, { object: convertTo("older", own, { object: hub }) })).toEqual(hub);
  const other = object("v1", { u: { type: "A", k: "1", a: "2" } });
  expect(convertTo("older", own, { object: convertTo("newer", own, { object: other }) })).toEqual(other);
  expect(convertTo("newer", own, { object: object("v1", { u: { type: "A" } }) })).toEqual(
    object("v2", { u: { type: "A", aa: "d" } }),
  );
});

it("what is known of a field and of an object is known in the template, for the paths there", () => {
  const union = { path: ["spec", "type"], values: ["A"] };
  const inTemplate = { path: ["spec", "template", "spec", "type"], values: ["A"] };
  const none = { together: [], onlyIn: [], notEmpty: [], emptied: [], nulls: [], elements: [] };
  const of = (rules: ConversionPlan["rules"]): ConversionPlan["rules"] => templatePlan({ ...plan, rules }).rules;
  expect(
    of({
      fields: [
        { older: ["spec", "a"], within: 1, anchor: 0, inside: 1, members: { older: [union], newer: [union] } },
        { newer: ["spec", "b"], members: { older: [union] }, exclusive: { older: [["spec", "c"]] } },
        { newer: ["spec", "d"], members: { newer: [union] }, exclusive: { newer: [["spec", "c"]] } },
      ],
      onlyIn: [
        { side: "older", path: ["spec", "o"], anchor: 1, members: [union] },
        { side: "older", path: ["spec", "p"], exclusive: [["spec", "c"]] },
      ],
      nulls: [
        { of: "older", older: ["spec", "n"], newer: ["spec", "m"], anchor: 1 },
        { of: "older", older: ["spec", "n"], newer: ["status", "m"] },
        { of: "older", older: ["status", "n"], newer: ["spec", "m"] },
      ],
      together: [
        {
          ...joined("", "inBoth"),
          older: [{ ...text("a", "status", "a"), anchor: 1 }],
          newer: [{ ...text("b", "spec", "b"), anchor: 1 }, text("c", "spec", "c")],
        },
      ],
    }),
  ).toStrictEqual({
    ...none,
    fields: [
      {
        older: ["spec", "template", "spec", "a"],
        within: 3,
        anchor: 2,
        inside: 3,
        members: { older: [inTemplate], newer: [inTemplate] },
      },
      {
        newer: ["spec", "template", "spec", "b"],
        members: { older: [inTemplate] },
        exclusive: { older: [["spec", "template", "spec", "c"]] },
      },
      {
        newer: ["spec", "template", "spec", "d"],
        members: { newer: [inTemplate] },
        exclusive: { newer: [["spec", "template", "spec", "c"]] },
      },
      { newer: ["spec", "template", "spec", "b"], shape: "string", anchor: 3 },
      { newer: ["spec", "template", "spec", "c"], shape: "string" },
    ],
    onlyIn: [
      { side: "older", path: ["spec", "template", "spec", "o"], anchor: 3, members: [inTemplate] },
      { side: "older", path: ["spec", "template", "spec", "p"], exclusive: [["spec", "template", "spec", "c"]] },
    ],
    nulls: [
      { of: "older", older: ["spec", "template", "spec", "n"], newer: ["spec", "template", "spec", "m"], anchor: 3 },
    ],
  });
});

it("has the defaults of the template's schemas, and none of the kind's", () => {
  const defaults = { older: { spec: 1 } } as never;
  expect(templatePlan({ ...plan, defaults }).defaults).toBeUndefined();
  expect(templatePlan(plan, defaults).defaults).toBe(defaults);
});
