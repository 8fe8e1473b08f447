// The names of the objects that a Cluster of a class consists of. Those that exist keep theirs; a new one has that of the Cluster, that of the workers, and an end as random ones are.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/kube";
import { nameWithSuffix, randomSuffix, stableSuffix } from "../generated-names.ts";
import { currentNames, type CurrentParts } from "./current-parts.ts";

/** The names of the parts of a Cluster. */
export interface PartNames {
  readonly infrastructure: string;
  readonly controlPlane: string;
  /** That of the template of the control plane's machines. */
  readonly controlPlaneMachines: string;
  /** That of a MachineDeployment, by its name in the topology. */
  worker(topologyName: string): string;
  /** That of a template of a MachineDeployment. */
  workerTemplate(topologyName: string, part: WorkerTemplate): string;
  /** That of a MachinePool, by its name in the topology. */
  pool(topologyName: string): string;
  /** That of an object that a MachinePool names. */
  poolObject(topologyName: string, part: WorkerTemplate): string;
}

/** What a MachineDeployment or a MachinePool names. */
export type WorkerTemplate = "bootstrap" | "machines";

/** The names of the parts that exist, and those that the others get. */
export function namesOfParts(draft: Cluster, current: CurrentParts): PartNames {
  const { infrastructureRef, controlPlaneRef } = draft.spec;
  const { controlPlaneMachines, workers, pools } = currentNames(current);
  return {
    infrastructure: infrastructureRef?.name ?? partName(draft, "infrastructure"),
    controlPlane: controlPlaneRef?.name ?? partName(draft, "control plane"),
    controlPlaneMachines: controlPlaneMachines ?? partName(draft, "control plane machines"),
    worker: (name) => workers.get(name)?.own ?? partName(draft, `workers ${name}`, name),
    workerTemplate: (name, part) => workers.get(name)?.[part] ?? partName(draft, `${part} ${name}`, name),
    pool: (name) => pools.get(name)?.own ?? partName(draft, `pool ${name}`, name),
    poolObject: (name, part) => pools.get(name)?.[part] ?? partName(draft, `${part} of pool ${name}`, name),
  };
}

/** The name of a template that replaces another one; with the name of the workers whose template it is. */
export function nameOfReplacement(draft: Cluster, ...workers: readonly string[]): string {
  return nameWithSuffix([keyOf(draft).name, ...workers].join("-"), randomSuffix());
}

function partName(draft: Cluster, part: string, ...workers: readonly string[]): string {
  const { uid = "" } = draft.metadata;
  return nameWithSuffix([keyOf(draft).name, ...workers].join("-"), stableSuffix(`${uid} ${part}`));
}
