// The Node phase of the Machine controller: finds the Node by providerID in the workload cluster and syncs the labels that Cluster
// API owns. Two Nodes with one providerID are an error.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { errorOf } from "@capstan/kube";
import type { Node } from "@capstan/kube/builtin";
import { mark } from "../conditions.ts";
import { coreSimErrors } from "../core-sim-errors.ts";
import type { SimContext } from "../writer.ts";

/** Finds the Machine's Node and sets it on the draft; undefined while it does not exist. */
export async function reconcileNode(
  draft: Machine,
  cluster: Cluster,
  { reader }: SimContext,
): Promise<Node | undefined> {
  const { providerID } = draft.spec;
  const found = providerID === undefined ? [] : ((await reader.nodes(cluster, providerID)) ?? []);
  if (found.length > 1) {
    const names = found.map((node) => node.metadata.name).join(", ");
    throw errorOf(coreSimErrors, "core-sim/provider-id", { values: { providerID: providerID ?? "", nodes: names } });
  }
  const [node] = found;
  if (node !== undefined) report(draft, node);
  markNode(draft, node);
  return node;
}

function report(draft: Machine, node: Node): void {
  // Core copies the Node's field as it is; its two types are declared apart.
  const nodeInfo = node.status?.nodeInfo as NonNullable<Machine["status"]>["nodeInfo"];
  draft.status = {
    ...draft.status,
    nodeRef: { name: node.metadata.name ?? "" },
    ...(nodeInfo === undefined ? {} : { nodeInfo }),
  };
}

const nodeTypes = ["NodeReady", "NodeHealthy"];

function markNode(draft: Machine, node: Node | undefined): void {
  const ready = node?.status?.conditions?.find((condition) => condition.type === "Ready");
  const waits =
    draft.spec.providerID === undefined
      ? "Waiting for InfraMachine to report spec.providerID"
      : "Waiting for a Node with spec.providerID to exist";
  const status = node === undefined ? "Unknown" : (ready?.status ?? "Unknown");
  for (const type of nodeTypes) {
    const reason = node === undefined ? "InspectionFailed" : status === "True" ? type : type.replace("Node", "NodeNot");
    mark(draft, {
      type,
      status,
      reason,
      message: node === undefined ? waits : status === "True" ? "" : (ready?.message ?? ""),
    });
  }
}
