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
    return deleting(draft, "WaitingForBeforeDeleteHook", "Waiting for BeforeClusterDelete hook");
  const left = await deleteWorkers(draft, context);
  if (left.length > 0) return deleting(draft, "WaitingForWorkersDeletion", namesOf(left));
  if (controlPlane !== undefined) {
    await context.writer.delete(controlPlane.resource, controlPlane.object);
    return deleting(draft, "WaitingForControlPlaneDeletion", `Waiting for ${controlPlane.object.kind} to be deleted`);
  }
  if (infrastructure !== undefined) {
    await context.writer.delete(infrastructure.resource, infrastructure.object);
    const message = `Waiting for ${infrastructure.object.kind} to be deleted`;
    return deleting(draft, "WaitingForInfrastructureDeletion", message);
  }
  deleting(draft, "DeletionCompleted", "Deletion completed");
  removeFinalizer(draft, finalizer);
}

/** Deletes everything that creates Machines, and Machines without an owner; returns what is left. */
async function deleteWorkers(cluster: Cluster, context: SimContext): Promise<readonly KubeObject[]> {
  const left: KubeObject[] = [];
  for (const resource of [...workerOwners, Machine] satisfies readonly Resource[]) {
    for (const object of await context.reader.descendants(resource, cluster)) {
      if (cluster.spec.controlPlaneRef !== undefined && isControlPlaneMachine(object)) continue;
      left.push(object);
      // Deleted sets and deployments delete what they own.
      if (!ownedByWorkers(object)) await context.writer.delete(resource, object);
    }
  }
  return left;
}

/** So many names are in the message of each kind. */
const mostNames = 5;

/** What is left, by kind, in core's order. */
function namesOf(left: readonly KubeObject[]): string {
  const byGroup = Map.groupBy(left, (object) =>
    object.kind !== "Machine"
      ? `${object.kind}s`
      : isControlPlaneMachine(object)
        ? standaloneMachines
        : "Worker Machines",
  );
  const groups = [...byGroup].toSorted(
    ([one], [other]) => Number(other === standaloneMachines) - Number(one === standaloneMachines),
  );
  const lines = groups.map(([group, objects]) => {
    const names = objects.map(({ metadata }) => metadata.name ?? "").toSorted();
    const more = names.length > mostNames ? [`... (${names.length - mostNames} more)`] : [];
    return `* ${group}: ${[...names.slice(0, mostNames), ...more].join(", ")}`;
  });
  return lines.join("\n");
}

const standaloneMachines = "Control plane Machines";

function ownedByWorkers(object: KubeObject): boolean {
  return (object.metadata.ownerReferences ?? []).some((owner) =>
    workerOwners.some((resource) => resource.kind === owner.kind),
  );
}

function deleting(draft: Cluster, reason: string, message: string): void {
  mark(draft, { type: "Deleting", status: "True", reason, message });
}
