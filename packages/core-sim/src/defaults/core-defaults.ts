// The defaults that the admission webhooks of Cluster API's core set. An API server without these webhooks stores objects without them, so
// the simulation sets them as its first step on an object.
import type {
  Cluster,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
  MachineTemplateSpec,
} from "@capstan/api/core/v1beta2";
import { labels } from "@capstan/contract";
import type { KubeObject, LabelSelector } from "@capstan/kube";

/** How long the deletion of a Node is tried again. */
const nodeDeletionTimeoutSeconds = 10;

/** How long a machine may be without its Node before a MachineHealthCheck finds it unhealthy. */
export const nodeStartupTimeoutSeconds = 600;

/** A Kubernetes version with the prefix that all of them have. */
export function withPrefix(version: string): string {
  return version.startsWith("v") ? version : `v${version}`;
}

/** Only the version of a topology has a default that does not depend on its ClusterClass. */
export function defaultCluster({ spec }: Cluster): void {
  if (spec.topology !== undefined) spec.topology.version = withPrefix(spec.topology.version);
}

/** Selector and labels of the template, replicas, strategy, version. Without replicas of its own, a MachineDeployment that is handed to an autoscaler keeps those that it had before. */
export function defaultMachineDeployment(draft: MachineDeployment, before?: MachineDeployment): void {
  setClusterLabel(draft, draft.spec.clusterName);
  draft.spec.replicas ??= initialReplicas(draft, before?.spec.replicas);
  const { rollout, template } = draft.spec;
  const strategy = { type: "RollingUpdate" as const, ...rollout?.strategy };
  const rollingUpdate = { maxSurge: 1, maxUnavailable: 0, ...strategy.rollingUpdate };
  draft.spec.rollout = {
    ...rollout,
    strategy: strategy.type === "RollingUpdate" ? { ...strategy, rollingUpdate } : strategy,
  };
  const own = selectsNothing(draft.spec.selector) ? { [labels.deploymentName]: draft.metadata.name ?? "" } : {};
  selectBy(draft.spec, { ...own, [labels.clusterName]: draft.spec.clusterName });
  defaultVersion(template);
}

/** Selector and labels of the template, replicas, version. */
export function defaultMachineSet(draft: MachineSet): void {
  setClusterLabel(draft, draft.spec.clusterName);
  draft.spec.replicas ??= initialReplicas(draft);
  const own = selectsNothing(draft.spec.selector) ? { [labels.setName]: draft.metadata.name ?? "" } : {};
  selectBy(draft.spec, own);
  defaultVersion(draft.spec.template);
}

/** Replicas, version, the time for the deletion of Nodes. */
export function defaultMachinePool(draft: MachinePool): void {
  setClusterLabel(draft, draft.spec.clusterName);
  draft.spec.replicas ??= initialReplicas(draft);
  defaultVersion(draft.spec.template);
  defaultDeletion(draft.spec.template.spec);
}

/** The time until a machine has its Node. */
export function defaultMachineHealthCheck(draft: MachineHealthCheck): void {
  setClusterLabel(draft, draft.spec.clusterName);
  draft.spec.checks = { nodeStartupTimeoutSeconds, ...draft.spec.checks };
}

/** Version, the time for the deletion of the Node. */
export function defaultMachine(draft: Machine): void {
  setClusterLabel(draft, draft.spec.clusterName);
  defaultVersion(draft);
  defaultDeletion(draft.spec);
}

function setClusterLabel({ metadata }: KubeObject, cluster: string): void {
  metadata.labels = { ...metadata.labels, [labels.clusterName]: cluster };
}

const autoscalerSizes = [
  "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size",
  "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size",
];

/** One, or where an autoscaler decides, of those that it may choose the number nearest to the one before, and the least without one. */
function initialReplicas({ metadata: { annotations = {} } }: KubeObject, before = -Infinity): number {
  const [least = NaN, most = NaN] = autoscalerSizes.map((key) => Number(annotations[key] ?? "none"));
  if (!Number.isInteger(least) || !Number.isInteger(most)) return 1;
  return before < least ? least : Math.min(before, most);
}

function selectsNothing({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

/** Adds labels to the selector and to the template. */
function selectBy(
  spec: { selector: LabelSelector; template: MachineTemplateSpec },
  added: Readonly<Record<string, string>>,
): void {
  if (Object.keys(added).length === 0) return;
  const { metadata } = spec.template;
  spec.selector = { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, ...added } };
  spec.template = { ...spec.template, metadata: { ...metadata, labels: { ...metadata?.labels, ...added } } };
}

function defaultVersion({ spec }: { readonly spec: { version?: string } }): void {
  if (spec.version !== undefined) spec.version = withPrefix(spec.version);
}

/** The time for the deletion of the Node. */
export function defaultDeletion(spec: Pick<Machine["spec"], "deletion">): void {
  spec.deletion = { nodeDeletionTimeoutSeconds, ...spec.deletion };
}
