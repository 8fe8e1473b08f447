// How core's objects show the Ready condition of a provider's object, and why an object is paused.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { mirrorReady, pauseReason } from "./conditions.ts";

const time = "2026-01-01T00:00:00Z";
const object = (status?: object, metadata: KubeObject["metadata"] = { name: "a" }): KubeObject =>
  ({ apiVersion: "g/v1", kind: "Foo", metadata, ...(status && { status }) }) as KubeObject;

const machineObject = (): KubeObject & { status?: ShownStatus } => ({ ...object(), kind: "Machine" });
const view = { kind: "InfraMachine", contract: "v1beta2", contracts: ["v1beta2"] } as const;

/** The conditions of core's object. */
interface ShownStatus {
  conditions?: unknown[];
  deprecated?: { v1beta1?: { conditions?: unknown[] } };
}

/** The condition that core shows for a provider's object. */
function shown(conditions: readonly object[] | undefined, provisioned = false): unknown {
  const machine = machineObject();
  mirrorReady(machine, { object: object(conditions && { conditions }), view, provisioned });
  return machine.status?.conditions?.[0];
}

test("the transition time is that of the provider's condition", () => {
  const ready = { type: "Ready", status: "False", reason: "NoDisk", message: "no disk", lastTransitionTime: time };
  expect(shown([ready])).toEqual({ ...ready, type: "InfrastructureReady" });
});

test.each([
  { status: "True", reason: "Ready" },
  { status: "False", reason: "NoReasonReported" },
])("a condition without a reason that is $status has the reason $reason", ({ status, reason }) => {
  expect(shown([{ type: "Ready", status, lastTransitionTime: time }])).toMatchObject({ status, reason });
});

test.each([
  { provisioned: true, want: { status: "True", reason: "Ready", message: "" } },
  {
    provisioned: false,
    want: { status: "False", reason: "NotReady", message: "Foo status.initialization.provisioned is false" },
  },
])("without a condition the flag counts: $provisioned", ({ provisioned, want }) => {
  expect(shown(undefined, provisioned)).toMatchObject(want);
});

test("a condition that core rejects is reported", () => {
  expect(shown([{ type: "Ready", status: "yes" }])).toMatchObject({
    status: "Unknown",
    reason: "InvalidConditionReported",
    message:
      "status.conditions of Foo cannot be read: status for the Ready condition must be one of True, False, Unknown",
  });
});

test.each<[string, object | undefined, boolean, object]>([
  [
    "the provider's condition",
    {
      type: "Ready",
      status: "False",
      severity: "Error",
      reason: "NoDisk",
      message: "no disk",
      lastTransitionTime: time,
    },
    true,
    { status: "False", severity: "Error", reason: "NoDisk", message: "no disk", lastTransitionTime: time },
  ],
  ["a flag that is set", undefined, true, { status: "True" }],
  [
    "a flag that is not set",
    undefined,
    false,
    { status: "False", severity: "Info", reason: "WaitingForInfrastructure" },
  ],
])("the deprecated condition is that of %s", (_, condition, provisioned, want) => {
  const machine = machineObject();
  mirrorReady(machine, {
    object: object({ conditions: condition === undefined ? [] : [condition] }),
    view,
    provisioned,
  });
  expect(machine.status?.deprecated?.v1beta1?.conditions).toEqual([
    { type: "InfrastructureReady", lastTransitionTime: expect.any(String), ...want },
  ]);
});

test.each([
  { owner: "Machine", kind: "BootstrapConfig", want: [["BootstrapConfigReady"], ["BootstrapReady"]] },
  { owner: "MachinePool", kind: "BootstrapConfig", want: [[], ["BootstrapReady"]] },
  { owner: "MachinePool", kind: "InfraMachinePool", want: [[], ["InfrastructureReady"]] },
  { owner: "Cluster", kind: "InfraMachine", want: [[], []] },
] as const)("the conditions of a $owner have the names in the record of a $kind", ({ owner, kind, want }) => {
  const draft = { ...machineObject(), kind: owner };
  mirrorReady(draft, { object: object(), view: { ...view, kind }, provisioned: true });
  const { conditions = [], deprecated } = draft.status ?? {};
  const typesOf = (list: readonly unknown[]): unknown[] => list.map((each) => (each as { type: string }).type);
  expect([typesOf(conditions), typesOf(deprecated?.v1beta1?.conditions ?? [])]).toEqual(want);
});

test("both reasons of a pause are named", () => {
  const marked = object(undefined, { name: "a", annotations: { "cluster.x-k8s.io/paused": "" } });
  expect(pauseReason(marked, { spec: { paused: true } })).toBe(
    "Cluster spec.paused is set to true, Foo has the cluster.x-k8s.io/paused annotation",
  );
  expect(pauseReason(object(), { spec: {} })).toBeUndefined();
});
