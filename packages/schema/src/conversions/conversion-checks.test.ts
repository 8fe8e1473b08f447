// Conversions that destroy data, each of which the check must catch, and right ones that it must accept. All are written out by hand.
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, it } from "vitest";
import type { DeclaredLoss, JsonFields, CheckedConversion } from "./checked-conversion.ts";
import { conversionChecks } from "./conversion-checks.ts";
import { lossProblems } from "./loss-problems.ts";
import { anyValue, namedBy, oneOf } from "./lost-values.ts";

const annotation = "cluster.x-k8s.io/conversion-data";
const string: JSONSchema = { type: "string" };
const integer: JSONSchema = { type: "integer" };
const object = (properties: Record<string, JSONSchema>, required: string[] = []): JSONSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const list = (items: JSONSchema): JSONSchema => ({ type: "array", items });
const root = (spec: JSONSchema, status: JSONSchema = object({})): JSONSchema =>
  object({ apiVersion: string, kind: string, metadata: { type: "object" }, spec, status });

/** An object of the hub g.io/v2 or the spoke g.io/v1. */
const hub = (spec: object): JsonFields => ({ apiVersion: "g.io/v2", kind: "Foo", metadata: { name: "a" }, spec });
const spoke = (spec: object): JsonFields => ({ ...hub(spec), apiVersion: "g.io/v1" });

/** The fields that the cases below have in a spec. */
interface Spec {
  readonly tags?: Readonly<Record<string, unknown>>;
  readonly pairs?: readonly { readonly key: string }[];
  readonly mode?: string;
  readonly ready?: string;
  readonly state?: string;
  readonly size?: number;
  readonly replicas?: number;
  readonly disks?: readonly Disk[];
}

interface Disk {
  readonly cpus: number;
  readonly gpus?: number;
}

interface Case {
  readonly older: JSONSchema;
  readonly newer: JSONSchema;
  readonly up: (spec: Spec) => object;
  readonly down: (spec: Spec) => object;
  readonly losses?: readonly DeclaredLoss[];
}

/** A conversion that changes the spec by two functions and keeps the whole hub object where `keep` says so. */
function conversion({ older, newer, up, down, losses = [] }: Case): CheckedConversion {
  return {
    hub: { apiVersion: "g.io/v2", schema: root(newer) },
    spoke: { apiVersion: "g.io/v1", schema: root(older) },
    losses,
    convert(from, to) {
      const { spec, metadata, ...rest } = structuredClone(from) as JsonFields;
      const { [annotation]: _, ...annotations } = ((metadata as JsonFields)["annotations"] ?? {}) as JsonFields;
      const { annotations: __, ...meta } = metadata as JsonFields;
      const own = Object.keys(annotations).length > 0 ? { ...meta, annotations } : meta;
      const body = spec as Spec | undefined;
      const changed = body === undefined ? {} : { spec: to.endsWith("v2") ? up(body) : down(body) };
      return { ...rest, ...changed, metadata: own, apiVersion: to };
    },
  };
}

/** The first lines of what the check finds wrong. */
function verdict(checked: CheckedConversion, samples: { hub: object; spoke: object; other?: object }): string[] {
  return conversionChecks(checked).flatMap(({ check }) => {
    try {
      check({ other: samples.spoke, ...samples });
      return [];
    } catch (error) {
      return [(error as Error).message.split("\n")[0] ?? ""];
    }
  });
}

