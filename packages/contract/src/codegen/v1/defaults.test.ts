// Defaults that only one version has, and values that are absent beside them: in objects, and in elements that are found again by their value.
import { isJsonObject } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { togetherBy } from "./together.ts";
import { boolPresence } from "./value-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const annotation = "cluster.x-k8s.io/conversion-data";
const planOf = (rules: ConversionRules): ConversionPlan => ({
  ...planOfFoo,
  rules,
});
const object = (version: string, spec: object | undefined): object => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "a" },
  ...(spec && { spec }),
});
const down = (
  plan: ConversionPlan,
  spec: object | undefined,
): { readonly spec: object | undefined; readonly data: unknown } => {
  const { metadata, spec: read } = convertTo("older", plan, { object: object("v2", spec) });
  const text = metadata.annotations?.[annotation];
  return { spec: isJsonObject(read) ? read : undefined, data: text && JSON.parse(text) };
};
const up = (plan: ConversionPlan, spec: object | undefined, data?: unknown): unknown => {
  const annotations = data === undefined ? {} : { annotations: { [annotation]: JSON.stringify(data) } };
  return convertTo("newer", plan, { object: { ...object("v1", spec), metadata: { name: "a", ...annotations } } })[
    "spec"
  ];
};

describe("a default of the older schema alone", () => {
  const plan = planOf({
    fields: [
      { older: ["spec", "mode"], newer: ["spec", "mode"], olderDefault: "hard", shape: "string" },
      { older: ["spec", "keep"], newer: ["spec", "keep"], olderDefault: true, as: boolPresence(), shape: "boolean" },
    ],
  });

  it("stands in the older version where the hub has no value, which comes back", () => {
    const read = down(plan, {});
    expect(read).toEqual({ spec: { mode: "hard", keep: true }, data: { spec: { mode: null, keep: null } } });
    expect(up(plan, read.spec, read.data)).toEqual({});
  });

  it("is a value like others where the hub has it, and where nothing is kept", () => {
    const full = { mode: "hard", keep: true };
    expect(down(plan, full)).toEqual({ spec: full, data: undefined });
    expect(up(plan, full)).toEqual(full);
  });

  it("does not hide what a user writes", () => {
    const { data } = down(plan, {});
    expect(up(plan, { mode: "soft", keep: true }, data)).toEqual({ mode: "soft" });
  });

  it("is no reason for the object around it, and no value of the newer version", () => {
    expect(down(plan, undefined)).toEqual({ data: undefined });
    expect(up(plan, {})).toEqual({});
  });
});

it("a null that only one version can have comes back, and not as an absent value", () => {
  const plan = planOf({ fields: [{ newer: ["spec", "url"], shape: { nullable: "string" } }] });
  const read = down(plan, { url: null });
  expect(read).toEqual({ spec: {}, data: { spec: { url: null } } });
  expect(up(plan, read.spec, read.data)).toEqual({ url: null });
  const plain = planOf({ fields: [{ newer: ["spec", "url"], shape: "string" }] });
  expect(up(plain, read.spec, read.data)).toEqual({});
});

it("an absent value does not come back into an object that would be empty, and that the hub then rejects", () => {
  const plan = planOf({
    fields: [
      { older: ["spec", "pool", "mode"], newer: ["spec", "pool", "mode"], olderDefault: "hard", shape: "string" },
    ],
    notEmpty: [{ side: "newer", path: ["spec", "pool"] }],
  });
  const read = down(plan, { pool: { size: 1 } });
  expect(read.spec).toEqual({ pool: { size: 1, mode: "hard" } });
  expect(up(plan, read.spec, read.data)).toEqual({ pool: { size: 1 } });
  expect(up(plan, { pool: { mode: "hard" } }, read.data)).toEqual({ pool: { mode: "hard" } });
});

describe("in an element that is found again by its value", () => {
  const listOf = (rules: ConversionRules): ConversionPlan =>
    planOf({ fields: [], elements: [{ path: ["spec", "disks"], form: "list", rules }] });

  it.each<[string, ConversionPlan, object]>([
    [
      "a value is absent beside a default of the newer version",
      listOf({ fields: [{ older: ["size"], newer: ["size"], default: 4, shape: "int32" }] }),
      { name: "a" },
    ],
    [
      "a value is absent beside a default of the older version",
      listOf({ fields: [{ older: ["size"], newer: ["size"], olderDefault: 4, shape: "int32" }] }),
      { name: "a", size: 4 },
    ],
  ])("%s", (_, plan, element) => {
    const read = down(plan, { disks: [{ name: "a" }, { name: "b", size: 1 }] });
    expect(read.spec).toEqual({ disks: [element, { name: "b", size: 1 }] });
    expect(up(plan, read.spec, read.data)).toEqual({ disks: [{ name: "a" }, { name: "b", size: 1 }] });
  });

  it("a value is null, and another is absent", () => {
    const plan = listOf({
      fields: [{ older: ["size"], newer: ["bytes"], default: 4, shape: { nullable: "int32" } }, { newer: ["extra"] }],
    });
    const disks = [{ bytes: null, extra: 1 }, { name: "a" }];
    const read = down(plan, { disks });
    expect(read.spec).toEqual({ disks: [{ size: null }, { name: "a" }] });
    expect(up(plan, read.spec, read.data)).toEqual({ disks });
  });

  it("all values of functions are absent", () => {
    const text = [{ name: "text", path: ["text"], shape: "string" }] as const;
    const as = {
      forward: ({ text: value = "" }: { text?: string }) => ({ text: value }),
      back: (values: object) => values,
    };
    // Only its functions are read.
    const declaration = { together: { text: { as } } } as never;
    const plan = listOf({
      fields: [],
      together: [{ name: "text", as: togetherBy(declaration, "text"), older: text, newer: text }],
    });
    const read = down(plan, { disks: [{ size: 1 }] });
    expect(read.spec).toEqual({ disks: [{ size: 1 }] });
    expect(up(plan, read.spec, read.data)).toEqual({ disks: [{ size: 1 }] });
    expect(up(plan, read.spec)).toEqual({ disks: [{ size: 1, text: "" }] });
  });
});

