// Conversions carried out by plans, with what is lost and what comes back.
import { parseExactJson, stringifyExactJson, type Diagnostic } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { convertTo } from "./convert.ts";
import { converterOf } from "./converter.ts";
import type { ConversionPlan } from "./conversion-plan.ts";
import { conditions, mapToList } from "./list-ops.ts";
import { boolPresence } from "./value-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const plan: ConversionPlan = {
  ...planOfFoo,
  rules: {
    fields: [
      { older: ["spec", "zones"], newer: ["spec", "placement", "zones"], anchor: 1 },
      { newer: ["spec", "placement", "spread"], anchor: 1 },
      { older: ["status", "ready"], newer: ["status", "initialization", "provisioned"], as: boolPresence(), anchor: 1 },
      { older: ["status", "domains"], newer: ["status", "domains"], as: mapToList("name") },
      { older: ["status", "conditions"], newer: ["status", "conditions"], as: conditions() },
    ],
    onlyIn: [
      { side: "newer", path: ["spec", "placement"] },
      { side: "newer", path: ["status", "initialization"] },
    ],
    elements: [
      { path: ["spec", "disks"], form: "list", keys: ["name"], rules: { fields: [{ newer: ["encrypted"] }] } },
    ],
  },
};
const data = "cluster.x-k8s.io/conversion-data";
const hub = (body: object, annotations?: object): object => ({
  apiVersion: "g.io/v2",
  kind: "Foo",
  metadata: { name: "a", ...(annotations && { annotations }) },
  ...body,
});
const kept = (object: object): unknown => {
  const { annotations = {} } = (object as { metadata: { annotations?: Record<string, string> } }).metadata;
  const text = annotations[data];
  return text === undefined ? undefined : JSON.parse(text);
};

describe("what the older version cannot hold is kept, and nothing else", () => {
  it.each<[string, object, unknown]>([
    ["all fits", { spec: { placement: { zones: ["a"] } } }, undefined],
    [
      "a field of its own",
      { spec: { placement: { zones: ["a"], spread: 2 } } },
      { spec: { placement: { spread: 2 } } },
    ],
    ["an object with nothing in it", { spec: { placement: {} } }, { spec: { placement: {} } }],
    [
      "false, which the older version does not tell from nothing",
      { status: { initialization: { provisioned: false } } },
      { status: { initialization: { provisioned: false } } },
    ],
    [
      "the order of a list",
      { status: { domains: [{ name: "b" }, { name: "a" }] } },
      { status: { domains: [{ name: "b" }, { name: "a" }] } },
    ],
    [
      "fields of elements, with the element's key",
      { spec: { disks: [{ name: "a" }, { name: "b", encrypted: true }] } },
      { spec: { disks: [{ name: "a" }, { name: "b", encrypted: true }] } },
    ],
  ])("%s", (_, body, want) => {
    const object = hub(body);
    const older = convertTo("older", plan, { object });
    expect(kept(older)).toEqual(want);
    expect(convertTo("newer", plan, { object: older })).toEqual(object);
  });
});

