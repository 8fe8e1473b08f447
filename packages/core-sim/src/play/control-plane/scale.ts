// Adds and removes the Machines of a played control plane, one at a time, and replaces those that are not up to date. Each change waits until all
// Machines that exist serve.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { Machine } from "@capstan/api/core/v1beta2";
import { isDeleting, ownerReferenceTo } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import { createBeside, createClone, createMachineOf } from "../../cloned-objects.ts";
import type { External } from "../../cluster-reader.ts";
import { pendingUpgrade } from "../../cluster/upgrade-step.ts";
import { newMachineName } from "../../topology/name-templates.ts";
import { creationAnnotation } from "../../drafts.ts";
import { desiredConfigSpec, isEtcdStacked, rejectedChange } from "./config-spec.ts";
import { type ControlPlaneInWork, isToReplace } from "./control-plane-in-work.ts";
import { desiredMetadata, desiredSpec, setMachineFields, setPartFields } from "./desired-machine.ts";
import { machineToDelete, nextFailureDomain } from "./failure-domains.ts";

/** What a change of the Machines needs to know. */
export interface ScaleInput {
  readonly template: External;
  /** The Machines that serve. */
  readonly ready: readonly Machine[];
}

/** Makes at most one change, and none while the webhook of the real control plane would reject the number of machines or the version; returns what a change waits for. */
export async function scaleControlPlane(
  work: ControlPlaneInWork,
  { template, ready }: ScaleInput,
): Promise<readonly string[]> {
  const { draft, machines, context } = work;
  const { replicas = 1 } = draft.spec;
  if (rejectedChange(draft, work.versionBefore) !== undefined) return [];
  const outdated = machines.filter((machine) => isToReplace(machine, work) && !isDeleting(machine));
  const unready = machines.filter((machine) => !ready.includes(machine));
  const isRollout = outdated.length > 0;
  const wanted = replicas + (isRollout ? maxSurgeOf(work) : 0);
  const isCreation = machines.length < wanted;
  const surplus = isRollout || machines.length > replicas ? machineToDelete(work, outdated) : undefined;
  if ((!isCreation && surplus === undefined) || machines.some(isDeleting)) return [];
  const reasons = reasonsToWait(
    work,
    unready.filter((machine) => isCreation || machine !== surplus),
  );
  if (reasons.length > 0) return reasons;
  if (isCreation) await createMachine(work, template);
  else if (surplus !== undefined) await context.writer.delete(Machine, surplus);
  return [];
}

/** Why nothing of the machines is changed now, of which some do not serve: the preflight checks of the real control plane. The first machine is created in any case. */
function reasonsToWait(
  { draft, cluster, machines }: ControlPlaneInWork,
  unready: readonly Machine[],
): readonly string[] {
  if (machines.length === 0) return [];
  const pending = pendingUpgrade(cluster, draft.spec.version);
  if (pending !== undefined) return [`waiting for a version upgrade to ${pending} to be propagated`];
  if (unready.length === 0) return [];
  const etcd = isEtcdStacked(draft) ? ["waiting for etcd cluster to become healthy"] : [];
  return ["waiting for control plane components to become healthy", ...etcd];
}

/** How many machines a rollout may add; without one it deletes before it creates. */
function maxSurgeOf({ draft }: ControlPlaneInWork): number {
  return Number.parseInt(String(draft.spec.rollout?.strategy?.rollingUpdate?.maxSurge ?? 1), 10);
}

async function createMachine(work: ControlPlaneInWork, template: External): Promise<void> {
  const { draft, cluster, context } = work;
  const { namespace } = keyOf(draft);
  const owner = { kind: "kubeadmControlPlane", name: keyOf(draft).name } as const;
  const name = newMachineName(draft.spec.machineNaming?.template, keyOf(cluster).name, owner);
  const failureDomain = nextFailureDomain(work);
  const shared = desiredMetadata(work);
  // The controller of these two will be the Machine, which does not exist yet.
  const infrastructure = await createClone(
    template,
    { name, namespace, ...shared, owner: ownerReferenceTo(draft) },
    context,
  );
  const config = newConfig(work, { ...desiredMetadata(work), name, namespace });
  const configReference = { apiGroup: KubeadmConfig.group, kind: KubeadmConfig.kind, name };
  await createBeside([infrastructure], context, () => context.writer.create(KubeadmConfig, config));
  const created = [infrastructure, { resource: KubeadmConfig, object: config, reference: configReference }];
  const machine: Machine = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      ...shared,
      annotations: { ...shared.annotations, ...creationAnnotation(context.now()) },
      name,
      namespace,
      ownerReferences: [ownerReferenceTo(draft, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      clusterName: keyOf(cluster).name,
      version: draft.spec.version,
      ...(failureDomain === undefined ? {} : { failureDomain }),
      ...desiredSpec(draft),
      bootstrap: { configRef: configReference },
      infrastructureRef: infrastructure.reference,
    },
  };
  for (const { object } of created) setPartFields(object, work);
  setMachineFields(machine, work);
  await createMachineOf(created, machine, context);
}

function newConfig({ draft, machines }: ControlPlaneInWork, metadata: KubeadmConfig["metadata"]): KubeadmConfig {
  const spec = desiredConfigSpec(draft, machines.length === 0 ? "init" : "join");
  return {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfig",
    metadata: { ...metadata, ownerReferences: [ownerReferenceTo(draft)] },
    ...(Object.keys(spec).length === 0 ? {} : { spec }),
  };
}
