// The versions that an upgrade leads through, for control planes and workers of these versions.
import type { MachineDeployment } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { clusterClass } from "../../test/class-objects.ts";
import { upgradePlanOf } from "./upgrade-plan.ts";

function workersOf(version: string): MachineDeployment {
  const infrastructureRef = { apiGroup: "a.b", kind: "Foo", name: "a" };
  const spec = { clusterName: "a", version, bootstrap: { dataSecretName: "a" }, infrastructureRef };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name: version },
    spec: { clusterName: "a", selector: {}, template: { spec } },
  };
}

const listed = ["v1.30.1", "v1.31.0", "v1.31.2", "v1.32.0", "v1.33.0", "v1.34.0", "v1.35.0", "v1.36.0"];

test.each([
  { from: "v1.35.0", to: "v1.35.0", workers: ["v1.35.0"], plan: [[], [], "v1.35.0"] },
  { from: "v1.35.0", to: "v1.36.0", workers: [], plan: [["v1.36.0"], [], ""] },
  { from: "v1.35.0", to: "v1.36.0", workers: ["v1.35.0", "v1.34.0"], plan: [["v1.36.0"], ["v1.36.0"], "v1.34.0"] },
  { from: "v1.36.0", to: "v1.36.0", workers: ["v1.36.0", "v1.35.0"], plan: [[], ["v1.36.0"], "v1.35.0"] },
])("without a list, from $from and $workers to $to", ({ from, to, workers, plan }) => {
  const {
    controlPlane,
    workers: steps,
    lowestWorkers,
  } = upgradePlanOf(clusterClass, workers.map(workersOf), { from, to });
  expect([controlPlane, steps, lowestWorkers]).toEqual(plan);
});

test.each([
  { from: "v1.30.0", to: "v1.31.2", workers: "v1.30.0", plan: [["v1.31.2"], ["v1.31.2"]] },
  { from: "v1.30.0", to: "v1.32.0", workers: "v1.30.0", plan: [["v1.31.2", "v1.32.0"], ["v1.32.0"]] },
  { from: "v1.31.0", to: "v1.31.2", workers: "v1.30.0", plan: [["v1.31.2"], ["v1.31.2"]] },
  {
    from: "v1.32.0",
    to: "v1.36.0",
    workers: "v1.30.1",
    plan: [
      ["v1.33.0", "v1.34.0", "v1.35.0", "v1.36.0"],
      ["v1.33.0", "v1.36.0"],
    ],
  },
])("with a list, from $from and $workers to $to", ({ from, to, workers, plan }) => {
  const { controlPlane, workers: steps } = upgradePlanOf(
    { ...clusterClass, spec: { ...clusterClass.spec, kubernetesVersions: listed } },
    [workersOf(workers)],
    { from, to },
  );
  expect([controlPlane, steps]).toEqual(plan);
});

test("a list that lacks a minor version has no plan", () => {
  const kubernetesVersions = listed.filter((version) => version !== "v1.33.0");
  const plan = (from: string, to: string): unknown =>
    upgradePlanOf({ ...clusterClass, spec: { ...clusterClass.spec, kubernetesVersions } }, [], { from, to });
  expect(() => plan("v1.31.2", "v1.36.0")).toThrow(
    "invalid ControlPlane upgrade plan: item 1; expecting a version with minor 32 or 33, found version v1.34.0",
  );
  expect(plan("v1.34.0", "v1.36.0")).toMatchObject({ controlPlane: ["v1.35.0", "v1.36.0"] });
});
