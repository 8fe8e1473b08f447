// Deletes a Cluster: after the hooks of its topology, workers, then the control plane, then the InfraCluster, then the finalizer. Machines of the control plane belong to its
// object; where there is none they are deleted with the workers. Each step waits until the
// objects of the previous one are deleted.
import { Machine, MachineDeployment, MachinePool, MachineSet, type Cluster } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, removeFinalizer } from "@capstan/contract";
import type { KubeObject, Resource } from "@capstan/kube";
import { mark } from "../conditions.ts";
import type { SimContext } from "../writer.ts";
import type { External } from "../cluster-reader.ts";

/** The topology controller sets it when no handler of a hook delays the deletion. */
export const okToDelete = "runtime.cluster.x-k8s.io/ok-to-delete";

/** The kinds that own worker Machines, owners first. */
const workerOwners: readonly Resource[] = [MachineDeployment, MachineSet, MachinePool];

/** The input of a deletion. */
export interface ClusterDeletion {
  readonly context: SimContext;
  readonly infrastructure: External | undefined;
  readonly controlPlane: External | undefined;
  readonly finalizer: string;
}

/** One reconcile of the deletion; removes the finalizer from the draft when nothing is left. */
export async function deleteCluster(
  draft: Cluster,
  { context, infrastructure, controlPlane, finalizer }: ClusterDeletion,
): Promise<void> {
  if (
    context.playsTopologies &&
    draft.spec.topology !== undefined &&
    draft.metadata.annotations?.[okToDelete] === undefined
  )
    return deleting(draft, "WaitingForBeforeDeleteHook");
  const left = await deleteWorkers(draft, context);
  if (left > 0) return deleting(draft, "WaitingForWorkersDeletion");
  if (controlPlane !== undefined) {
    await context.writer.delete(controlPlane.resource, controlPlane.object);
    return deleting(draft, "WaitingForControlPlaneDeletion");
  }
  if (infrastructure !== undefined) {
    await context.writer.delete(infrastructure.resource, infrastructure.object);
    return deleting(draft, "WaitingForInfrastructureDeletion");
  }
  deleting(draft, "DeletionCompleted");
  removeFinalizer(draft, finalizer);
}

/** Deletes everything that creates Machines, and Machines without an owner; returns how many objects are left. */
async function deleteWorkers(cluster: Cluster, context: SimContext): Promise<number> {
  let left = 0;
  for (const resource of [...workerOwners, Machine] satisfies readonly Resource[]) {
    for (const object of await context.reader.descendants(resource, cluster)) {
      if (cluster.spec.controlPlaneRef !== undefined && isControlPlaneMachine(object)) continue;
      left += 1;
      // Deleted sets and deployments delete what they own.
      if (!ownedByWorkers(object)) await context.writer.delete(resource, object);
    }
  }
  return left;
}

function ownedByWorkers(object: KubeObject): boolean {
  return (object.metadata.ownerReferences ?? []).some((owner) =>
    workerOwners.some((resource) => resource.kind === owner.kind),
  );
}

function deleting(draft: Cluster, reason: string): void {
  mark(draft, { type: "Deleting", status: "True", reason });
}