describe("a user's edit wins over what was kept", () => {
  const condition = (type: string, message: string, more: object) => ({
    type,
    status: "True",
    lastTransitionTime: "2026-01-01T00:00:00Z",
    reason: "R",
    message,
    ...more,
  });
  const object = hub({
    spec: {
      disks: [
        { name: "a", encrypted: true },
        { name: "b", encrypted: true },
      ],
    },
    status: {
      initialization: { provisioned: false },
      conditions: [condition("A", "", { observedGeneration: 1 }), condition("B", "", { observedGeneration: 1 })],
    },
  });
  const older = convertTo("older", plan, { object }) as unknown as {
    spec: { disks: { name: string }[] };
    status: { ready?: boolean; conditions: { message?: string }[] };
  };

  it("of a flag", () => {
    const edited = { ...older, status: { ...older.status, ready: true } };
    expect(convertTo("newer", plan, { object: edited })).toMatchObject({
      status: { initialization: { provisioned: true } },
    });
  });

  it("but not when it writes what the version does not tell from nothing: clients in Go write false for an absent flag", () => {
    const written = { ...older, status: { ...older.status, ready: false } };
    expect(convertTo("newer", plan, { object: written })).toMatchObject({
      status: { initialization: { provisioned: false } },
    });
  });

  it("of one condition, while the others come back whole", () => {
    const edited = structuredClone(older);
    Object.assign(edited.status.conditions[0] ?? {}, { message: "edited" });
    expect(convertTo("newer", plan, { object: edited })["status"]).toMatchObject({
      conditions: [condition("A", "edited", {}), condition("B", "", { observedGeneration: 1 })],
    });
  });

  it("of the elements of a list", () => {
    const edited = { ...older, spec: { disks: [{ name: "c" }, { name: "b" }] } };
    expect(convertTo("newer", plan, { object: edited })["spec"]).toEqual({
      disks: [{ name: "c" }, { name: "b", encrypted: true }],
    });
  });

  it("of an object that was empty", () => {
    const empty = convertTo("older", plan, { object: hub({ spec: { placement: {} } }) });
    expect(convertTo("newer", plan, { object: { ...empty, spec: { zones: ["a"] } } })).toEqual(
      hub({ spec: { placement: { zones: ["a"] } } }),
    );
  });

  it("when it takes the whole status away", () => {
    const { status: _, ...edited } = older;
    expect(convertTo("newer", plan, { object: edited })["status"]).toBeUndefined();
  });
});

describe("elements of a list without keys", () => {
  const unkeyed: ConversionPlan = {
    ...plan,
    rules: { fields: [], elements: [{ path: ["spec", "m"], form: "list", rules: { fields: [{ newer: ["gpus"] }] } }] },
  };
  const change = (before: readonly object[], after: readonly object[]): unknown => {
    const older = convertTo("older", unkeyed, { object: hub({ spec: { m: before } }) });
    const edited = { ...older, spec: { m: after } };
    return (convertTo("newer", unkeyed, { object: edited })["spec"] as { readonly m: unknown }).m;
  };
  const [one, two] = [
    { cpus: 1, gpus: 10 },
    { cpus: 2, gpus: 20 },
  ];

  it.each<[string, readonly object[], readonly object[], unknown]>([
    ["come back as they were", [one, two], [{ cpus: 1 }, { cpus: 2 }], [one, two]],
    ["twins come back as they were", [one, { cpus: 1 }], [{ cpus: 1 }, { cpus: 1 }], [one, { cpus: 1 }]],
    ["keep their data when they change places", [one, two], [{ cpus: 2 }, { cpus: 1 }], [two, one]],
    ["give no data to an element in their place", [one, two], [{ cpus: 3 }, { cpus: 2 }], [{ cpus: 3 }, two]],
    ["give no data when there are two of them", [one], [{ cpus: 1 }, { cpus: 1 }], [{ cpus: 1 }, { cpus: 1 }]],
    ["give no data when there were two of them", [one, { cpus: 1 }], [{ cpus: 1 }], [{ cpus: 1 }]],
  ])("%s", (_, before, after, want) => {
    expect(change(before, after)).toEqual(want);
  });
});

