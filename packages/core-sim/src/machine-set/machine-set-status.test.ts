// The Resized condition of a MachineSet, as Cluster API's updateStatus sets it (core/reconcilers/machineset).
import type { Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { setMachineSetStatus } from "./machine-set-status.ts";

function setOf(replicas: number): MachineSet {
  const template = {
    spec: { clusterName: "c", bootstrap: {}, infrastructureRef: { apiGroup: "g", kind: "K", name: "t" } },
  };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: { name: "s", namespace: "default" },
    spec: { clusterName: "c", replicas, selector: {}, template },
  };
}

function machine(name: string, ready: boolean): Machine {
  const condition = { type: "Ready", status: ready ? ("True" as const) : ("False" as const), reason: "R", message: "" };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name, namespace: "default" },
    spec: setOf(1).spec.template.spec,
    status: { conditions: [{ ...condition, lastTransitionTime: "2026-01-01T00:00:00Z" }] },
  };
}

function resized(set: MachineSet): object | undefined {
  const found = set.status?.deprecated?.v1beta1?.conditions?.find(({ type }) => type === "Resized");
  if (found === undefined) return undefined;
  const { lastTransitionTime: _now, ...rest } = found;
  return rest;
}

const scalingUp = {
  type: "Resized",
  status: "False",
  severity: "Warning",
  reason: "ScalingUp",
  message: "Scaling up MachineSet to 2 replicas (actual 1)",
};

test.each([
  { name: "too few", machines: [machine("a", true)], want: scalingUp },
  {
    name: "too many",
    machines: ["a", "b", "c"].map((name) => machine(name, true)),
    want: {
      type: "Resized",
      status: "False",
      severity: "Warning",
      reason: "ScalingDown",
      message: "Scaling down MachineSet to 2 replicas (actual 3)",
    },
  },
  {
    name: "enough and ready",
    machines: ["a", "b"].map((name) => machine(name, true)),
    want: { type: "Resized", status: "True" },
  },
  { name: "enough, not all ready", machines: [machine("a", true), machine("b", false)], want: undefined },
])("Resized of a MachineSet that wants two: $name", ({ machines, want }) => {
  const set = setOf(2);
  setMachineSetStatus(set, machines);
  expect(resized(set)).toEqual(want);
});

test("a MachineSet keeps ScalingUp until all its machines are ready", () => {
  const set = setOf(2);
  setMachineSetStatus(set, [machine("a", true)]);
  setMachineSetStatus(set, [machine("a", true), machine("b", false)]);
  expect(resized(set)).toEqual(scalingUp);
});
