// What the hub keeps for the other version: that it stays with its element, comes back, and survives clients of further versions.
import type { JSONSchema, ValidationRule } from "@capstan/kube/builtin";
import { describe, expect, it } from "vitest";
import type { CheckedConversion } from "./checked-conversion.ts";
import { anyValue } from "./lost-values.ts";
import {
  annotated,
  annotation,
  type Case,
  conversion,
  type Disk,
  hub,
  integer,
  type Keeping,
  list,
  object,
  root,
  type Spec,
  spoke,
  string,
  verdict,
} from "../../test/written-conversions.ts";

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

describe("what the hub keeps of a member of a union that is at another place in the hub", () => {
  const only = (member: string, rest: string): ValidationRule => ({ rule: `self.type != "${member}" || (${rest})` });
  const rules = [only("A", "!has(self.b)"), only("B", "!has(self.a) && !has(self.k) && !has(self.o)")];
  const union = (fields: Record<string, JSONSchema>): JSONSchema => ({
    ...object({ type: string, a: string, b: string, ...fields }, ["type"]),
    "x-kubernetes-validations": rules.slice(0, "k" in fields ? 2 : 1),
  });
  const base: Case = {
    older: object({ u: union({ k: string, o: object({ y: string }) }) }),
    newer: object({ w: union({}) }),
    up: ({ u }) =>
      u === undefined ? {} : { w: Object.fromEntries(Object.entries(u).filter(([name]) => !"ko".includes(name))) },
    down: ({ w }) => (w === undefined ? {} : { u: w }),
    losses: ["spec.u.k", "spec.u.o"].map((at) => ({ at, affects: anyValue })),
  };
  const keeps = ["spec.u.k", "spec.u.o.y"].map((at) => ({ at, inside: "spec.u" }));
  const samplesTo = (w: object): { hub: object; spoke: object; other: object } => ({
    hub: hub({ w }),
    spoke: spoke({ u: { type: "A", k: "1", o: { y: "1" } } }),
    other: spoke({}),
  });

  it("goes with the member", () => {
    expect(verdict({ ...conversion(base), keeps }, samplesTo({ type: "B", b: "2" }))).toEqual([]);
  });

  it.each(keeps)("is missed while the member is there: $at", (field) => {
    expect(verdict({ ...conversion(base), keeps: [field] }, samplesTo({ type: "A", a: "2" }))).toEqual([
      `after a change of spec.w in the hub, a field that the hub keeps: ${field.at} was ["1"] and is []`,
    ]);
  });
});

describe("what is kept for the hub", () => {
  const oneOf: ValidationRule = { rule: "[has(self.a),has(self.b)].filter(x,x==true).size() <= 1" };
  const fields = (more: Record<string, JSONSchema>): JSONSchema =>
    root({ ...object({ b: string, ...more }), "x-kubernetes-validations": [oneOf] });
  /** v2 has a field that v1 lacks; its value comes back beside any other, or only where none is. */
  const restoring = (isCareful: boolean): CheckedConversion => ({
    hub: { apiVersion: "g.io/v2", schema: fields({ a: string }) },
    spoke: { apiVersion: "g.io/v1", schema: fields({}) },
    bounds: [{ spoke: "spec", hub: "spec", certain: true }],
    convert(from, to) {
      const { spec, metadata, ...rest } = structuredClone(from) as Keeping;
      const { annotations: { [annotation]: text, ...others } = {}, ...meta } = metadata;
      const { a, ...body } = (spec ?? {}) as { a?: string; b?: string };
      const isBack = to.endsWith("v2") && /^=\d=$/.test(text ?? "") && !(isCareful && "b" in body);
      const kept = to.endsWith("v1") && a !== undefined ? { [annotation]: `=${a}=` } : {};
      const own = isBack ? { ...body, a: text?.slice(1, -1) } : body;
      return { ...rest, apiVersion: to, metadata: annotated(meta, { ...others, ...kept }), ...(spec && { spec: own }) };
    },
  });
  const samples = { hub: hub({ a: "1" }), spoke: spoke({}), other: spoke({ b: "2" }) };

  it("must not make an object that the hub rejects, whatever bounds are declared", () => {
    expect(verdict(restoring(true), samples)).toEqual([]);
    expect(verdict(restoring(false), samples)).toContainEqual(
      expect.stringMatching(/^what is kept of the object makes it one that g.io\/v2 rejects: spec: /),
    );
  });
});

describe("what the hub keeps while clients of a further version write its object", () => {
  const fields = root(object({ ready: string }));
  /** v2 keeps the size of v1 in its annotation, which v0 leaves there or removes. */
  const sizeKept = (v0Leaves: boolean, ofV0: JSONSchema = fields): CheckedConversion => ({
    hub: { apiVersion: "g.io/v2", schema: fields },
    spoke: { apiVersion: "g.io/v1", schema: root(object({ ready: string, size: integer })) },
    others: [{ apiVersion: "g.io/v0", schema: ofV0 }],
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

  it("is not asked for where that version rejects the object: no client of it writes that", () => {
    expect(verdict(sizeKept(false, root(object({ ready: integer }))), samples)).toEqual([]);
  });

  it("is missed when that version removes it", () => {
    expect(verdict(sizeKept(false), samples)).toEqual([
      "after a client of g.io/v0 wrote the hub's object as it was: spec.size was 1 and is absent",
    ]);
  });

  it("may stay", () => {
    expect(verdict(sizeKept(true), samples)).toEqual([]);
  });
});