describe("the annotation", () => {
  const object = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" }, spec: { zones: ["a"] } };
  const annotated = (text: string, more: object = {}): object => ({
    ...object,
    metadata: { name: "a", annotations: { ...more, [data]: text } },
  });

  it("of a Go provider, which keeps the whole object, gives the same back", () => {
    const whole = JSON.stringify({
      metadata: {},
      spec: { placement: { zones: ["a"], spread: 2 } },
      status: { initialization: { provisioned: false } },
    });
    expect(convertTo("newer", plan, { object: annotated(whole) })).toEqual(
      hub({ spec: { placement: { zones: ["a"], spread: 2 } } }),
    );
  });

  const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  it.each(["", "{", "null", "[]", '"x"', deep])("that holds %j is reported and removed, others stay", (text) => {
    const reported: Diagnostic[] = [];
    const context = { report: (problem: Diagnostic) => void reported.push(problem) };
    const result = convertTo("newer", plan, { object: annotated(text, { other: "x" }), context });
    expect(result.metadata).toEqual({ name: "a", annotations: { other: "x" } });
    expect(reported.map(({ code }) => code)).toEqual(["conversion/data-unreadable"]);
  });

  it("that has a value of another type is reported, and the value is ignored", () => {
    const reported: Diagnostic[] = [];
    const context = { report: (problem: Diagnostic) => void reported.push(problem) };
    const shaped: ConversionPlan = {
      ...plan,
      rules: {
        fields: [
          { newer: ["spec", "a"], shape: "integer" },
          { newer: ["spec", "b"], shape: "string" },
        ],
      },
    };
    const older = annotated('{"spec":{"a":"x","b":"y"}}');
    expect(convertTo("newer", shaped, { object: older, context })["spec"]).toEqual({ zones: ["a"], b: "y" });
    expect(reported.map(({ code, message }) => [code, message])).toEqual([
      ["conversion/data-invalid", "the conversion-data annotation has a value of another type for spec.a"],
    ]);
  });

  it.each([
    ["x", [{ name: "a" }]],
    [[{ name: "b" }], "x"],
  ])("that has %j where the object has %j, and no list is to be merged, is ignored", (domains, list) => {
    const older = { ...annotated(JSON.stringify({ status: { domains } })), status: { domains: list } };
    expect(convertTo("newer", plan, { object: older })["status"]).toEqual({ domains: list });
  });

  it("that would be too large fails the conversion", () => {
    const large = hub({ spec: { placement: { spread: "x".repeat(262_100) } } });
    expect(() => convertTo("older", plan, { object: large })).toThrow(
      "spec.placement.spread does not exist in the other version and grows the annotations to 262168 bytes; at most 262144 are allowed",
    );
  });

  it("that is too large together with other annotations fails the conversion", () => {
    const large = hub({ spec: { placement: { spread: "x".repeat(200_000) } } }, { other: "y".repeat(70_000) });
    expect(() => convertTo("older", plan, { object: large })).toThrow("grows the annotations to 270");
  });

  it("has whole numbers digit by digit when the context reads and writes them", () => {
    const context = { json: { parse: parseExactJson, stringify: stringifyExactJson } };
    const text = JSON.stringify(hub({ spec: { placement: { spread: 0 } } })).replace(":0", ":9007199254740993");
    const older = convertTo("older", plan, { object: parseExactJson(text) as object, context });
    expect(older.metadata.annotations?.[data]).toBe('{"spec":{"placement":{"spread":9007199254740993}}}');
    expect(stringifyExactJson(convertTo("newer", plan, { object: older, context }))).toBe(text);
  });
});

describe("converterOf", () => {
  const other: ConversionPlan = {
    ...plan,
    older: "v1alpha1",
    rules: {
      fields: [{ older: ["spec", "z"], newer: ["spec", "placement", "zones"] }],
      onlyIn: [{ side: "newer", path: ["spec", "placement"] }],
    },
  };
  const converter = converterOf(plan, other);

  it("knows its versions, the hub first", () => {
    expect([converter.hub, converter.versions]).toEqual(["g.io/v2", ["g.io/v2", "g.io/v1", "g.io/v1alpha1"]]);
  });

  it.each([
    ["g.io/v1", { zones: ["a"] }, "g.io/v2", { placement: { zones: ["a"] } }],
    ["g.io/v1", { zones: ["a"] }, "g.io/v1alpha1", { z: ["a"] }],
    ["g.io/v1alpha1", { z: ["a"] }, "g.io/v1", { zones: ["a"] }],
    ["g.io/v1", { zones: ["a"] }, "g.io/v1", { zones: ["a"] }],
  ])("%s %j to %s", (apiVersion, spec, to, want) => {
    const object = { apiVersion, kind: "Foo", metadata: { name: "a" }, spec };
    expect(converter.convert(object, to)).toEqual({ apiVersion: to, kind: "Foo", metadata: { name: "a" }, spec: want });
  });

  it.each([{ spec: {} }, {}, [], { apiVersion: 1, kind: "Foo" }])("converts no %j, which has no version", (object) => {
    for (const version of converter.versions)
      expect(() => converter.convert(object, version)).toThrow(
        expect.objectContaining({
          code: "conversion/not-an-object",
          message: "the object has no apiVersion or no kind",
        }),
      );
  });

  it.each(["g.io/v2", "g.io/v1"])("a copy of an object of %s shares nothing with it", (apiVersion) => {
    const object = { apiVersion, kind: "Foo", metadata: { name: "a" }, spec: { zones: ["a"] } };
    const copy = converter.convert(object, apiVersion);
    expect(copy).toEqual(object);
    expect([copy === object, copy["spec"] === object.spec]).toEqual([false, false]);
  });

  it("names the versions it knows when asked for another", () => {
    expect(() => converter.convert(hub({}), "g.io/v9")).toThrow(
      "Foo has no version g.io/v9; its versions are g.io/v2, g.io/v1, g.io/v1alpha1",
    );
  });
});

