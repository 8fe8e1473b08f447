// How core takes a Machine down: the InfraMachine, then the Node, then its own finalizer. Drain and hooks are not played.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isDeleting, removeFinalizer } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import { Node } from "@capstan/kube/builtin";
import { mark } from "../conditions.ts";
import type { SimContext } from "../sim-context.ts";
import type { External } from "../world.ts";

/** What the deletion of a Machine needs to know. */
export interface MachineDeletion {
  readonly cluster: Cluster;
  readonly infrastructure: External | undefined;
  readonly node: Node | undefined;
  readonly context: SimContext;
  readonly finalizer: string;
}

/** One pass of the deletion; takes the finalizer off the draft when nothing is left. */
export async function deleteMachine(
  draft: Machine,
  { cluster, infrastructure, node, context, finalizer }: MachineDeletion,
): Promise<void> {
  if (infrastructure !== undefined) {
    await context.writer.delete(infrastructure.resource, infrastructure.object);
    mark(draft, { type: "Deleting", status: "True", reason: "WaitingForInfrastructureDeletion" });
    return;
  }
  if (node !== undefined && (await mayDeleteNode(draft, cluster, context))) {
    await (await context.world.workload(cluster))?.delete(Node, keyOf(node));
  }
  mark(draft, { type: "Deleting", status: "True", reason: "DeletionCompleted" });
  removeFinalizer(draft, finalizer);
}

/** The Nodes of a cluster that goes as a whole stay, and so does that of the last control-plane machine. */
async function mayDeleteNode(machine: Machine, cluster: Cluster, { world }: SimContext): Promise<boolean> {
  if (isDeleting(cluster)) return false;
  const others = (await world.machines(cluster)).filter((other) => other.metadata.name !== machine.metadata.name);
  return others.some((other) => isControlPlaneMachine(other) && !isDeleting(other));
}
