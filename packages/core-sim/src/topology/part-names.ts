// The names of the objects that a Cluster of a class consists of. Those that exist keep theirs; a new one has the name that the class gives it, or that of the Cluster, that of the workers, and an end as random ones are.
import type { Cluster, ClusterClass } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/kube";
import { nameWithSuffix, randomSuffix, stableSuffix } from "../generated-names.ts";
import { currentNames, type CurrentParts } from "./current-parts.ts";
import { givenName, type NameData } from "./name-templates.ts";

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
export function namesOfParts(draft: Cluster, clusterClass: ClusterClass, current: CurrentParts): PartNames {
  const { infrastructureRef, controlPlaneRef } = draft.spec;
  const { controlPlaneMachines, workers, pools } = currentNames(current);
  const { infrastructure, controlPlane, ...ofClass } = clusterClass.spec;
  const named = (part: string, naming: Naming | undefined): string =>
    givenName(naming?.template, nameData(draft, part)) ?? partName(draft, part);
  const ofWorkers = (kind: "machineDeployment" | "machinePool", part: string, topologyName: string): string => {
    const topology: readonly WorkerTopology[] = draft.spec.topology?.workers?.[`${kind}s`] ?? [];
    const classes: readonly WorkerNaming[] = ofClass.workers?.[`${kind}s`] ?? [];
    const its = topology.find(({ name }) => name === topologyName)?.class;
    const template = classes.find((each) => each.class === its)?.naming?.template;
    const data = { ...nameData(draft, part), workers: { kind, topologyName } };
    return givenName(template, data) ?? partName(draft, part, topologyName);
  };
  return {
    infrastructure: infrastructureRef?.name ?? named("infrastructure", infrastructure.naming),
    controlPlane: controlPlaneRef?.name ?? named("control plane", controlPlane.naming),
    controlPlaneMachines: controlPlaneMachines ?? partName(draft, "control plane machines"),
    worker: (name) => workers.get(name)?.own ?? ofWorkers("machineDeployment", `workers ${name}`, name),
    workerTemplate: (name, part) => workers.get(name)?.[part] ?? partName(draft, `${part} ${name}`, name),
    pool: (name) => pools.get(name)?.own ?? ofWorkers("machinePool", `pool ${name}`, name),
    poolObject: (name, part) => pools.get(name)?.[part] ?? partName(draft, `${part} of pool ${name}`, name),
  };
}

interface Naming {
  readonly template?: string;
}

/** Workers of a topology, and a class of workers, as far as names depend on them. */
interface WorkerTopology {
  readonly name: string;
  readonly class: string;
}

interface WorkerNaming {
  readonly class: string;
  readonly naming?: Naming;
}

/** The name of a template that replaces another one; with the name of the workers whose template it is. */
export function nameOfReplacement(draft: Cluster, ...workers: readonly string[]): string {
  return nameWithSuffix([keyOf(draft).name, ...workers].join("-"), randomSuffix());
}

function nameData(draft: Cluster, part: string): NameData {
  const end = (of: string): string => stableSuffix(`${draft.metadata.uid ?? ""} ${of}`);
  return { cluster: keyOf(draft).name, random: [end(part), end(`${part}, cut`)] };
}

function partName(draft: Cluster, part: string, ...workers: readonly string[]): string {
  const { uid = "" } = draft.metadata;
  return nameWithSuffix([keyOf(draft).name, ...workers].join("-"), stableSuffix(`${uid} ${part}`));
}
