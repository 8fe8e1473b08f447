// The Nodes of a MachinePool: those with one of its provider IDs are its references, those that are no longer in the list are deleted.
import type { Cluster, MachinePool, StatusVersion } from "@capstan/api/core/v1beta2";
import type { Node } from "@capstan/kube/builtin";
import { syncedPoolNode } from "../machine/synced-node.ts";
import { sumVersions } from "../machine-counts.ts";
import type { SimContext } from "../writer.ts";

/** Sets the references to Nodes, and how many of them are ready and available, on the draft. */
export async function reconcilePoolNodes(draft: MachinePool, cluster: Cluster, context: SimContext): Promise<void> {
  const { providerIDList = [], replicas } = draft.spec;
  if (providerIDList.length === 0 && replicas !== 0) return;
  await deleteRetiredNodes(draft, cluster, context);
  const nodes = await context.reader.nodes(cluster);
  if (nodes === undefined) return;
  const found = providerIDList.flatMap((id) => nodes.filter(({ spec }) => spec?.providerID === id).slice(0, 1));
  if (found.length === 0 && providerIDList.length > 0) return;
  const availableReplicas = found.filter((node) => isAvailable(node, draft, context)).length;
  const counts = {
    readyReplicas: found.filter((node) => readyCondition(node) !== undefined).length,
    availableReplicas,
    unavailableReplicas: (draft.status?.replicas ?? 0) - availableReplicas,
  };
  const { deprecated } = draft.status ?? {};
  draft.status = {
    ...draft.status,
    nodeRefs: found.map(({ metadata: { name = "", uid = "" } }) => ({ apiVersion: "v1", kind: "Node", name, uid })),
    deprecated: { ...deprecated, v1beta1: { ...deprecated?.v1beta1, ...counts } },
  };
  for (const node of found) await context.reader.patchNode(cluster, node, syncedPoolNode(node, draft));
}

/** How many Nodes of a pool have each version. */
export async function versionsOfNodes(
  { status }: MachinePool,
  cluster: Cluster,
  { reader }: SimContext,
): Promise<StatusVersion[]> {
  const names = new Set(status?.nodeRefs?.map(({ name }) => name));
  const nodes = names.size === 0 ? [] : ((await reader.nodes(cluster)) ?? []);
  const own = nodes.filter(({ metadata }) => names.has(metadata.name));
  return sumVersions(own.map((node) => ({ version: node.status?.nodeInfo?.["kubeletVersion"] ?? "", replicas: 1 })));
}

/** Deletes the Nodes of machines that the infrastructure no longer reports. */
export async function deleteRetiredNodes(pool: MachinePool, cluster: Cluster, { reader }: SimContext): Promise<void> {
  const referenced = new Set(pool.status?.nodeRefs?.map(({ name }) => name));
  const kept = new Set(pool.spec.providerIDList);
  const nodes = referenced.size === 0 ? [] : ((await reader.nodes(cluster)) ?? []);
  const retired = nodes.filter(({ metadata, spec }) => {
    const { providerID = "" } = spec ?? {};
    return referenced.has(metadata.name) && providerID !== "" && !kept.has(providerID);
  });
  for (const node of retired) await reader.deleteNode(cluster, node);
}

type NodeCondition = NonNullable<NonNullable<Node["status"]>["conditions"]>[number];

/** The condition Ready while it is True. */
function readyCondition({ status }: Node): NodeCondition | undefined {
  return status?.conditions?.find(({ type, status: value }) => type === "Ready" && value === "True");
}

/** Whether a Node has been ready for the time that the pool wants. */
function isAvailable(node: Node, { spec }: MachinePool, { now, wakeAt }: SimContext): boolean {
  const ready = readyCondition(node);
  const { minReadySeconds = 0 } = spec.template.spec;
  if (ready === undefined || minReadySeconds === 0) return ready !== undefined;
  const due = new Date(ready.lastTransitionTime ?? Number.NaN).getTime() + minReadySeconds * 1000;
  if (now() < due) wakeAt(due);
  return now() >= due;
}
