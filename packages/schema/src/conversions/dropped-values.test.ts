// A value that becomes no value is lost as that: another value in its place is none of the loss.
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, it } from "vitest";
import { conversion, hub, integer, object, root, type Spec, spoke, verdict } from "../../test/written-conversions.ts";
import { lossProblems } from "./loss-problems.ts";
import { oneOf } from "./lost-values.ts";

const without = ({ size }: Spec): object => (size === undefined || size === 0 ? {} : { size });

const checked = (newer: JSONSchema): ReturnType<typeof conversion> =>
  conversion({
    older: object({ size: integer }),
    newer: object({ size: newer }),
    up: without,
    down: without,
    losses: [{ at: "spec.size", affects: oneOf(0), dropped: true }],
  });

const samples = { hub: hub({ size: 1 }), spoke: spoke({ size: 0 }) };

it("covers an empty value that comes back as no value", () => {
  expect(verdict(checked(integer), samples)).toEqual([]);
  expect(lossProblems(checked(integer), { hub: [], spoke: [samples.spoke] })).toEqual([]);
});

it("does not cover that the hub requires a value", () => {
  const { hub: of, ...rest } = checked(integer);
  const required = { ...of, schema: root(object({ size: integer }, ["size"])) };
  const losses = [{ at: "spec.size", to: "spec.size", affects: oneOf(0) }];
  expect(verdict({ ...rest, hub: required, losses }, samples)).toContain(
    "the object is not valid in g.io/v2: spec.size: Required value",
  );
});

it("does not cover the hub's default in its place", () => {
  expect(verdict(checked({ ...integer, default: 5 }), samples)).toContain(
    "after the other version, hub, back, with the hub's defaults: spec.size was 0 and is 5",
  );
});