it.each([
  ["with keys", ["name"]],
  ["without keys", undefined],
])("a list of 12,000 elements %s takes linear time, down and back", (_, keys) => {
  const element = {
    path: ["spec", "disks"],
    form: "list" as const,
    ...(keys && { keys }),
    rules: { fields: [{ newer: ["extra"] }] },
  };
  const names = { group: "g.example.com", kind: "Foo", newer: "v1beta2", older: "v1beta1", hub: "newer" as const };
  const converter = converterOf({ ...names, rules: { fields: [], elements: [element] } });
  const disks = Array.from({ length: 12_000 }, (__, i) => ({ name: `d${i}`, ...(i === 0 ? { extra: "x" } : {}) }));
  const object = { apiVersion: "g.example.com/v1beta2", kind: "Foo", metadata: { name: "a" }, spec: { disks } };
  const from = process.threadCpuUsage().user;
  const older = converter.convert(object, "g.example.com/v1beta1");
  converter.convert(
    { ...older, spec: { disks: disks.toReversed().map(({ name }) => ({ name })) } },
    "g.example.com/v1beta2",
  );
  // With a search for each element, 8,000 took 8 s.
  expect(process.threadCpuUsage().user - from).toBeLessThan(1_500_000);
});

it("equal elements without keys take linear time, whatever the annotation says of how many there were", () => {
  const element = { path: ["spec", "disks"], form: "list" as const, rules: { fields: [{ newer: ["extra"] }] } };
  const names = { group: "g.example.com", kind: "Foo", newer: "v1beta2", older: "v1beta1", hub: "newer" as const };
  const converter = converterOf({ ...names, rules: { fields: [], elements: [element] } });
  const kept = JSON.stringify({ spec: { disks: Array<object>(40_000).fill({}) } });
  const metadata = { name: "a", annotations: { [data]: kept } };
  const object = {
    apiVersion: "g.example.com/v1beta1",
    kind: "Foo",
    metadata,
    spec: { disks: Array(20_000).fill({}) },
  };
  const from = process.threadCpuUsage().user;
  converter.convert(object, "g.example.com/v1beta2");
  // A copy of the equal elements for each of them took 17 s.
  expect(process.threadCpuUsage().user - from).toBeLessThan(1_500_000);
});

it("an absent value of an older hub is absent again after the default of the newer version", () => {
  const older: ConversionPlan = {
    ...planOfFoo,
    hub: "older",
    rules: { fields: [{ older: ["spec", "size"], newer: ["spec", "replicas"], default: 3, shape: "integer" }] },
  };
  const stored = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" }, spec: {} };
  const read = convertTo("newer", older, { object: stored });
  expect(read).toHaveProperty("spec", { replicas: 3 });
  expect(convertTo("older", older, { object: read })).toStrictEqual(stored);
  const edited = { ...read, spec: { replicas: 4 } };
  expect(convertTo("older", older, { object: edited })).toHaveProperty("spec", { size: 4 });
});
