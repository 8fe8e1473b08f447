// Bounds that differ between versions, declared and not.
import { describe, expect, it } from "vitest";
import type { CheckedConversion } from "./checked-conversion.ts";
import { lossProblems } from "./loss-problems.ts";
import { anyValue, emptyFields } from "./lost-values.ts";
import { conversion, hub, integer, object, spoke, string, verdict } from "../../test/written-conversions.ts";

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

  it("a null that only one version allows is dropped by the other's server", () => {
    const nullable = {
      ...fields,
      older: object({ size: { ...integer, nullable: true } }),
      newer: object({ size: integer }),
    };
    const samples = { hub: hub({ size: 4 }), spoke: spoke({ size: null }) };
    expect(verdict({ ...conversion(nullable), bounds }, samples)).toEqual([]);
    expect(verdict(conversion(nullable), samples)).not.toEqual([]);
  });

  const [number, text] = [object({ size: integer }), object({ size: string })];
  it.each([
    ["hub", number, text, { hub: hub({ size: "a" }), spoke: spoke({ size: 1 }) }],
    ["other version", text, number, { hub: hub({ size: 1 }), spoke: spoke({ size: "a" }) }],
  ])("hide no value of another JSON type in the %s", (_, older, newer, samples) => {
    const checked = { ...conversion({ older, newer, up: same, down: same }), bounds };
    const wrong = /^the object is not valid in g.io\/v2: spec.size: .* in body must be of type/;
    expect(verdict(checked, samples)).toContainEqual(expect.stringMatching(wrong));
    expect(lossProblems(checked, { hub: [samples.hub], spoke: [samples.spoke] })).toHaveLength(1);
  });

  it("are accepted when they are, and must be seen", () => {
    const checked = { ...conversion(fields), bounds };
    expect(verdict(checked, small)).toEqual([]);
    expect(lossProblems(checked, { hub: [], spoke: [small.spoke] })).toEqual([]);
    expect(
      lossProblems({ ...conversion({ ...fields, newer: fields.older }), bounds }, { hub: [], spoke: [small.spoke] }),
    ).toEqual([
      'both versions accept every value of spec.size that was tried: remove `bounds: "differ"` from its rule, or add a value that only one accepts to `examples` of the rule, or to `examplesOfNewer` if the newer version has it',
    ]);
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
    "no object had a value that the declared loss of spec.a affects: remove it, or add a value that is lost to `examples` of the rule, or to `examplesOfNewer` if the newer version has it",
  ]);
});

it("a loss that the types alone show needs no object, and must happen where one has the value", () => {
  const checked = conversion({
    older: object({ a: string }),
    newer: object({ a: string }),
    up: (spec) => spec,
    down: (spec) => spec,
    losses: [{ at: "spec.a", affects: anyValue, certain: true }],
  });
  expect(lossProblems(checked, { hub: [], spoke: [spoke({})] })).toEqual([]);
  expect(lossProblems(checked, { hub: [], spoke: [spoke({ a: "x" })] })).toEqual([
    "the declared loss of spec.a never happens: remove it, or correct which values it affects",
  ]);
});

it("an object that only has empty values need not be lost, where the generator says that it may be", () => {
  const fields = object({ o: object({ a: string, b: string }) });
  const lossOf = (certain: { certain?: true }): CheckedConversion =>
    conversion({
      older: fields,
      newer: fields,
      up: (spec) => spec,
      down: (spec) => spec,
      losses: [{ at: "spec.o", affects: emptyFields, ...certain }],
    });
  const samples = { hub: [], spoke: [spoke({ o: { a: "" } })] };
  expect(lossProblems(lossOf({ certain: true }), samples)).toEqual([]);
  expect(lossProblems(lossOf({}), samples)).toHaveLength(1);
});
