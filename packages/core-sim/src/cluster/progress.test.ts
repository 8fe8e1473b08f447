// What the parts of a Cluster report of rollouts and of their sizes, as one condition of the Cluster each.
import type { MachineDeployment } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import type { CoreCondition } from "../conditions.ts";
import { availableWorkers, progressConditions } from "./progress.ts";

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

const textOf = ({ status, reason, message = "" }: CoreCondition): string => [status, reason, message].join(" ").trim();

const textsOf = (deployments: readonly MachineDeployment[]): readonly string[] =>
  progressConditions({ controlPlane: undefined, deployments, sets: [] }).map(textOf);

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

// The messages are those of TestSetWorkersAvailableCondition in core, whose controller passes no MachinePools to the function.
test("workers are available where no MachineDeployment says otherwise", () => {
  const available = (name: string, message?: string): MachineDeployment => ({
    ...deployment(name, {}),
    status: {
      conditions: [
        message === undefined
          ? { type: "Available", status: "True", reason: "Available", message: "", lastTransitionTime }
          : { type: "Available", status: "False", reason: "Foo", message, lastTransitionTime },
      ],
    },
  });
  const message =
    "3 available replicas, at least 4 required (spec.strategy.rollout.maxUnavailable is 1, spec.replicas is 5)";
  const textOfWorkers = (...deployments: readonly MachineDeployment[]): string =>
    textOf(availableWorkers({ deployments }));
  expect(textOfWorkers()).toBe("True NoWorkers");
  expect(textOfWorkers(available("md1"))).toBe("True Available");
  expect(textOfWorkers(deployment("md1", {}))).toBe(
    "Unknown AvailableUnknown * MachineDeployment md1: Condition Available not yet reported",
  );
  expect(textOfWorkers(available("md1", message), available("md2"))).toBe(
    `False NotAvailable * MachineDeployment md1: ${message}`,
  );
});
