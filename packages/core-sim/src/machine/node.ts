// The Node phase of the Machine controller: finds the Node by providerID in the workload cluster, syncs what core manages of it, and reports its
// conditions. Two Nodes with one providerID are an error.
import type { Machine } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { getCondition, isConditionTrue } from "@capstan/contract/conditions";
import { errorOf } from "@capstan/kube";
import type { Node } from "@capstan/kube/builtin";
import type { External } from "../cluster-reader.ts";
import { mark, type CoreCondition } from "../conditions.ts";
import { coreSimErrors } from "../core-sim-errors.ts";
import type { MachineInWork } from "./machine-object.ts";
import { nodeReadiness, nodeHealth, type NodeState } from "./node-health.ts";
import { syncedNode } from "./synced-node.ts";

/** Finds the Machine's Node and sets it on the draft; undefined while it does not exist. */
export async function reconcileNode(
  work: MachineInWork,
  infrastructure: External | undefined,
): Promise<Node | undefined> {
  const { draft, cluster, context } = work;
  const { providerID } = draft.spec;
  const nodes = await nodesOf(work);
  if (nodes !== undefined && nodes.length > 1) {
    const names = nodes.map((node) => node.metadata.name).join(", ");
    throw errorOf(coreSimErrors, "core-sim/provider-id", { values: { providerID: providerID ?? "", nodes: names } });
  }
  const [node] = nodes ?? [];
  if (node !== undefined) {
    report(draft, node);
    await context.reader.patchNode(cluster, node, syncedNode(node, draft, infrastructure?.object));
  }
  const awaitsControlPlane = await isUninitialized(work);
  for (const condition of conditionsOf(work, { isConnected: nodes !== undefined, node, awaitsControlPlane }))
    mark(draft, condition);
  return node;
}

/** Whether the control plane will be initialized yet. In core a Cluster without any waits for ever; here its machines can be tested. */
async function isUninitialized({ cluster, context }: MachineInWork): Promise<boolean> {
  if (isConditionTrue(cluster, "ControlPlaneInitialized")) return false;
  return cluster.spec.controlPlaneRef !== undefined || (await context.reader.controlPlaneMachines(cluster)).length > 0;
}

/** The Nodes with the providerID; undefined without a connection. */
async function nodesOf({ draft, cluster, context }: MachineInWork): Promise<readonly Node[] | undefined> {
  const { providerID } = draft.spec;
  if (providerID !== undefined) return context.reader.nodes(cluster, providerID);
  return (await context.reader.workload(cluster)) === undefined ? undefined : [];
}

function report(draft: Machine, node: Node): void {
  // Core copies the Node's field as it is; its two types are declared apart.
  const nodeInfo = node.status?.nodeInfo as NonNullable<Machine["status"]>["nodeInfo"];
  draft.status = {
    nodeRef: { name: node.metadata.name ?? "" },
    ...draft.status,
    ...(nodeInfo === undefined ? {} : { nodeInfo }),
  };
}

interface Found {
  readonly awaitsControlPlane: boolean;
  readonly isConnected: boolean;
  readonly node: Node | undefined;
}

/** NodeReady and NodeHealthy. What was known stays while there is no connection. */
function conditionsOf({ draft, cluster }: MachineInWork, found: Found): readonly CoreCondition[] {
  const { awaitsControlPlane, isConnected, node } = found;
  const both = (state: NodeState): readonly CoreCondition[] =>
    nodeTypes.map((type): CoreCondition => ({ type, ...state }));
  const failed = (message: string): readonly CoreCondition[] =>
    both({ status: "Unknown", reason: "InspectionFailed", message });
  if (cluster.status?.initialization?.infrastructureProvisioned !== true)
    return failed("Waiting for Cluster status.initialization.infrastructureProvisioned to be true");
  if (awaitsControlPlane) return failed("Waiting for Cluster control plane to be initialized");
  if (!isConnected) {
    if (nodeTypes.every((type) => getCondition(draft, type) !== undefined)) return [];
    return both({ status: "Unknown", reason: "ConnectionDown", message: "Remote connection not established yet" });
  }
  if (node !== undefined)
    return [
      { type: "NodeReady", ...nodeReadiness(node) },
      { type: "NodeHealthy", ...nodeHealth(node) },
    ];
  return both(missingNode(draft));
}

const nodeTypes = ["NodeReady", "NodeHealthy"];

function missingNode(draft: Machine): NodeState {
  const { spec, status } = draft;
  const known = status?.nodeRef?.name;
  if (known !== undefined) {
    const still = isDeleting(draft) ? "" : " while the Machine still exists";
    return { status: "False", reason: "NodeDeleted", message: `Node ${known} has been deleted${still}` };
  }
  if (isDeleting(draft)) return { status: "Unknown", reason: "NodeDoesNotExist", message: "Node does not exist" };
  const message =
    spec.providerID === undefined
      ? `Waiting for ${spec.infrastructureRef.kind} to report spec.providerID`
      : `Waiting for a Node with spec.providerID ${spec.providerID} to exist`;
  return { status: "Unknown", reason: "InspectionFailed", message };
}
