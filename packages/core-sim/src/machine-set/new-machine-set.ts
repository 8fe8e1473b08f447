// Creates the MachineSet of a MachineDeployment, with the labels and annotations that Cluster API sets.
import { createHash } from "node:crypto";
import type { MachineDeployment, MachineSet, MachineTemplateSpec } from "@capstan/api/core/v1beta2";
import { labels, ownerReferenceTo } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { nameWithSuffix, randomSuffix } from "../generated-names.ts";

/** Prevents a new set from creating machines before its deployment has seen it. */
export const disableMachineCreate = "cluster.x-k8s.io/disable-machine-create";

const ofDeployments = "machinedeployment.clusters.x-k8s.io";

/** Without rollouts there is one revision. */
export const revision: Readonly<Record<string, string>> = { [`${ofDeployments}/revision`]: "1" };

const templateHash = "machine-template-hash";

/** Annotations of a deployment that its sets do not have, or have with a value of their own. */
const notCopied: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  `${ofDeployments}/revision`,
  `${ofDeployments}/revision-history`,
  `${ofDeployments}/desired-replicas`,
  `${ofDeployments}/max-replicas`,
  "cluster.x-k8s.io/conversion-data",
]);

/** The annotations of the deployment that its set has too, and the size of the deployment, as the set records it; a rollout may add one machine. */
export function annotationsOfSet({ metadata, spec }: MachineDeployment): Record<string, string> {
  const replicas = spec.replicas ?? 1;
  const copied = Object.entries(metadata.annotations ?? {}).filter(([name]) => !notCopied.has(name));
  return {
    ...Object.fromEntries(copied),
    [`${ofDeployments}/desired-replicas`]: String(replicas),
    [`${ofDeployments}/max-replicas`]: String(replicas + 1),
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
      annotations: { ...revision, ...annotationsOfSet(deployment), [disableMachineCreate]: "true" },
      ownerReferences: [ownerReferenceTo(deployment, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      clusterName,
      replicas,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, ...own } },
      template: withLabels(template, own),
      ...(machineNaming === undefined ? {} : { machineNaming }),
      ...(deletion?.order === undefined ? {} : { deletion: { order: deletion.order } }),
    },
  };
}

/** The template of the deployment, with the labels by which its set selects. Without rollouts the set of old machines is the one of new machines, too. */
export function templateOfSet({ spec }: MachineDeployment, set: MachineSet): MachineTemplateSpec {
  return withLabels(deepClone(spec.template), set.spec.selector.matchLabels);
}

function withLabels(template: MachineTemplateSpec, own: Readonly<Record<string, string>> = {}): MachineTemplateSpec {
  return { ...template, metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...own } } };
}

function hashOf(template: object): number {
  return createHash("sha256").update(JSON.stringify(template)).digest().readUInt32BE(0);
}
