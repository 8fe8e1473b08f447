// The phase of a MachineDeployment and its conditions, as Cluster API sets them (core/reconcilers/machinedeployment).
import type { Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { getCondition } from "@capstan/contract/conditions";
import { expect, test } from "vitest";
import { setMachineDeploymentStatus } from "./machine-deployment-status.ts";

const template = {
  spec: { clusterName: "c", bootstrap: {}, infrastructureRef: { apiGroup: "g", kind: "K", name: "t" } },
};

/** What differs from a deployment that only creates its machines. */
interface Changes {
  readonly maxUnavailable?: number | string;
  readonly deletionTimestamp?: string;
  /** Why machines are not up to date, one by one. */
  readonly outdated?: readonly string[];
  readonly missing?: readonly string[];
}

/** A deployment of two machines, of which so many exist; none is available. */
function deployment(machines: number, changes: Changes = {}): MachineDeployment {
  const { maxUnavailable = 0, outdated = [], missing = [], ...metadata } = changes;
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
  setMachineDeploymentStatus(object, {
    sets: [setOf(machines), setOf(0)],
    machines: outdated.map(machineOf),
    missing,
  });
  return object;
}

/** A set of so many machines. */
function setOf(replicas: number): MachineSet {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: { name: "s", namespace: "default" },
    spec: { clusterName: "c", replicas: 0, selector: {}, template },
    status: { replicas, availableReplicas: 0 },
  };
}

/** A machine that is not up to date, with the reasons. */
function machineOf(reasons: string, index: number): Machine {
  const lastTransitionTime = "2026-01-01T00:00:00Z";
  const condition = { type: "UpToDate", status: "False" as const, reason: "NotUpToDate", message: reasons };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name: `d-${index}`, namespace: "default" },
    spec: template.spec,
    status: { conditions: [{ ...condition, lastTransitionTime }] },
  };
}

const message = (object: MachineDeployment, type: string): string | undefined => getCondition(object, type)?.message;

test("it runs as soon as its machines exist, and scales down while it is deleted", () => {
  const phases = [1, 2, 3].map((machines) => deployment(machines).status?.phase);
  expect(phases).toEqual(["ScalingUp", "Running", "ScalingDown"]);
  const deleted = deployment(2, { deletionTimestamp: "2026-01-01T00:00:00Z" });
  expect(deleted.status?.phase).toBe("ScalingDown");
  expect(message(deleted, "ScalingDown")).toBe("Scaling down from 2 to 0 replicas");
  expect(message(deleted, "Available")).toBe("Deletion in progress");
  expect(message(deleted, "Deleting")).toBe("Deleting 2 MachineSets");
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

test("it rolls out while machines are not up to date, and names the version first", () => {
  const reasons = "* Version v1.35.0, v1.36.0 required";
  const rolling = deployment(3, { outdated: [`${reasons}\n* FooMachine is not up-to-date`, reasons, "* A"] });
  expect(message(rolling, "RollingOut")).toBe(
    `Rolling out 3 not up-to-date replicas\n${reasons}\n* A\n* FooMachine is not up-to-date`,
  );
  expect(getCondition(rolling, "MachinesUpToDate")?.reason).toBe("NotUpToDate");
  expect(getCondition(deployment(2), "RollingOut")).toMatchObject({ status: "False", reason: "NotRollingOut" });
});

test("templates that do not exist keep it from growing", () => {
  const missing = ["K", "L"];
  expect(message(deployment(1, { missing }), "ScalingUp")).toBe(
    "Scaling up from 1 to 2 replicas is blocked because K and L do not exist",
  );
  expect(message(deployment(2, { missing: ["K"] }), "ScalingUp")).toBe(
    "Scaling up would be blocked because K does not exist",
  );
});
