// The templates that a ClusterClass names, as they are stored.
import type {
  Cluster,
  ClusterClass,
  ClusterClassTemplateReference,
  MachineDeploymentClass,
  MachinePoolClass,
  Topology,
} from "@capstan/api/core/v1beta2";
import type { ContractKind } from "@capstan/contract/rules";
import { errorOf, keyOf, type KubeObject, parseApiVersion } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { coreSimErrors } from "../core-sim-errors.ts";
import type { SimContext } from "../writer.ts";
import type { ClassPatches } from "./hook-gates.ts";
import type { PartNames } from "./part-names.ts";

/** A Cluster of a class. */
export interface ClassWork {
  readonly draft: Cluster;
  readonly topology: Topology;
  readonly clusterClass: ClusterClass;
  readonly context: SimContext;
  readonly hooks: ClassPatches | undefined;
  readonly names: PartNames;
  readonly versions: PartVersions;
}

/** The versions that parts get in this reconcile, or keep. */
export interface PartVersions {
  readonly controlPlane: string;
  /** That of a MachineDeployment, by its name in the topology. */
  worker(topologyName: string): string;
  /** That of a MachinePool, by its name in the topology. */
  pool(topologyName: string): string;
}

/** The templates that a class names. */
export interface ClassBlueprint {
  readonly infrastructure: External<"InfraCluster">;
  readonly controlPlane: External<"ControlPlane">;
  readonly controlPlaneMachine: External<"InfraMachine"> | undefined;
  /** Those of workers, by the name of their class. */
  readonly workers: ReadonlyMap<string, WorkerTemplates>;
  /** Those of MachinePools, by the name of their class. */
  readonly pools: ReadonlyMap<string, PoolTemplates>;
}

/** The templates of a class of workers. */
export interface WorkerTemplates {
  readonly itsClass: MachineDeploymentClass;
  readonly bootstrap: External<"BootstrapConfig">;
  readonly infrastructure: External<"InfraMachine">;
}

/** The templates of a class of MachinePools. */
export interface PoolTemplates {
  readonly itsClass: MachinePoolClass;
  readonly bootstrap: External<"BootstrapConfig">;
  readonly infrastructure: External<"InfraMachinePool">;
}

/** What templates are read with. */
interface BlueprintWork extends Pick<ClassWork, "clusterClass" | "context"> {
  /** A template as its webhook would have left it. */
  readonly accepted: (template: KubeObject) => KubeObject;
}

/** Reads the templates that the class names. */
export async function readBlueprint(work: BlueprintWork): Promise<ClassBlueprint> {
  const { infrastructure, controlPlane, workers } = work.clusterClass.spec;
  const { machineInfrastructure } = controlPlane;
  const read = {
    infrastructure: await readTemplate(work, infrastructure.templateRef, "InfraCluster"),
    controlPlane: await readTemplate(work, controlPlane.templateRef, "ControlPlane"),
    controlPlaneMachine:
      machineInfrastructure && (await readTemplate(work, machineInfrastructure.templateRef, "InfraMachine")),
  };
  const byClass = new Map<string, WorkerTemplates>();
  for (const itsClass of workers?.machineDeployments ?? [])
    byClass.set(itsClass.class, {
      itsClass,
      bootstrap: await readTemplate(work, itsClass.bootstrap.templateRef, "BootstrapConfig"),
      infrastructure: await readTemplate(work, itsClass.infrastructure.templateRef, "InfraMachine"),
    });
  const pools = new Map<string, PoolTemplates>();
  for (const itsClass of workers?.machinePools ?? [])
    pools.set(itsClass.class, {
      itsClass,
      bootstrap: await readTemplate(work, itsClass.bootstrap.templateRef, "BootstrapConfig"),
      infrastructure: await readTemplate(work, itsClass.infrastructure.templateRef, "InfraMachinePool"),
    });
  return { ...read, workers: byClass, pools };
}

async function readTemplate<K extends ContractKind>(
  { clusterClass, context, accepted }: BlueprintWork,
  { apiVersion, kind: templateKind, name }: ClusterClassTemplateReference,
  kind: K,
): Promise<External<K>> {
  const reference = { apiGroup: parseApiVersion(apiVersion).group, kind: templateKind, name };
  const found = await context.reader.external(clusterClass, reference, kind);
  if (found !== undefined) return { ...found, object: accepted(found.object) };
  const values = { kind: templateKind, name, clusterClass: keyOf(clusterClass).name };
  throw errorOf(coreSimErrors, "core-sim/no-template", { values });
}
