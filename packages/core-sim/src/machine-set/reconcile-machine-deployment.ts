// The MachineDeployment controller without rollouts: one MachineSet with the replicas and the template of the deployment.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { addFinalizer, ensureOwner, isDeleting, labels, ownerReferenceTo, removeFinalizer } from "@capstan/contract";
import { deepClone } from "@capstan/kube";
import { markPaused, pauseReason } from "../conditions.ts";
import { draftOf } from "../drafts.ts";
import type { SimContext } from "../writer.ts";
import { setMachineDeploymentStatus } from "./machine-deployment-status.ts";
import { annotationsOfSet, disableMachineCreate, newMachineSet, revision, templateOfSet } from "./new-machine-set.ts";

const finalizer = "cluster.x-k8s.io/machinedeployment";

/** One reconcile of a MachineDeployment. */
export async function reconcileMachineDeployment(deployment: MachineDeployment, context: SimContext): Promise<void> {
  const cluster = await context.reader.cluster(deployment, deployment.spec.clusterName);
  if (cluster === undefined) return;
  const draft = draftOf(deployment, context);
  if (addFinalizer(draft, finalizer)) return context.writer.save(MachineDeployment, deployment, draft);
  if (markPaused(draft, pauseReason(deployment, cluster)))
    return context.writer.save(MachineDeployment, deployment, draft);
  const sets = await context.reader.owned(MachineSet, deployment);
  if (isDeleting(deployment)) {
    for (const set of sets) await context.writer.delete(MachineSet, set);
    if (sets.length === 0) removeFinalizer(draft, finalizer);
  } else {
    claim(draft, cluster);
    await reconcileSet(draft, sets[0], context);
  }
  setMachineDeploymentStatus(draft, await machinesOf(sets, context));
  await context.writer.save(MachineDeployment, deployment, draft);
}

function claim(draft: MachineDeployment, cluster: Cluster): void {
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: draft.spec.clusterName };
  draft.metadata.annotations = { ...draft.metadata.annotations, ...revision };
  ensureOwner(draft, ownerReferenceTo(cluster));
}

async function reconcileSet(
  deployment: MachineDeployment,
  set: MachineSet | undefined,
  { writer }: SimContext,
): Promise<void> {
  if (set === undefined) return writer.create(MachineSet, newMachineSet(deployment));
  const draft = deepClone(set);
  const { replicas = 1, machineNaming, deletion } = deployment.spec;
  draft.spec.replicas = replicas;
  draft.spec.template = templateOfSet(deployment, set);
  if (machineNaming === undefined) delete draft.spec.machineNaming;
  else draft.spec.machineNaming = { ...machineNaming };
  if (deletion?.order === undefined) delete draft.spec.deletion;
  else draft.spec.deletion = { order: deletion.order };
  // The set was created with machine creation disabled, until the deployment has seen it.
  const enabled = { [disableMachineCreate]: "false" };
  draft.metadata.annotations = { ...draft.metadata.annotations, ...annotationsOfSet(deployment), ...enabled };
  await writer.save(MachineSet, set, draft);
}

async function machinesOf(sets: readonly MachineSet[], { reader }: SimContext): Promise<readonly Machine[]> {
  const machines = await Promise.all(sets.map((set) => reader.owned(Machine, set)));
  return machines.flat();
}
