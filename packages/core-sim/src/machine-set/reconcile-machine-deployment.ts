// Core's MachineDeployment controller without rollouts: one MachineSet, whose replicas follow the deployment's.
import { Cluster, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { addFinalizer, ensureOwner, isDeleting, labels, ownerReferenceTo, removeFinalizer } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { markPaused, pauseReason } from "../conditions.ts";
import type { SimContext } from "../sim-context.ts";
import { randomSuffix } from "./names.ts";

const finalizer = "cluster.x-k8s.io/machinedeployment";

/** One pass over a MachineDeployment. */
export async function reconcileMachineDeployment(deployment: MachineDeployment, context: SimContext): Promise<void> {
  const { namespace } = keyOf(deployment);
  const cluster = await context.world.client.find(Cluster, { namespace, name: deployment.spec.clusterName });
  if (cluster === undefined) return;
  const draft = deepClone(deployment);
  if (addFinalizer(draft, finalizer)) return context.writer.save(MachineDeployment, deployment, draft);
  if (markPaused(draft, pauseReason(deployment, cluster)))
    return context.writer.save(MachineDeployment, deployment, draft);
  const sets = await setsOf(deployment, context);
  if (isDeleting(deployment)) {
    for (const set of sets) await context.writer.delete(MachineSet, set);
    if (sets.length === 0) removeFinalizer(draft, finalizer);
  } else {
    claim(draft, cluster);
    await reconcileSet(draft, sets[0], context);
  }
  report(draft, sets);
  await context.writer.save(MachineDeployment, deployment, draft);
}

async function setsOf(deployment: MachineDeployment, { world }: SimContext): Promise<readonly MachineSet[]> {
  const { items } = await world.client.listAll(MachineSet, { namespace: keyOf(deployment).namespace });
  return items.filter((set) =>
    (set.metadata.ownerReferences ?? []).some((owner) => owner.uid === deployment.metadata.uid),
  );
}

function claim(draft: MachineDeployment, cluster: Cluster): void {
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: draft.spec.clusterName };
  ensureOwner(draft, ownerReferenceTo(cluster));
}

async function reconcileSet(
  deployment: MachineDeployment,
  set: MachineSet | undefined,
  { writer }: SimContext,
): Promise<void> {
  if (set === undefined) return writer.create(MachineSet, newSet(deployment));
  const draft = deepClone(set);
  draft.spec.replicas = deployment.spec.replicas ?? 1;
  await writer.save(MachineSet, set, draft);
}

function newSet(deployment: MachineDeployment): MachineSet {
  const { namespace, name } = keyOf(deployment);
  const { clusterName, replicas = 1, selector, template } = deepClone(deployment.spec);
  const own = { [labels.clusterName]: clusterName, [labels.deploymentName]: name };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: {
      namespace,
      name: `${name}-${randomSuffix()}`,
      labels: { ...template.metadata?.labels, ...own },
      ownerReferences: [ownerReferenceTo(deployment, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      clusterName,
      replicas,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, ...own } },
      template: { ...template, metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...own } } },
    },
  };
}

function report(draft: MachineDeployment, sets: readonly MachineSet[]): void {
  const sum = (field: "replicas" | "readyReplicas" | "availableReplicas" | "upToDateReplicas"): number =>
    sets.reduce((total, set) => total + (set.status?.[field] ?? 0), 0);
  const [wanted, replicas] = [draft.spec.replicas ?? 1, sum("replicas")];
  draft.status = {
    ...draft.status,
    replicas,
    readyReplicas: sum("readyReplicas"),
    availableReplicas: sum("availableReplicas"),
    upToDateReplicas: sum("upToDateReplicas"),
    phase: replicas < wanted ? "ScalingUp" : replicas > wanted ? "ScalingDown" : "Running",
    ...(draft.metadata.generation === undefined ? {} : { observedGeneration: draft.metadata.generation }),
  };
}
