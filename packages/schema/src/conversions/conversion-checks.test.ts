// Conversions that destroy data, each of which the check must catch, and right ones that it must accept.
import type { JSONSchema } from "@capstan/kube/builtin";
import { CapstanError } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import type { CheckedConversion } from "./checked-conversion.ts";
import { conversionChecks } from "./conversion-checks.ts";
import { lossProblems } from "./loss-problems.ts";
import { oneOf } from "./lost-values.ts";
import { shortenLimit } from "../../test/short-limit.ts";
import {
  annotation,
  type Case,
  conversion,
  hub,
  integer,
  type Keeping,
  list,
  object,
  type Spec,
  spoke,
  string,
  verdict,
} from "../../test/written-conversions.ts";

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

  it("a default of the version in between that comes back, with the help to declare it", () => {
    const same = (spec: object): object => spec;
    const newer = object({ size: { ...integer, default: 3 } });
    const checked = conversion({ older: object({ size: integer }), newer, up: same, down: same });
    const check = conversionChecks(checked).find(({ name }) => name.startsWith("objects of the other version"));
    expect(() => check?.check({ hub: hub({}), spoke: spoke({}), other: spoke({}) })).toThrow(
      "after the other version, hub, back, with the hub's defaults: spec.size was absent and is 3\n" +
        "  help: give the field's rule the default that the schema of the newer version has, in that version's form: `default: ...`; " +
        "or let both versions have the default and `@default {}` for the objects around the field, or remove it from both",
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

  it.each(["", "{"])("a value from an annotation that is %j", (forged) => {
    const fields = object({ size: integer });
    const same = (spec: object): object => spec;
    const checked = conversion({ older: fields, newer: fields, up: same, down: same });
    const fooled: CheckedConversion = {
      ...checked,
      convert(from, to) {
        const isFooled = (from as Keeping).metadata.annotations?.[annotation] === forged;
        return { ...checked.convert(from, to), ...(isFooled ? { spec: { size: 9 } } : {}) };
      },
    };
    expect(verdict(fooled, { hub: hub({ size: 1 }), spoke: spoke({ size: 1 }) })).toEqual([
      `with the annotation "${forged}": spec.size was 1 and is 9`,
    ]);
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

it("a conversion that loses nothing is accepted", () => {
  const checked = conversion({
    older: object({ size: integer }),
    newer: object({ replicas: integer }),
    up: ({ size, ...rest }) => ({ ...rest, ...(size === undefined ? {} : { replicas: size }) }),
    down: ({ replicas, ...rest }) => ({ ...rest, ...(replicas === undefined ? {} : { size: replicas }) }),
  });
  expect(verdict(checked, { hub: hub({ replicas: 1 }), spoke: spoke({ size: 2 }) })).toEqual([]);
});

it("a default of its own version is nothing that a part of an object gains, and another value is", () => {
  const checked = (filled: string): CheckedConversion =>
    conversion({
      older: object({ mode: { ...string, default: "hard" } }),
      newer: object({ mode: string }),
      up: (spec) => spec,
      down: (spec) => ({ mode: filled, ...spec }),
    });
  const samples = { hub: hub({ mode: "soft" }), spoke: spoke({}) };
  expect(verdict(checked("hard"), samples)).toEqual([]);
  expect(verdict(checked("odd"), samples)).toContain('with only spec: spec.mode was absent and is "odd"');
});

it("a single field gains no other one, but for those that its version requires", () => {
  const disk = (required: string[]): JSONSchema => object({ disk: object({ cpus: integer, gpus: integer }, required) });
  const checked = (required: string[]): CheckedConversion =>
    conversion({
      older: disk(required),
      newer: disk([]),
      up: ({ disk: both }) => {
        if (both === undefined) return {};
        const { gpus, ...rest } = both;
        return { disk: gpus ? both : rest };
      },
      down: ({ disk: rest }) => (rest ? { disk: { gpus: 0, ...rest } } : {}),
    });
  const spec = { disk: { cpus: 1, gpus: 2 } };
  const samples = { hub: hub(spec), spoke: spoke(spec) };
  expect(verdict(checked([]), samples)).toContain("with only spec.disk.cpus: spec.disk.gpus was absent and is 0");
  expect(verdict(checked(["gpus"]), samples)).toEqual([]);
});

it("an empty object is no gain of a part that lacks what its object requires", () => {
  const spec = (required: string[]): JSONSchema =>
    object({ u: object({ type: string, f: string, o: object({}) }, required) });
  const checked = (required: string[], gained: object): CheckedConversion =>
    conversion({
      older: spec(required),
      newer: spec(required),
      up: (same) => same,
      down: ({ u }) => (u === undefined ? {} : { u: { ...gained, ...u } }),
    });
  const fields = { u: { type: "A", f: "1", o: {} } };
  const samples = { hub: hub(fields), spoke: spoke(fields) };
  expect(verdict(checked(["type"], { o: {} }), samples)).not.toContainEqual(
    expect.stringContaining("with only spec.u.f:"),
  );
  expect(verdict(checked([], { o: {} }), samples)).toContainEqual(expect.stringContaining("with only spec.u"));
  expect(verdict(checked(["f"], { type: "B" }), samples)).toContainEqual(
    expect.stringContaining('spec.u.type was absent and is "B"'),
  );
});

it("a part that lacks what its version requires may be left out by functions of `together`, and nothing else may", () => {
  const disk = (required: string[]): JSONSchema => object({ disk: object({ cpus: integer, gpus: integer }, required) });
  const checked = (required: string[], code: string): CheckedConversion =>
    conversion({
      older: disk(required),
      newer: disk([]),
      up: (spec) => {
        if (spec.disk?.gpus !== undefined && spec.disk.cpus === undefined) throw new CapstanError(code, "not called");
        return spec;
      },
      down: (spec) => spec,
    });
  const samples = { hub: hub({ disk: { cpus: 1 } }), spoke: spoke({ disk: { cpus: 1, gpus: 2 } }) };
  expect(verdict(checked(["cpus"], "conversion/function-input"), samples)).toEqual([]);
  expect(verdict(checked(["cpus"], "conversion/function-failed"), samples)).toContain(
    "conversion/function-failed: not called",
  );
  expect(verdict(checked([], "conversion/function-input"), samples)).toContain("conversion/function-input: not called");
});

it("elements of lists are not cut down: they would lack what tells them apart, and what belongs together", () => {
  const conditions = list(object({ status: string, severity: string }));
  const checked = conversion({
    older: object({ disks: conditions }),
    newer: object({ disks: conditions }),
    up: (spec) => spec,
    down: ({ disks }) => (disks ? { disks: disks.map((one) => ({ severity: "Info", ...one })) } : {}),
  });
  const disks = [{ status: "False", severity: "Error" }];
  expect(verdict(checked, { hub: hub({ disks }), spoke: spoke({ disks }) })).toEqual([]);
});

it("a new object that its version accepts with a required field only is not excused", () => {
  const schema = object({ disk: object({ cpus: integer }, ["cpus"]) });
  const checked = conversion({
    older: schema,
    newer: schema,
    up: (spec) => spec,
    down: ({ disk = { cpus: 1 } }) => ({ disk }),
  });
  const samples = { hub: hub({ disk: { cpus: 2 } }), spoke: spoke({}) };
  expect(verdict(checked, samples)).toContain("after the other version, hub, back: spec.disk.cpus was absent and is 1");
});

it("a conversion that does not end is not tried by the other checks", () => {
  shortenLimit();
  let calls = 0;
  const checked = conversion({
    older: object({ a: string }),
    newer: object({ a: string }),
    up: (spec) => spec,
    down() {
      calls += 1;
      for (;;);
    },
  });
  const samples = { hub: hub({ a: "x" }), spoke: spoke({}), other: spoke({}) };
  const [first, second] = conversionChecks(checked);
  const message = 'did not end within 5 s: a function of it loops; it was checked with {"hub":{"apiVersion":"g.io/v2"';
  expect(() => first?.check(samples)).toThrow(message);
  const before = calls;
  expect(() => second?.check(samples)).toThrow(message);
  expect(calls).toBe(before);
});

it("objects that the API server rejects are not checked", () => {
  const same = (spec: object): object => spec;
  const checked = conversion({ older: object({ a: string }), newer: object({ a: string }), up: same, down: same });
  const [, second] = conversionChecks(checked);
  expect(second?.check({ hub: hub({}), spoke: spoke({ a: 1 }), other: spoke({}) })).toBe(false);
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