it("a required field that only an older hub has gets its default, unless its value was kept", () => {
  const rules = { fields: [{ older: ["spec", "legacy"], default: "none", shape: "string" }] } as const;
  const plan = { ...planOfFoo, hub: "older", rules } as const;
  const newer = { apiVersion: "g.io/v2", kind: "Foo", metadata: {}, spec: {} };
  expect(convertTo("older", plan, { object: newer })["spec"]).toEqual({ legacy: "none" });
  const older = { apiVersion: "g.io/v1", kind: "Foo", metadata: {}, spec: { legacy: "a" } };
  const there = convertTo("newer", plan, { object: older });
  expect(there["spec"]).toEqual({});
  expect(convertTo("older", plan, { object: there })).toEqual(older);
  expect(convertTo("older", plan, { object: { ...newer, spec: undefined } })["spec"]).toBeUndefined();
});

describe("a required object that a default fills", () => {
  const part = { f: "a" };

  it("is not there where a part of the hub's object lacks it", () => {
    const plan = planOf({
      fields: [
        { older: ["spec", "o", "f"], newer: ["spec", "f"], shape: "string" },
        { newer: ["spec", "o", "b"], default: "x", shape: "string" },
      ],
    });
    const read = down(plan, part);
    expect(read.spec).toEqual({ o: part });
    expect(up(plan, read.spec, read.data)).toEqual(part);
    expect(up(plan, read.spec)).toEqual({ ...part, o: { b: "x" } });
  });

  it("is not there where a part of the other version's object lacks it", () => {
    const plan = planOf({
      fields: [
        { older: ["spec", "f"], newer: ["spec", "o", "f"], shape: "string" },
        { older: ["spec", "o", "b"], keep: true, default: "x", shape: "string" },
      ],
    });
    const { metadata, spec } = convertTo("newer", plan, { object: object("v1", part) });
    expect(spec).toEqual({ o: part });
    expect(convertTo("older", plan, { object: { ...object("v2", { o: part }), metadata } })["spec"]).toEqual(part);
    expect(down(plan, { o: part }).spec).toEqual({ ...part, o: { b: "x" } });
  });
});

it("an absent value of an older hub stays absent beside a default, in an object that functions make", () => {
  const as = { forward: ({ x }: { x?: string }) => ({ x }), back: (values: object) => values };
  const together = {
    name: "x",
    // Only its functions are read.
    as: togetherBy({ together: { x: { as } } } as never, "x"),
    older: [{ name: "x", path: ["spec", "x"], shape: "string" }],
    newer: [{ name: "x", path: ["spec", "o", "x"], shape: "string" }],
  } as const;
  const field = { older: ["spec", "d"], newer: ["spec", "o", "d"], default: "q", shape: "string" } as const;
  const onlyIn = [{ side: "newer", path: ["spec", "o"] }] as const;
  const plan: ConversionPlan = { ...planOf({ fields: [field], together: [together], onlyIn }), hub: "older" };
  const hub = object("v1", { x: "a" });
  const read = convertTo("newer", plan, { object: hub });
  expect(read["spec"]).toEqual({ o: { x: "a", d: "q" } });
  expect(convertTo("older", plan, { object: read })).toEqual(hub);
  // Without the value that makes the object, the default is a value like others.
  const edited = convertTo("older", plan, { object: { ...read, spec: { o: { d: "q" } } } });
  expect(edited["spec"]).toEqual({ d: "q" });
});

it("an absent value of an older hub stays absent beside a default that makes a required object in one that another field makes", () => {
  const plan: ConversionPlan = {
    ...planOf({
      fields: [
        { older: ["spec", "x"], newer: ["spec", "o", "x"], shape: "string" },
        { older: ["spec", "d"], newer: ["spec", "o", "in", "d"], default: "q", within: 2, shape: "string" },
      ],
      onlyIn: [
        { side: "newer", path: ["spec", "o"] },
        { side: "newer", path: ["spec", "o", "in"] },
      ],
    }),
    hub: "older",
  };
  const hub = object("v1", { x: "a" });
  const read = convertTo("newer", plan, { object: hub });
  expect(read["spec"]).toEqual({ o: { x: "a", in: { d: "q" } } });
  expect(convertTo("older", plan, { object: read })).toEqual(hub);
});
