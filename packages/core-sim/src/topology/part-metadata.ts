// Labels and annotations of the objects that a Cluster of a class consists of: those of core, then those of the topology, then those of the class.
import type {
  Cluster,
  ClusterClass,
  MachineDeploymentClass,
  MachineDeploymentTopology,
  MachinePoolClass,
  MachinePoolTopology,
  Topology,
} from "@capstan/api/core/v1beta2";
import { annotations as known, clonedFrom, labels } from "@capstan/contract";
import { keyOf, type KubeObject } from "@capstan/kube";

/** Labels and annotations. */
export interface PartMetadata {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface GivenMetadata {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Holds the upgrade of one MachineDeployment or MachinePool; it stays with the topology. */
export const deferUpgrade = "topology.cluster.x-k8s.io/defer-upgrade";
/** Holds the upgrade of one MachineDeployment or MachinePool and of those after it; it stays with the topology. */
export const holdUpgradeSequence = "topology.cluster.x-k8s.io/hold-upgrade-sequence";

/** The labels of every part. */
export function partLabels(draft: Cluster): Record<string, string> {
  return { [labels.clusterName]: keyOf(draft).name, [labels.topologyOwned]: "" };
}

/** Those of the control plane and of its machines. */
export function controlPlaneMetadata(draft: Cluster, topology: Topology, { spec }: ClusterClass): PartMetadata {
  return merged(topology.controlPlane?.metadata, spec.controlPlane.metadata, partLabels(draft));
}

/** Those by which a MachineDeployment selects its machines. */
export function workerLabels(draft: Cluster, { name }: MachineDeploymentTopology): Record<string, string> {
  return { ...partLabels(draft), [labels.topologyDeploymentName]: name };
}

/** Those of a MachineDeployment and of its machines. */
export function workerMetadata(
  draft: Cluster,
  deployment: MachineDeploymentTopology,
  itsClass: MachineDeploymentClass,
): PartMetadata {
  return withoutHolds(merged(deployment.metadata, itsClass.metadata, workerLabels(draft, deployment)));
}

/** Those of a MachinePool and of the objects that it names. */
export function poolLabels(draft: Cluster, { name }: MachinePoolTopology): Record<string, string> {
  return { ...partLabels(draft), [labels.topologyPoolName]: name };
}

/** Those of a MachinePool and of its machines. */
export function poolMetadata(draft: Cluster, pool: MachinePoolTopology, itsClass: MachinePoolClass): PartMetadata {
  return withoutHolds(merged(pool.metadata, itsClass.metadata, poolLabels(draft, pool)));
}

function withoutHolds({ annotations: given, ...rest }: PartMetadata): PartMetadata {
  const { [deferUpgrade]: _, [holdUpgradeSequence]: __, ...annotations } = given;
  return { ...rest, annotations };
}

/** The same as objects have it. */
export function writtenMetadata({ labels: own, annotations }: PartMetadata): {
  labels: Record<string, string>;
  annotations?: Record<string, string>;
} {
  return {
    labels: { ...own },
    ...(Object.keys(annotations).length === 0 ? {} : { annotations: { ...annotations } }),
  };
}

/** Those of a copy of a template: its own ones, these labels, and the names of the template. */
export function templateMetadata(template: KubeObject, own: Readonly<Record<string, string>>): PartMetadata {
  const { [known.lastApplied]: _, ...kept } = template.metadata.annotations ?? {};
  return {
    labels: { ...template.metadata.labels, ...own },
    annotations: { ...kept, ...clonedFrom(template) },
  };
}

function merged(
  topology: GivenMetadata | undefined,
  itsClass: GivenMetadata | undefined,
  own: Readonly<Record<string, string>>,
): PartMetadata {
  return {
    labels: { ...itsClass?.labels, ...topology?.labels, ...own },
    annotations: { ...itsClass?.annotations, ...topology?.annotations },
  };
}
