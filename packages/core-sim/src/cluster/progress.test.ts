// What the parts of a Cluster report of rollouts and of their sizes, as one condition of the Cluster each.
import type { MachineDeployment, MachinePool } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { progressConditions } from "./progress.ts";

const lastTransitionTime = "2026-01-01T00:00:00Z";

function deployment(name: string, messages: Readonly<Record<string, string | undefined>>): MachineDeployment {
  const conditions = ["RollingOut", "ScalingUp", "ScalingDown"].map((type) => ({
    type,
    status: messages[type] === undefined ? ("False" as const) : ("True" as const),
    reason: messages[type] === undefined ? `Not${type}` : type,
    message: messages[type] ?? "",
    lastTransitionTime,
  }));
  const infrastructureRef = { apiGroup: "g", kind: "K", name: "t" };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name, namespace: "default" },
    spec: {
      clusterName: "c",
      selector: {},
      template: { spec: { clusterName: "c", bootstrap: {}, infrastructureRef } },
    },
    status: { conditions },
  };
}

function pool(name: string): MachinePool {
  const infrastructureRef = { apiGroup: "g", kind: "K", name: "t" };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachinePool",
    metadata: { name, namespace: "default" },
    spec: { clusterName: "c", template: { spec: { clusterName: "c", bootstrap: {}, infrastructureRef } } },
    status: { conditions: [{ type: "Paused", status: "False", reason: "NotPaused", message: "", lastTransitionTime }] },
  };
}

const textsOf = (deployments: readonly MachineDeployment[], pools: readonly MachinePool[] = []): readonly string[] =>
  progressConditions({ controlPlane: undefined, pools, deployments, sets: [] }).map(
    ({ status, reason, message = "" }) => [status, reason, message].join(" ").trim(),
  );

test("a Cluster names the deployments that roll out or scale, and what they say", () => {
  const rolling = deployment("a", { RollingOut: "Rolling out 1 not up-to-date replicas\n* Version v1, v2 required" });
  const scaling = deployment("b", { ScalingUp: "Scaling up from 0 to 1 replicas" });
  expect(textsOf([rolling, scaling])).toEqual([
    "True RollingOut * MachineDeployment a:\n  * Rolling out 1 not up-to-date replicas\n    * Version v1, v2 required",
    "True ScalingUp * MachineDeployment b: Scaling up from 0 to 1 replicas",
    "False NotScalingDown",
  ]);
});

test("without workers, or with workers that have all they want, nothing is in progress", () => {
  const idle = ["False NotRollingOut", "False NotScalingUp", "False NotScalingDown"];
  expect(textsOf([])).toEqual(idle);
  expect(textsOf([deployment("a", {})])).toEqual(idle);
});

test("of a Cluster with pools, which do not report the conditions, it is not known", () => {
  const unknown = (line: (type: string) => string): readonly string[] =>
    ["RollingOut", "ScalingUp", "ScalingDown"].map((type) => `Unknown ${type}Unknown ${line(type)}`);
  expect(textsOf([], [pool("a")])).toEqual(unknown((type) => `* MachinePool a: Condition ${type} not yet reported`));
  expect(textsOf([deployment("a", {})], [pool("b"), pool("a")])).toEqual(
    unknown((type) => `* MachinePools a, b: Condition ${type} not yet reported`),
  );
});

test("a deployment that rolls out or scales goes before what is not known of pools", () => {
  const scaling = deployment("z", { ScalingUp: "Scaling up from 0 to 1 replicas" });
  const [, up] = textsOf([scaling], [pool("a")]);
  const lines = [
    "* MachineDeployment z: Scaling up from 0 to 1 replicas",
    "* MachinePool a: Condition ScalingUp not yet reported",
  ];
  expect(up).toBe(`True ScalingUp ${lines.join("\n")}`);
});
