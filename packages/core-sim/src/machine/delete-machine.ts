// Deletes a Machine: drain and detach, then the InfraMachine, the bootstrap config, the Node and the finalizer. Drain and detach finish at once; deletion
// hooks are not simulated.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { isDeleting, readPath, removeFinalizer } from "@capstan/contract";
import { formatTime } from "@capstan/kube";
import type { Node } from "@capstan/kube/builtin";
import { mark, markDeprecated } from "../conditions.ts";
import { timeOfDraft } from "../drafts.ts";
import type { SimContext } from "../writer.ts";
import { machineFinalizer } from "./machine-object.ts";
import type { External } from "../cluster-reader.ts";

/** The input of a deletion. */
export interface MachineDeletion {
  readonly cluster: Cluster;
  readonly infrastructure: External | undefined;
  readonly bootstrap: External | undefined;
  readonly node: Node | undefined;
  readonly context: SimContext;
}

/** One reconcile of the deletion; removes the finalizer from the draft when nothing is left. */
export async function deleteMachine(draft: Machine, deletion: MachineDeletion): Promise<void> {
  const { cluster, infrastructure, bootstrap, node, context } = deletion;
  const nodeGoesToo = node !== undefined && (await mayDeleteNode(draft, cluster, context));
  if (infrastructure !== undefined) {
    if (nodeGoesToo && !isDeleting(infrastructure.object)) drain(draft);
    await context.writer.delete(infrastructure.resource, infrastructure.object);
    const message = `Waiting for ${infrastructure.object.kind} to be deleted`;
    mark(draft, { type: "Deleting", status: "True", reason: "WaitingForInfrastructureDeletion", message });
    return;
  }
  if (bootstrap !== undefined) {
    await context.writer.delete(bootstrap.resource, bootstrap.object);
    const message = `Waiting for ${bootstrap.object.kind} to be deleted`;
    mark(draft, { type: "Deleting", status: "True", reason: "WaitingForBootstrapDeletion", message });
    return;
  }
  if (nodeGoesToo) await context.reader.deleteNode(cluster, node);
  mark(draft, { type: "Deleting", status: "True", reason: "DeletionCompleted", message: "Deletion completed" });
  removeFinalizer(draft, machineFinalizer);
}

const drained = [
  "PreDrainDeleteHookSucceeded",
  "DrainingSucceeded",
  "VolumeDetachSucceeded",
  "PreTerminateDeleteHookSucceeded",
];

function drain(draft: Machine): void {
  const now = formatTime(timeOfDraft(draft));
  const deletion = { nodeDrainStartTime: now, waitForNodeVolumeDetachStartTime: now, ...draft.status?.deletion };
  draft.status = { ...draft.status, deletion };
  for (const type of drained) markDeprecated(draft, { type, status: "True", reason: type });
}

/** Nodes stay when the whole cluster or its control plane is deleted, and when the Machine is the last of the control plane, unless that has no Machines. */
async function mayDeleteNode(machine: Machine, cluster: Cluster, { reader }: SimContext): Promise<boolean> {
  if (isDeleting(cluster)) return false;
  const { controlPlaneRef } = cluster.spec;
  const controlPlane = controlPlaneRef && (await reader.external(cluster, controlPlaneRef, "ControlPlane"));
  if (controlPlane !== undefined) {
    if (isDeleting(controlPlane.object)) return false;
    if (readPath(controlPlane.object, "status.externalManagedControlPlane") === true) return true;
  }
  const machines = await reader.controlPlaneMachines(cluster);
  return machines.some((other) => other.metadata.name !== machine.metadata.name && !isDeleting(other));
}
