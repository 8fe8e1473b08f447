// The MachineDeployment controller: finalizer, owner, the rollout to its MachineSets, status.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { ensureOwner, isDeleting, labels, ownerReferenceTo, removeFinalizer } from "@capstan/contract";
import { markPaused, pauseReason } from "../conditions.ts";
import { draftOf } from "../drafts.ts";
import { addFinalizers, releaseTemplates, templateFinalizers } from "../topology/unused-templates.ts";
import type { SimContext } from "../writer.ts";
import { setMachineDeploymentStatus } from "./machine-deployment-status.ts";
import { missingTemplates, templatesOfSet } from "./machine-templates.ts";
import { rollOut } from "./roll-out.ts";
import { rejectedRollout, rejectedTemplateVersion } from "./rollout-rules.ts";
import { rolloutSets } from "./rollout-sets.ts";
import type { WorkerContext } from "./sync-machines.ts";

const finalizer = "cluster.x-k8s.io/machinedeployment";

/** One reconcile of a MachineDeployment. */
export async function reconcileMachineDeployment(deployment: MachineDeployment, context: WorkerContext): Promise<void> {
  const cluster = await context.reader.cluster(deployment, deployment.spec.clusterName);
  if (cluster === undefined) return;
  const draft = draftOf(deployment, context);
  if (addFinalizers(draft, [finalizer, ...templateFinalizers(deployment, context)]))
    return context.writer.save(MachineDeployment, deployment, draft);
  if (markPaused(draft, pauseReason(deployment, cluster)))
    return context.writer.save(MachineDeployment, deployment, draft);
  const sets = await context.reader.owned(MachineSet, deployment);
  const machines = await machinesOf(sets, context);
  if (isDeleting(deployment)) {
    await releaseTemplates(draft, context);
    for (const set of sets) await context.writer.delete(MachineSet, set);
    if (sets.length === 0) {
      removeFinalizer(draft, finalizer);
      context.fields.forget(draft);
    }
    setMachineDeploymentStatus(draft, { sets, machines, missing: [] });
  } else {
    claim(draft, cluster);
    const missing = missingTemplates(draft, await templatesOfSet(draft, cluster, context));
    const rejected = [...rejectedRollout(draft), ...rejectedTemplateVersion(draft)];
    // The webhook would have kept it as it was before.
    const current =
      rejected.length > 0
        ? rolloutSets(draft, sets, context.now()).current
        : await rollOut(draft, { sets, hasTemplates: missing.length === 0 }, context);
    setMachineDeploymentStatus(draft, { sets, machines, missing, rejected, current });
  }
  await context.writer.save(MachineDeployment, deployment, draft);
}

function claim(draft: MachineDeployment, cluster: Cluster): void {
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: draft.spec.clusterName };
  ensureOwner(draft, ownerReferenceTo(cluster));
}

async function machinesOf(sets: readonly MachineSet[], { reader }: SimContext): Promise<readonly Machine[]> {
  const machines = await Promise.all(sets.map((set) => reader.owned(Machine, set)));
  return machines.flat();
}
