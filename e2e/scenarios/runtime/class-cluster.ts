// The Cluster of the scenario, and what its steps read of it.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import type { Condition } from "@capstan/kube";
import { type HookCall, hookCalls } from "../../src/hook-calls.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";

export const clusterKey = { namespace: "hooked", name: "hooked" } as const;
export const extensionManager = {
  namespace: "runtime-extension-every-hook-system",
  name: "runtime-extension-every-hook-controller-manager",
} as const;
export const kubernetesVersions = { first: "v1.33.0", last: "v1.35.0" } as const;

/** The label that Machines of a control plane have. */
export const controlPlaneLabel = "cluster.x-k8s.io/control-plane";

/** The conditions of the Cluster. */
export async function clusterConditions({ local }: ManagementCluster): Promise<readonly Condition[]> {
  return (await local.client.get(Cluster, clusterKey)).status?.conditions ?? [];
}

/** Whether all of these conditions of the Cluster are true. */
export async function clusterIs(management: ManagementCluster, ...types: readonly string[]): Promise<boolean> {
  const conditions = await clusterConditions(management);
  return types.every((type) => conditions.some((condition) => condition.type === type && condition.status === "True"));
}

/** The Machines of the Cluster. */
export async function machinesOf({ local }: ManagementCluster): Promise<Machine[]> {
  const labelSelector = `cluster.x-k8s.io/cluster-name=${clusterKey.name}`;
  return (await local.client.list(Machine, { namespace: clusterKey.namespace, labelSelector })).items;
}

/** Whether a Machine is as its owner wants it. */
export function isUpToDate({ status }: Machine): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === "UpToDate" && value === "True") ?? false;
}

/** The uids of the Machines, in order. */
export async function machineUids(management: ManagementCluster): Promise<string[]> {
  return (await machinesOf(management)).map(({ metadata }) => metadata.uid ?? "").toSorted();
}

/** Whether core has discovered the extension. */
export async function isDiscovered({ local }: ManagementCluster): Promise<boolean> {
  const { status } = await local.client.get(ExtensionConfig, { namespace: "", name: "every-hook" });
  return status?.conditions?.some(({ type, status: value }) => type === "Discovered" && value === "True") ?? false;
}

/** The calls that the extension answered. */
export function extensionCalls(management: ManagementCluster): HookCall[] {
  return hookCalls(management, extensionManager);
}