describe("a conversion that destroys data is caught", () => {
  it("a map of strings that becomes a list without the values", () => {
    const tags: JSONSchema = { type: "object", additionalProperties: string };
    const checked = conversion({
      older: object({ tags }),
      newer: object({ pairs: list(object({ key: string, value: string }, ["key"])) }),
      up: ({ tags: map = {} }) => ({ pairs: Object.keys(map).map((key) => ({ key })) }),
      down: ({ pairs = [] }) => ({ tags: Object.fromEntries(pairs.map(({ key }) => [key, {}])) }),
    });
    expect(verdict(checked, { hub: hub({ pairs: [] }), spoke: spoke({ tags: { env: "prod" } }) })).toContain(
      'after the other version, hub, back: spec.tags.env was "prod" and is {}',
    );
  });

  const mode = (...values: string[]): JSONSchema => ({ type: "string", enum: values });
  const merging: Case = {
    older: object({ mode: mode("A", "B") }),
    newer: object({ mode: mode("X") }),
    up: (spec) => (spec.mode === undefined ? spec : { mode: "X" }),
    down: (spec) => (spec.mode === undefined ? spec : { mode: "B" }),
  };
  it("two values of an enum that become one", () => {
    expect(verdict(conversion(merging), { hub: hub({ mode: "X" }), spoke: spoke({ mode: "A" }) })).toContain(
      'after the other version, hub, back: spec.mode was "A" and is "B"',
    );
  });

  it("the same with the loss declared is accepted, and another value of the field is not part of it", () => {
    const losses = [{ at: "spec.mode", affects: oneOf("A") }];
    const checked = conversion({ ...merging, losses });
    expect(verdict(checked, { hub: hub({ mode: "X" }), spoke: spoke({ mode: "A" }) })).toEqual([]);
    expect(lossProblems(checked, { hub: [], spoke: [spoke({ mode: "A" }), spoke({ mode: "B" })] })).toEqual([]);
    const wrong = conversion({ ...merging, losses: [{ at: "spec.mode", affects: oneOf("B") }] });
    expect(verdict(wrong, { hub: hub({ mode: "X" }), spoke: spoke({ mode: "A" }) })).not.toEqual([]);
    expect(lossProblems(wrong, { hub: [], spoke: [spoke({ mode: "B" })] })).toEqual([
      "the declared loss of spec.mode never happens: remove it, or correct which values it affects",
    ]);
  });

  it("an optional field that the other version requires", () => {
    const same = (spec: object): object => spec;
    const checked = conversion({
      older: object({ size: integer }),
      newer: object({ size: integer }, ["size"]),
      up: same,
      down: same,
    });
    expect(verdict(checked, { hub: hub({ size: 1 }), spoke: spoke({}) })).toContain(
      "the object is not valid in g.io/v2: spec.size: Required value",
    );
  });

  it("a target that the older version has as well", () => {
    const checked = conversion({
      older: object({ ready: string, state: string }),
      newer: object({ state: string }),
      up: ({ ready, state }) => ((ready ?? state) ? { state: ready ?? state } : {}),
      down: ({ state }) => (state ? { ready: state } : {}),
      losses: [],
    });
    expect(verdict(checked, { hub: hub({ state: "x" }), spoke: spoke({ state: "y" }) })).toContain(
      'after the other version, hub, back: spec.state was "y" and is absent',
    );
  });

  it("null that becomes absent, and an empty list that does", () => {
    const nullable: JSONSchema = { type: "string", nullable: true };
    const without = (spec: object): object =>
      Object.fromEntries(
        Object.entries(spec).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
      );
    const fields = object({ a: nullable, b: list(string) });
    const checked = conversion({ older: fields, newer: fields, up: without, down: without });
    const found = (spec: object): string[] => verdict(checked, { hub: hub({}), spoke: spoke(spec) });
    expect(found({ a: null })).toContain("after the other version, hub, back: spec.a was null and is absent");
    expect(found({ b: [] })).toContain("after the other version, hub, back: spec.b was [] and is absent");
  });

  it("a default of the hub that is set in between", () => {
    const same = (spec: object): object => spec;
    const checked = conversion({
      older: object({ size: integer }),
      newer: object({ size: { ...integer, default: 3 } }),
      up: same,
      down: same,
    });
    expect(verdict(checked, { hub: hub({}), spoke: spoke({}) })).toContain(
      "after the other version, hub, back, with the hub's defaults: spec.size was absent and is 3",
    );
  });
});

