// Why an object is paused, and the condition about it.
import { annotations } from "@capstan/contract";
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { pausedCondition, reasonForPause } from "./pause.ts";

const object = (marks?: Record<string, string>): KubeObject => ({
  apiVersion: "g/v1",
  kind: "Foo",
  metadata: { name: "a", ...(marks === undefined ? {} : { annotations: marks }) },
});
const cluster = (paused?: boolean): Cluster => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c" },
  spec: paused === undefined ? {} : { paused },
});
const bySpec = "Cluster spec.paused is set to true";

test.each([
  { name: "nothing", given: object(), of: undefined, want: undefined },
  { name: "a Cluster that is not paused", given: object(), of: cluster(false), want: undefined },
  { name: "a Cluster without the field", given: object({ other: "" }), of: cluster(), want: undefined },
  { name: "a paused Cluster", given: object(), of: cluster(true), want: bySpec },
  {
    name: "the paused annotation",
    given: object({ [annotations.paused]: "" }),
    of: cluster(false),
    want: `Foo has the ${annotations.paused} annotation`,
  },
  {
    name: "the annotation of a move",
    given: object({ [annotations.deleteForMove]: "" }),
    of: undefined,
    want: `Foo has the ${annotations.deleteForMove} annotation`,
  },
  {
    name: "a paused Cluster and the annotation",
    given: object({ [annotations.paused]: "" }),
    of: cluster(true),
    want: `${bySpec}, Foo has the ${annotations.paused} annotation`,
  },
  {
    name: "all of them",
    given: object({ [annotations.deleteForMove]: "", [annotations.paused]: "" }),
    of: cluster(true),
    want: `${bySpec}, Foo has the ${annotations.paused} annotation, Foo has the ${annotations.deleteForMove} annotation`,
  },
])("the reason for a pause: $name", ({ given, of, want }) => {
  expect(reasonForPause(given, of)).toBe(want);
});

test.each([
  { reason: undefined, want: { type: "Paused", status: "False", reason: "NotPaused", severity: "" } },
  { reason: bySpec, want: { type: "Paused", status: "True", reason: "Paused", message: bySpec } },
])("the Paused condition for $reason", ({ reason, want }) => {
  expect(pausedCondition(reason)).toEqual(want);
});
