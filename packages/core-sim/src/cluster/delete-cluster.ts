// How core takes a Cluster down: workers and, without a control plane object, control-plane Machines; then the InfraCluster;
// then its own finalizer. Each step waits for the one before by finding its objects gone.
import { Machine, type Cluster } from "@capstan/api/core/v1beta2";
import { removeFinalizer } from "@capstan/contract";
import type { KubeObject, Resource } from "@capstan/kube";
import { mark } from "../conditions.ts";
import type { SimContext } from "../sim-context.ts";
import type { External } from "../world.ts";
import { descendants, workerOwners } from "./descendants.ts";

/** What the deletion of a Cluster needs to know. */
export interface ClusterDeletion {
  readonly context: SimContext;
  readonly infrastructure: External | undefined;
  readonly finalizer: string;
}

/** One pass of the deletion; takes the finalizer off the draft when nothing is left. */
export async function deleteCluster(
  draft: Cluster,
  { context, infrastructure, finalizer }: ClusterDeletion,
): Promise<void> {
  const left = await deleteWorkers(draft, context);
  if (left > 0) return deleting(draft, "WaitingForWorkersDeletion");
  if (infrastructure !== undefined) {
    await context.writer.delete(infrastructure.resource, infrastructure.object);
    return deleting(draft, "WaitingForInfrastructureDeletion");
  }
  deleting(draft, "DeletionCompleted");
  removeFinalizer(draft, finalizer);
}

/** Asks for the deletion of everything that makes machines, and of Machines that nothing makes; how many objects are left. */
async function deleteWorkers(cluster: Cluster, context: SimContext): Promise<number> {
  let left = 0;
  for (const resource of [...workerOwners, Machine] as readonly Resource[]) {
    for (const object of await descendants(resource, cluster, context)) {
      left += 1;
      // Sets and deployments delete what they own themselves, as soon as they are deleted.
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