interface Keeping {
  readonly spec?: Spec;
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

function annotated(meta: object, annotations: Readonly<Record<string, string>>): object {
  return Object.keys(annotations).length > 0 ? { ...meta, annotations } : meta;
}

function keptDisks(text: string | undefined): readonly Disk[] {
  try {
    const { spec } = JSON.parse(text ?? "") as { spec: Spec };
    return Array.isArray(spec.disks) ? spec.disks : [];
  } catch {
    return [];
  }
}

/** An object of the hub whose disks all have what the first one has. */
function spread(object: object, to: string): object {
  const { spec, ...rest } = object as Keeping;
  const [first] = spec?.disks ?? [];
  return to.endsWith("v2") && spec?.disks !== undefined
    ? { ...rest, spec: { disks: spec.disks.map((disk) => (disk.cpus === first?.cpus ? { ...first } : disk)) } }
    : object;
}

describe("kept data of elements", () => {
  const disks = list(object({ cpus: integer, gpus: integer }, ["cpus"]));
  const olderDisks = list(object({ cpus: integer }, ["cpus"]));
  const keyed: JSONSchema = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["cpus"] };
  type Same = (old: readonly Disk[], now: readonly Disk[]) => boolean;
  /** Keeps the hub's list whole, and brings it back by index when the two lists are the same. */
  const keeping = (same: Same): CheckedConversion => ({
    hub: { apiVersion: "g.io/v2", schema: root(object({ disks: disks })) },
    spoke: { apiVersion: "g.io/v1", schema: root(object({ disks: olderDisks })) },
    convert(from, to) {
      const { spec, metadata, ...rest } = structuredClone(from) as unknown as Keeping;
      const { annotations: { [annotation]: kept, ...others } = {}, ...meta } = metadata;
      if (!to.endsWith("v2")) {
        const data = spec === undefined ? {} : { [annotation]: JSON.stringify({ spec }) };
        const older = spec && { spec: { ...(spec.disks && { disks: spec.disks.map(({ cpus }) => ({ cpus })) }) } };
        return { ...rest, apiVersion: to, metadata: annotated(meta, { ...others, ...data }), ...older };
      }
      const old = keptDisks(kept);
      const isSame = same(old, spec?.disks ?? []);
      const newer = spec && {
        spec: { ...(spec.disks && { disks: spec.disks.map((disk, i) => (isSame ? { ...old[i], ...disk } : disk)) }) },
      };
      return { ...rest, apiVersion: to, metadata: annotated(meta, others), ...newer };
    },
  });
  /** What 0.1 did. */
  const byIndex = keeping((old, now) => old.length === now.length);
  const samples = {
    hub: hub({ disks: [{ cpus: 1, gpus: 10 }, { cpus: 2 }] }),
    spoke: spoke({ disks: [{ cpus: 3 }] }),
  };

  it("that goes to another element after a reorder is caught", () => {
    expect(verdict(byIndex, samples)).toEqual([
      expect.stringContaining("an element has the data of another one; declare keys of the list (@listMapKey)"),
    ]);
  });

  it("that goes to another key after a reorder is caught", () => {
    const byKey: CheckedConversion = {
      ...byIndex,
      hub: { ...byIndex.hub, schema: root(object({ disks: { ...disks, ...keyed } })) },
      spoke: { ...byIndex.spoke, schema: root(object({ disks: { ...olderDisks, ...keyed } })) },
    };
    expect(verdict(byKey, samples)).toEqual([expect.stringContaining("spec.disks[0].gpus was absent and is 10")]);
  });

  it("that a copy of an element gets too is caught", () => {
    const byValue = keeping((old, now) => now.every(({ cpus }) => cpus === old[0]?.cpus));
    const twice = { ...byValue, convert: (from: object, to: string) => spread(byValue.convert(from, to), to) };
    const one = { ...samples, hub: hub({ disks: [{ cpus: 1, gpus: 10 }] }) };
    expect(verdict(byValue, one)).toEqual([]);
    expect(verdict(twice, one)).toEqual([expect.stringContaining("an element has the data of another one")]);
  });

  it("that an element loses when another one is changed is caught, where the list promises to keep it", () => {
    const unchanged = keeping((old, now) => old.map(({ cpus }) => cpus).join() === now.map(({ cpus }) => cpus).join());
    expect(verdict(unchanged, samples)).toEqual([]);
    const disk = { spoke: "spec.disks", hub: "spec.disks" };
    expect(verdict({ ...unchanged, elements: [disk] }, samples)).toEqual([
      expect.stringContaining(
        "an element that stayed in it has lost its data: spec.disks[1].gpus was 10 and is absent",
      ),
    ]);
  });
});

