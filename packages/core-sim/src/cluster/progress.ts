// RollingOut, ScalingUp, ScalingDown and WorkersAvailable of a Cluster: what its control plane and its workers report, in one condition each. As in core, MachinePools, which report none
// of them, do not count.
import type { MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import {
  aggregateOf,
  conditionPlaces,
  defaultMergeStrategy,
  foreignCondition,
  priorityByPolarity,
  reasonByPriority,
} from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import type { CoreCondition } from "../conditions.ts";
import { idleCondition } from "../machine-counts.ts";

/** What rolls out and scales. */
export interface ScaledParts {
  /** Its object, which counts for what it reports. */
  readonly controlPlane: External<"ControlPlane"> | undefined;
  readonly deployments: readonly MachineDeployment[];
  /** The sets that belong to no deployment. */
  readonly sets: readonly MachineSet[];
}

/** The three conditions. */
export function progressConditions(parts: ScaledParts): readonly CoreCondition[] {
  const { deployments, sets } = parts;
  return [
    progressOf("RollingOut", parts, deployments),
    progressOf("ScalingUp", parts, [...deployments, ...sets]),
    progressOf("ScalingDown", parts, [...deployments, ...sets]),
  ];
}

/** WorkersAvailable: what MachineDeployments report. */
export function availableWorkers({ deployments }: Pick<ScaledParts, "deployments">): CoreCondition {
  const type = "WorkersAvailable";
  if (deployments.length === 0) return { type, status: "True", reason: "NoWorkers" };
  const strategy = defaultMergeStrategy({
    reasonOf: reasonByPriority({ issue: "NotAvailable", unknown: "AvailableUnknown", info: "Available" }),
  });
  return aggregateOf(deployments, conditionPlaces.current, { of: "Available", target: type, strategy });
}

function progressOf(type: string, { controlPlane }: ScaledParts, workers: readonly KubeObject[]): CoreCondition {
  const all = [...reportOf(controlPlane, type), ...workers];
  if (all.length === 0) return idleCondition(type);
  const strategy = defaultMergeStrategy({
    negativeTarget: true,
    priorityOf: priorityByPolarity([type]),
    reasonOf: reasonByPriority({ issue: type, unknown: `${type}Unknown`, info: `Not${type}` }),
  });
  return aggregateOf(all, conditionPlaces.current, { of: type, negativePolarity: true, strategy });
}

/** The control plane with the condition alone, whatever the shape of its conditions is. */
function reportOf(controlPlane: External | undefined, type: string): readonly KubeObject[] {
  const condition = controlPlane && foreignCondition(controlPlane.object, type);
  if (controlPlane === undefined || condition === undefined) return [];
  const { apiVersion, kind, metadata } = controlPlane.object;
  const reported = { apiVersion, kind, metadata, status: { conditions: [condition] } };
  return [reported];
}
