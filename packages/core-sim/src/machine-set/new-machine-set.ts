// Creates the MachineSet of a MachineDeployment, with the labels and annotations that Cluster API sets.
import { createHash } from "node:crypto";
import type { MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { labels, ownerReferenceTo } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { nameWithSuffix, randomSuffix } from "../generated-names.ts";

/** Prevents a new set from creating machines before its deployment has seen it. */
export const disableMachineCreate = "cluster.x-k8s.io/disable-machine-create";

/** Without rollouts there is one revision. */
export const revision: Readonly<Record<string, string>> = { "machinedeployment.clusters.x-k8s.io/revision": "1" };

const templateHash = "machine-template-hash";

/** The size of the deployment, as the set records it; a rollout may add one machine. */
export function replicaAnnotations({ spec }: MachineDeployment): Record<string, string> {
  const replicas = spec.replicas ?? 1;
  return {
    "machinedeployment.clusters.x-k8s.io/desired-replicas": String(replicas),
    "machinedeployment.clusters.x-k8s.io/max-replicas": String(replicas + 1),
  };
}

/** Builds a new set for the deployment. */
export function newMachineSet(deployment: MachineDeployment): MachineSet {
  const { namespace, name } = keyOf(deployment);
  const { clusterName, replicas = 1, selector, template, machineNaming, deletion } = deepClone(deployment.spec);
  const suffix = randomSuffix();
  const own = {
    [labels.clusterName]: clusterName,
    [templateHash]: `${hashOf(template)}-${suffix}`,
  };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: {
      namespace,
      name: nameWithSuffix(name, suffix),
      labels: { ...template.metadata?.labels, ...own, [labels.deploymentName]: name },
      annotations: { ...revision, ...replicaAnnotations(deployment), [disableMachineCreate]: "true" },
      ownerReferences: [ownerReferenceTo(deployment, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      clusterName,
      replicas,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, ...own } },
      template: { ...template, metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...own } } },
      ...(machineNaming === undefined ? {} : { machineNaming }),
      ...(deletion?.order === undefined ? {} : { deletion: { order: deletion.order } }),
    },
  };
}

function hashOf(template: object): number {
  return createHash("sha256").update(JSON.stringify(template)).digest().readUInt32BE(0);
}
