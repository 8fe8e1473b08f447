// How core takes a Machine down: drain and detach where the Node is to go too, then the InfraMachine, then the Node, then its
// own finalizer. Nothing runs on the Nodes here, so drain and detach are done at once; hooks are not played.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isDeleting, removeFinalizer } from "@capstan/contract";
import { formatTime, keyOf } from "@capstan/kube";
import { Node } from "@capstan/kube/builtin";
import { mark, markDeprecated } from "../conditions.ts";
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
export async function deleteMachine(draft: Machine, deletion: MachineDeletion): Promise<void> {
  const { cluster, infrastructure, node, context, finalizer } = deletion;
  const nodeGoesToo = node !== undefined && (await mayDeleteNode(draft, cluster, context));
  if (infrastructure !== undefined) {
    if (nodeGoesToo && !isDeleting(infrastructure.object)) drain(draft);
    await context.writer.delete(infrastructure.resource, infrastructure.object);
    mark(draft, { type: "Deleting", status: "True", reason: "WaitingForInfrastructureDeletion" });
    return;
  }
  if (nodeGoesToo) await (await context.world.workload(cluster))?.delete(Node, keyOf(node));
  mark(draft, { type: "Deleting", status: "True", reason: "DeletionCompleted" });
  removeFinalizer(draft, finalizer);
}

const drained = [
  "PreDrainDeleteHookSucceeded",
  "DrainingSucceeded",
  "VolumeDetachSucceeded",
  "PreTerminateDeleteHookSucceeded",
];

function drain(draft: Machine): void {
  const now = formatTime(new Date());
  const deletion = { nodeDrainStartTime: now, waitForNodeVolumeDetachStartTime: now, ...draft.status?.deletion };
  draft.status = { ...draft.status, deletion };
  for (const type of drained) markDeprecated(draft, { type, status: "True", reason: type });
}

/** The Nodes of a cluster that goes as a whole stay, and so does that of the last control-plane machine. */
async function mayDeleteNode(machine: Machine, cluster: Cluster, { world }: SimContext): Promise<boolean> {
  if (isDeleting(cluster)) return false;
  const others = (await world.machines(cluster)).filter((other) => other.metadata.name !== machine.metadata.name);
  return others.some((other) => isControlPlaneMachine(other) && !isDeleting(other));
}
