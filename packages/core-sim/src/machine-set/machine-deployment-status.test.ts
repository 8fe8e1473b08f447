// The phase of a MachineDeployment and its conditions, as Cluster API sets them (core/reconcilers/machinedeployment).
import type { Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { getCondition } from "@capstan/contract/conditions";
import { expect, test } from "vitest";
import { setMachineDeploymentStatus } from "./machine-deployment-status.ts";

const template = {
  spec: { clusterName: "c", bootstrap: {}, infrastructureRef: { apiGroup: "g", kind: "K", name: "t" } },
};

/** A deployment of two machines, of which so many exist; none is ready. */
function deployment(
  machines: number,
  { maxUnavailable = 0, ...metadata }: { readonly maxUnavailable?: number | string; deletionTimestamp?: string } = {},
): MachineDeployment {
  const object: MachineDeployment = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name: "d", namespace: "default", ...metadata },
    spec: {
      clusterName: "c",
      replicas: 2,
      rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable } } },
      selector: { matchLabels: { z: "", a: "" } },
      template,
    },
  };
  const machine = (_: unknown, index: number): Machine => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name: `d-${index}`, namespace: "default" },
    spec: template.spec,
  });
  setMachineDeploymentStatus(object, Array.from({ length: machines }, machine));
  return object;
}

const message = (object: MachineDeployment, type: string): string | undefined => getCondition(object, type)?.message;

test("it runs as soon as its machines exist, and scales down while it is deleted", () => {
  const phases = [1, 2, 3].map((machines) => deployment(machines).status?.phase);
  expect(phases).toEqual(["ScalingUp", "Running", "ScalingDown"]);
  const deleted = deployment(2, { deletionTimestamp: "2026-01-01T00:00:00Z" });
  expect(deleted.status?.phase).toBe("ScalingDown");
  expect(message(deleted, "ScalingDown")).toBe("Scaling down from 2 to 0 replicas");
  expect(message(deleted, "Available")).toBe("Deletion in progress");
});

test("its conditions say how many machines there should be", () => {
  const missing = deployment(1);
  expect(message(missing, "ScalingUp")).toBe("Scaling up from 1 to 2 replicas");
  expect(message(missing, "Available")).toBe(
    "0 available replicas, at least 2 required (spec.strategy.rollout.maxUnavailable is 0, spec.replicas is 2)",
  );
  expect(message(deployment(2, { maxUnavailable: "50%" }), "Available")).toContain("at least 1 required");
  expect(getCondition(deployment(2, { maxUnavailable: 2 }), "Available")?.status).toBe("True");
  expect(missing.status?.selector).toBe("a=,z=");
});
