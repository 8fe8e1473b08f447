// The names of the objects that a Cluster of a class consists of: that of the Cluster, that of the workers, and an end as random ones are.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/kube";
import { nameWithSuffix, stableSuffix } from "../generated-names.ts";

/** The name of the infrastructure of the Cluster. */
export function infrastructureName(draft: Cluster): string {
  return draft.spec.infrastructureRef?.name ?? partName(draft, "infrastructure");
}

/** The name of the control plane. */
export function controlPlaneName(draft: Cluster): string {
  return draft.spec.controlPlaneRef?.name ?? partName(draft, "control plane");
}

/** The name of the template of the control plane's machines. */
export function controlPlaneMachinesName(draft: Cluster): string {
  return partName(draft, "control plane machines");
}

/** The name of a MachineDeployment. */
export function workerName(draft: Cluster, name: string): string {
  return partName(draft, `workers ${name}`, name);
}

/** The name of a template of a MachineDeployment. */
export function workerTemplateName(draft: Cluster, name: string, part: "bootstrap" | "machines"): string {
  return partName(draft, `${part} ${name}`, name);
}

function partName(draft: Cluster, part: string, ...workers: readonly string[]): string {
  const { uid = "" } = draft.metadata;
  return nameWithSuffix([keyOf(draft).name, ...workers].join("-"), stableSuffix(`${uid} ${part}`));
}
