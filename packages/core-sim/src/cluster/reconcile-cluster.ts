// The Cluster controller: finalizer, Paused, infrastructure, control plane, deletion, status.
import { Cluster } from "@capstan/api/core/v1beta2";
import { addFinalizer, isDeleting } from "@capstan/contract";
import { markPaused, pauseReason } from "../conditions.ts";
import { draftOf } from "../drafts.ts";
import type { SimContext } from "../writer.ts";
import { reconcileControlPlane } from "./control-plane.ts";
import { deleteCluster } from "./delete-cluster.ts";
import { reconcileInfraCluster } from "./infrastructure.ts";
import { setClusterStatus } from "./status.ts";

const finalizer = "cluster.cluster.x-k8s.io";

/** One reconcile of a Cluster. */
export async function reconcileCluster(cluster: Cluster, context: SimContext): Promise<void> {
  const draft = draftOf(cluster, context);
  if (addFinalizer(draft, finalizer)) return context.writer.save(Cluster, cluster, draft);
  if (markPaused(draft, pauseReason(cluster, cluster))) return context.writer.save(Cluster, cluster, draft);
  const infrastructure = await reconcileInfraCluster(draft, context);
  const controlPlane = await reconcileControlPlane(draft, context);
  if (isDeleting(cluster)) await deleteCluster(draft, { context, infrastructure, controlPlane, finalizer });
  await setClusterStatus(draft, controlPlane, context);
  await context.writer.save(Cluster, cluster, draft);
}
