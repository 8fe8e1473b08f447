// The MachinePool controller: finalizer, Paused, owner and label, bootstrap, infrastructure, Nodes, status; and its deletion.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { addFinalizer, ensureOwner, isDeleting, labels, ownerReferenceTo, removeFinalizer } from "@capstan/contract";
import { markPaused, pauseReason } from "../conditions.ts";
import { draftOf } from "../drafts.ts";
import { rejectedTemplateVersion } from "../machine-set/rollout-rules.ts";
import type { SimContext } from "../writer.ts";
import { poolObjects, reconcilePoolBootstrap, reconcilePoolInfrastructure } from "./pool-objects.ts";
import { deleteRetiredNodes, reconcilePoolNodes, versionsOfNodes } from "./pool-nodes.ts";
import { machinesOfPool } from "./pool-machines.ts";
import { setPoolStatus } from "./pool-status.ts";

const finalizer = "machinepool.cluster.x-k8s.io";

/** One reconcile of a MachinePool. */
export async function reconcileMachinePool(pool: MachinePool, context: SimContext): Promise<void> {
  const cluster = await context.reader.cluster(pool, pool.spec.clusterName);
  if (cluster === undefined) return;
  const draft = draftOf(pool, context);
  if (addFinalizer(draft, finalizer)) return context.writer.save(MachinePool, pool, draft);
  if (markPaused(draft, pauseReason(pool, cluster))) return context.writer.save(MachinePool, pool, draft);
  if (isDeleting(pool)) await deleteMachinePool(draft, cluster, context);
  else await reconcileNormal(draft, cluster, context);
  setPoolStatus(draft, await machinesOfPool(draft, context), await versionsOfNodes(draft, cluster, context));
  await context.writer.save(MachinePool, pool, draft);
}

async function reconcileNormal(draft: MachinePool, cluster: Cluster, context: SimContext): Promise<void> {
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: draft.spec.clusterName };
  ensureOwner(draft, ownerReferenceTo(cluster));
  // Its webhook would have rejected it, and so there is no new pool, and nothing new in one that is there.
  if (rejectedTemplateVersion(draft).length > 0) return;
  await reconcilePoolBootstrap(draft, context);
  await reconcilePoolInfrastructure(draft, cluster, context);
  await reconcilePoolNodes(draft, cluster, context);
}

/** Deletes the config and the infrastructure and waits until both are deleted. */
async function deleteMachinePool(draft: MachinePool, cluster: Cluster, context: SimContext): Promise<void> {
  const left = await poolObjects(draft, context);
  for (const { resource, object } of left) await context.writer.delete(resource, object);
  if (left.length > 0) return;
  await deleteRetiredNodes(draft, cluster, context);
  // Kubernetes deletes what a deleted pool owns.
  for (const machine of await machinesOfPool(draft, context)) await context.writer.delete(Machine, machine);
  removeFinalizer(draft, finalizer);
}
