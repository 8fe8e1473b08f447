// The proofs of conversions hold for a plan with every kind of rule, with either side as the hub.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proofsOf, templatePlan, type ConversionPlan } from "../src/codegen/v1/index.ts";
import { newer, older, plan } from "./local-cluster-plan.ts";

const inTemplate = (object: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  object.map((from) => {
    const { apiVersion, metadata, spec } = from as Record<string, unknown>;
    return {
      apiVersion,
      kind: "LocalClusterTemplate",
      metadata,
      spec: { template: spec === undefined ? {} : { spec } },
    };
  });

const cases: readonly (readonly [string, ConversionPlan, (object: fc.Arbitrary<object>) => fc.Arbitrary<object>])[] = [
  ["the newer version as the hub", plan, (object) => object],
  ["the older version as the hub", { ...plan, hub: "older" }, (object) => object],
  ["the template", templatePlan(plan), inTemplate],
];

describe.each(cases)("%s", (_, proven, shaped) => {
  it.each(proofsOf(proven))("$name", ({ prove }) => {
    const [hub, spoke] = proven.hub === "newer" ? [newer, older] : [older, newer];
    const property = fc.property(shaped(hub), shaped(spoke), shaped(spoke), (a, b, c) =>
      prove({ hub: a, spoke: b, edited: c }),
    );
    expect(fc.check(property, { numRuns: 100 })).toMatchObject({ failed: false, errorInstance: null });
  });
});