it("a conversion that loses nothing is accepted", () => {
  const checked = conversion({
    older: object({ size: integer }),
    newer: object({ replicas: integer }),
    up: ({ size, ...rest }) => ({ ...rest, ...(size === undefined ? {} : { replicas: size }) }),
    down: ({ replicas, ...rest }) => ({ ...rest, ...(replicas === undefined ? {} : { size: replicas }) }),
  });
  expect(verdict(checked, { hub: hub({ replicas: 1 }), spoke: spoke({ size: 2 }) })).toEqual([]);
});

it("objects that the API server rejects are not checked", () => {
  const same = (spec: object): object => spec;
  const checked = conversion({ older: object({ a: string }), newer: object({ a: string }), up: same, down: same });
  const [, second] = conversionChecks(checked);
  expect(second?.check({ hub: hub({}), spoke: spoke({ a: 1 }), other: spoke({}) })).toBe(false);
});

describe("bounds that differ", () => {
  const same = (spec: object): object => spec;
  const fields = {
    older: object({ size: integer }),
    newer: object({ size: { ...integer, minimum: 4 } }),
    up: same,
    down: same,
  };
  const bounds = [{ spoke: "spec.size", hub: "spec.size" }];
  const small = { hub: hub({ size: 4 }), spoke: spoke({ size: 1 }) };

  it("are caught when they are not declared", () => {
    expect(verdict(conversion(fields), small)[0]).toMatch(
      /^the object is not valid in g.io\/v2: spec.size: Invalid value: 1/,
    );
  });

  it("are accepted when they are, and must be seen", () => {
    const checked = { ...conversion(fields), bounds };
    expect(verdict(checked, small)).toEqual([]);
    expect(lossProblems(checked, { hub: [], spoke: [small.spoke] })).toEqual([]);
    expect(
      lossProblems({ ...conversion({ ...fields, newer: fields.older }), bounds }, { hub: [], spoke: [small.spoke] }),
    ).toEqual(['both versions accept every value of spec.size: remove `bounds: "differ"` from its rule']);
  });
});

it("a declared loss that no object shows is named", () => {
  const same = (spec: object): object => spec;
  const checked = conversion({
    older: object({ a: string }),
    newer: object({ a: string }),
    up: same,
    down: same,
    losses: [{ at: "spec.a", affects: anyValue }],
  });
  expect(lossProblems(checked, { hub: [], spoke: [spoke({})] })).toEqual([
    "no object had a value that the declared loss of spec.a affects",
  ]);
});

