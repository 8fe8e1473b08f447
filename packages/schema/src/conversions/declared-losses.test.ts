// The losses that a rule names: a list of values, or a function.
import { describe, expect, it, test } from "vitest";
import type { CheckedConversion } from "./checked-conversion.ts";
import { lossProblems } from "./loss-problems.ts";
import { anyValue, emptyObject, namedBy, oneOf } from "./lost-values.ts";
import { conversion, hub, integer, list, object, spoke, string, verdict } from "../../test/written-conversions.ts";

describe("the losses that a rule lists", () => {
  const merging = (...values: string[]): CheckedConversion =>
    conversion({
      older: object({ mode: string, disks: list(object({ kind: string })) }),
      newer: object({ mode: string, disks: list(object({ kind: string })) }),
      up: (spec) => (spec.mode === "a" ? { ...spec, mode: "x" } : spec),
      down: (spec) => spec,
      losses: values.map((value) => ({ at: "spec.mode", to: "spec.mode", affects: oneOf(value), value })),
    });

  it("are each shown to happen, also when no random object has the value", () => {
    const samples = { hub: [], spoke: [spoke({ mode: "z" })] };
    expect(lossProblems(merging("a"), samples)).toEqual([]);
    expect(lossProblems(merging("a", "b"), samples)).toEqual([
      'the loss of "b" that the rule of spec.mode declares never happens: remove the value from `loses`',
    ]);
  });

  it("are tried in few of many objects, and in those that have a place for them", () => {
    let conversions = 0;
    const { convert, ...rest } = merging("a", "b");
    const counted: CheckedConversion = {
      ...rest,
      convert: (object, to) => {
        conversions += 1;
        return convert(object, to);
      },
    };
    const hundred = (object: object): object[] => Array.from({ length: 100 }, () => object);
    const empty = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" } };
    const samples = { hub: [], spoke: [...hundred(empty), ...hundred(spoke({ mode: "z" }))] };
    expect(lossProblems(counted, samples)).toHaveLength(1);
    // Each object there and back: as it is, twenty with each value, and without what is in its spec.
    expect(conversions).toBe(2 * (200 + 2 * 20 + 200));
  });

  it("are looked for in what the hub's values become, with empty parts", () => {
    const joined = conversion({
      older: object({ mode: string, tags: object({ k: string }) }),
      newer: object({ state: string, tags: object({ k: string }) }),
      // Only with a mode that functions make.
      up: ({ mode, tags }) => (mode === "of x" ? { state: "x" } : { state: mode, tags }),
      down: ({ state, tags }) => ({ mode: state === "x" ? "of x" : state, tags }),
      losses: [{ at: "spec.tags", to: "spec.tags", affects: emptyObject }],
    });
    const others = [spoke({ mode: "a", tags: {} })];
    expect(lossProblems(joined, { hub: [hub({ state: "y", tags: {} })], spoke: others })).toHaveLength(1);
    expect(lossProblems(joined, { hub: [hub({ state: "x", tags: { k: "" } })], spoke: others })).toEqual([]);
  });

  it("of empty objects need not happen where the generator declares them", () => {
    const same = conversion({
      older: object({ tags: object({ k: string }) }),
      newer: object({ tags: object({ k: string }) }),
      up: (spec) => spec,
      down: (spec) => spec,
      losses: [{ at: "spec.tags", to: "spec.tags", affects: emptyObject, certain: true }],
    });
    expect(lossProblems(same, { hub: [], spoke: [spoke({ tags: {} })] })).toEqual([]);
  });

  it("are reached or named", () => {
    expect(lossProblems(merging("a"), { hub: [], spoke: [] })).toEqual([
      'no object had the value "a", whose loss the rule of spec.mode declares: remove it from `loses` if the field rejects it',
    ]);
  });
});

it("a loss that only an example shows is seen, and so are bounds that differ", () => {
  const checked = conversion({
    older: object({ disks: list(object({ kind: string })) }),
    newer: object({ disks: list(object({ kind: { ...string, maxLength: 6 } })) }),
    up: (spec) => JSON.parse(JSON.stringify(spec).replace("legacy", "")) as object,
    down: (spec) => spec,
    losses: [{ at: "spec.disks[].kind", affects: oneOf("legacy") }],
  });
  const samples = { hub: [], spoke: [spoke({ disks: [{ kind: "a" }] })] };
  const examples = { spoke: [[{ "spec.disks[].kind": "legacy" }, { "spec.disks[].kind": "too long" }]] };
  const bounds = [{ spoke: "spec.disks[].kind", hub: "spec.disks[].kind" }];
  expect(lossProblems({ ...checked, bounds, examples }, samples)).toEqual([]);
  expect(lossProblems({ ...checked, bounds }, samples)).toHaveLength(2);
});

describe("functions say which values are lost", () => {
  it("no value is not one of them", () => {
    const rule = { as: {}, loses: (value: number) => value > 3 };
    expect([4, 3, undefined].map((value) => namedBy(rule)(value, {}, {}))).toEqual([true, false, false]);
    expect(() => namedBy({ loses: [1] })).toThrow("the rule has no function `loses`");
  });
});

test("a loss does not excuse an object that comes back without what its version requires", () => {
  const lossy = conversion({
    older: object({ mode: string, size: integer }, ["size"]),
    newer: object({ mode: string }),
    up: ({ mode }) => (mode === undefined ? {} : { mode }),
    down: (spec) => spec,
    losses: [{ at: "spec.size", affects: anyValue }],
  });
  // The server rejects the hub's object, so that only the other version's is checked.
  const samples = { hub: { ...hub({}), spec: 1 }, spoke: spoke({ size: 1 }) };
  expect(verdict(lossy, samples)).toEqual(["the object is not valid in g.io/v1: spec.size: Required value"]);
});
