// Adds and removes the Machines of a played control plane, one at a time, and replaces those of another version. Each change waits until all
// Machines that exist serve.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { Machine } from "@capstan/api/core/v1beta2";
import { annotations as known, isDeleting, labels, ownerReferenceTo } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { createBeside, createClone, createMachineOf } from "../../cloned-objects.ts";
import type { External } from "../../cluster-reader.ts";
import { nameOfTemplate } from "../../generated-names.ts";
import { controlPlaneGates, hasOldVersion } from "./machine-conditions.ts";
import type { ControlPlaneInWork } from "./control-plane-in-work.ts";

const nameLabel = "cluster.x-k8s.io/control-plane-name";

/** What a change of the Machines needs to know. */
export interface ScaleInput {
  readonly template: External;
  /** The Machines that serve. */
  readonly ready: readonly Machine[];
}

/** Makes at most one change. */
export async function scaleControlPlane(work: ControlPlaneInWork, { template, ready }: ScaleInput): Promise<void> {
  const { draft, machines, context } = work;
  const { replicas = 1 } = draft.spec;
  const outdated = machines.filter((machine) => hasOldVersion(machine, work));
  const unready = machines.filter((machine) => !ready.includes(machine));
  const isRollout = outdated.length > 0;
  const wanted = replicas + (isRollout ? maxSurgeOf(work) : 0);
  if (machines.length < wanted) {
    if (unready.length === 0) await createMachine(work, template);
    return;
  }
  const surplus =
    isRollout || machines.length > replicas ? pickForDeletion(isRollout ? outdated : machines, machines) : undefined;
  if (surplus === undefined || machines.some(isDeleting) || unready.some((machine) => machine !== surplus)) return;
  await context.writer.delete(Machine, surplus);
}

/** How many machines a rollout may add; without one it deletes before it creates. */
function maxSurgeOf({ draft }: ControlPlaneInWork): number {
  return Number.parseInt(String(draft.spec.rollout?.strategy?.rollingUpdate?.maxSurge ?? 1), 10);
}

/** One that the user has marked, or else the oldest in the failure domain with the most Machines. */
function pickForDeletion(eligible: readonly Machine[], all: readonly Machine[]): Machine | undefined {
  const marked = eligible.find(({ metadata }) => metadata.annotations?.[known.deleteMachine] !== undefined);
  const [fullest] = eligible.toSorted(
    (one, other) => countIn(all, other.spec.failureDomain) - countIn(all, one.spec.failureDomain),
  );
  return marked ?? fullest;
}

function countIn(machines: readonly Machine[], domain: string | undefined): number {
  return machines.filter(({ spec }) => spec.failureDomain === domain).length;
}

/** The failure domain for control planes with the fewest Machines; undefined when there is none. */
function nextFailureDomain({ cluster, machines }: ControlPlaneInWork): string | undefined {
  const domains = (cluster.status?.failureDomains ?? []).filter(({ controlPlane }) => controlPlane === true);
  const [emptiest] = domains.toSorted((one, other) => countIn(machines, one.name) - countIn(machines, other.name));
  return emptiest?.name;
}

async function createMachine(work: ControlPlaneInWork, template: External): Promise<void> {
  const { draft, cluster, context } = work;
  const { namespace, name: own } = keyOf(draft);
  const name = machineName(work);
  const { metadata } = draft.spec.machineTemplate;
  const shared = {
    labels: {
      ...metadata?.labels,
      [labels.clusterName]: keyOf(cluster).name,
      [labels.controlPlane]: "",
      [nameLabel]: own,
    },
    annotations: { ...metadata?.annotations },
  };
  // The controller of these two will be the Machine, which does not exist yet.
  const infrastructure = await createClone(
    template,
    { name, namespace, ...shared, owner: ownerReferenceTo(draft) },
    context,
  );
  const config = newConfig(work, { ...shared, name, namespace });
  const configReference = { apiGroup: KubeadmConfig.group, kind: KubeadmConfig.kind, name };
  await createBeside([infrastructure], context, () => context.writer.create(KubeadmConfig, config));
  const created = [infrastructure, { resource: KubeadmConfig, object: config, reference: configReference }];
  const machine: Machine = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      ...shared,
      name,
      namespace,
      ownerReferences: [ownerReferenceTo(draft, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      ...specOf(work),
      bootstrap: { configRef: configReference },
      infrastructureRef: infrastructure.reference,
    },
  };
  await createMachineOf(created, machine, context);
}

function machineName({ draft, cluster }: ControlPlaneInWork): string {
  const { template = "{{ .kubeadmControlPlane.name }}-{{ .random }}" } = draft.spec.machineNaming ?? {};
  return nameOfTemplate(template, {
    ".cluster.name": keyOf(cluster).name,
    ".kubeadmControlPlane.name": keyOf(draft).name,
  });
}

function specOf(work: ControlPlaneInWork): Pick<Machine["spec"], "clusterName"> & Partial<Machine["spec"]> {
  const { draft, cluster } = work;
  const { readinessGates = [], deletion, taints } = deepClone(draft.spec.machineTemplate.spec);
  const given = readinessGates.filter(({ conditionType }) => !controlPlaneGates.includes(conditionType));
  const failureDomain = nextFailureDomain(work);
  return {
    clusterName: keyOf(cluster).name,
    version: draft.spec.version,
    readinessGates: [...controlPlaneGates.map((conditionType) => ({ conditionType })), ...given],
    ...(failureDomain === undefined ? {} : { failureDomain }),
    ...(deletion === undefined ? {} : { deletion }),
    ...(taints === undefined ? {} : { taints }),
  };
}

/** The first machine initializes the cluster, all others join it. */
function newConfig({ draft, machines }: ControlPlaneInWork, metadata: KubeadmConfig["metadata"]): KubeadmConfig {
  const { initConfiguration, joinConfiguration, ...rest } = deepClone(draft.spec.kubeadmConfigSpec ?? {});
  const joins = { joinConfiguration: { ...joinConfiguration, controlPlane: { ...joinConfiguration?.controlPlane } } };
  const initializes = initConfiguration === undefined ? {} : { initConfiguration };
  const spec = { ...rest, ...(machines.length === 0 ? initializes : joins) };
  return {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfig",
    metadata: { ...metadata, ownerReferences: [ownerReferenceTo(draft)] },
    ...(Object.keys(spec).length === 0 ? {} : { spec }),
  };
}