describe("a conversion that depends on more than its input is caught", () => {
  const size = (up: (spec: Spec) => object): CheckedConversion =>
    conversion({ older: object({ size: integer }), newer: object({ size: integer }), up, down: (spec) => spec });
  const samples = { hub: hub({ size: 1 }), spoke: spoke({ size: 1 }) };

  it.each<[string, (spec: Spec) => object, string]>([
    [
      "the clock",
      () => ({ size: Date.now() }),
      "a conversion calls Date.now: its result may depend on nothing but the object",
    ],
    [
      "the time of now as a date",
      () => ({ size: new Date().getTime() }),
      "a conversion calls new Date(): its result may",
    ],
    [
      "random numbers",
      () => ({ size: Math.floor(Math.random() * 1e6) }),
      "a conversion calls Math.random: its result may",
    ],
  ])("%s", (_, up, message) => {
    expect(verdict(size(up), samples).join("\n")).toContain(message);
  });

  it("what it counted before", () => {
    let calls = 0;
    const counting = size((spec) => ({ ...spec, size: (calls += 1) }));
    expect(verdict(counting, samples).join("\n")).toMatch(/when it is converted again: spec\.size was \d+ and is \d+/);
  });
});

describe("functions say which values are lost", () => {
  it("no value is not one of them", () => {
    const rule = { as: {}, loses: (value: number) => value > 3 };
    expect([4, 3, undefined].map((value) => namedBy(rule)(value, {}, {}))).toEqual([true, false, false]);
    expect(() => namedBy({ loses: [1] })).toThrow("the rule has no function `loses`");
  });
});

describe("what the hub keeps for the other version", () => {
  const spec = object({ size: integer, ready: string });
  const base: Case = {
    older: spec,
    newer: object({ ready: string }),
    up: ({ ready }) => (ready === undefined ? {} : { ready }),
    down: (rest) => rest,
    losses: [{ at: "spec.size", affects: anyValue }],
  };
  const samples = { hub: hub({ ready: "b" }), spoke: spoke({ size: 1, ready: "a" }) };

  it("is missed when it does not come back after a change in the hub", () => {
    expect(verdict({ ...conversion(base), keeps: ["spec.size"] }, samples)).toEqual([
      "after a change of spec.ready in the hub, a field that the hub keeps: spec.size was [1] and is []",
    ]);
  });

  it("must not undo a change in the hub", () => {
    const stale = conversion({ ...base, down: () => ({ ready: "a" }) });
    expect(verdict(stale, samples)).toContain('after a change of spec.ready in the hub: spec.ready was "b" and is "a"');
  });
});

describe("what the hub keeps while clients of a further version write its object", () => {
  const fields = root(object({ ready: string }));
  /** v2 keeps the size of v1 in its annotation, which v0 leaves there or removes. */
  const sizeKept = (v0Leaves: boolean): CheckedConversion => ({
    hub: { apiVersion: "g.io/v2", schema: fields },
    spoke: { apiVersion: "g.io/v1", schema: root(object({ ready: string, size: integer })) },
    others: [{ apiVersion: "g.io/v0", schema: fields }],
    keeps: ["spec.size"],
    convert(from, to) {
      const { apiVersion, spec, metadata, ...rest } = structuredClone(from) as Keeping & { apiVersion: string };
      const { annotations: { [annotation]: text = "", ...others } = {}, ...meta } = metadata;
      const { size, ...body } = spec ?? {};
      const kept = apiVersion.endsWith("v1") ? String(size) : text;
      const isKept = /^-?\d+$/.test(kept);
      const own = isKept && to.endsWith("v1") ? { ...body, size: Number(kept) } : body;
      const stays = isKept && (to.endsWith("v2") || (to.endsWith("v0") && v0Leaves));
      const annotations = annotated(meta, { ...others, ...(stays && { [annotation]: kept }) });
      return { ...rest, apiVersion: to, metadata: annotations, ...(spec && { spec: own }) };
    },
  });
  const samples = { hub: hub({ ready: "b" }), spoke: spoke({ size: 1, ready: "a" }) };

  it("is missed when that version removes it", () => {
    expect(verdict(sizeKept(false), samples)).toEqual([
      "after a client of g.io/v0 wrote the hub's object as it was: spec.size was 1 and is absent",
    ]);
  });

  it("may stay", () => {
    expect(verdict(sizeKept(true), samples)).toEqual([]);
  });
});
