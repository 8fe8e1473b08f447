// The MachineSet controller without rollouts and remediation: creates InfraMachines from the template and Machines of the same
// name, deletes the newest when there are too many, and counts.
import { Cluster, Machine, MachineSet } from "@capstan/api/core/v1beta2";
import {
  addFinalizer,
  cloneTemplate,
  ensureOwner,
  isDeleting,
  labels,
  ownerReferenceTo,
  removeFinalizer,
} from "@capstan/contract";
import { deepClone, keyOf, pluralOfKind, resourceOf, type KubeObject } from "@capstan/kube";
import { markPaused, pauseReason } from "../conditions.ts";
import type { SimContext } from "../writer.ts";
import { disableMachineCreate, randomSuffix } from "./new-machine-set.ts";
import { setMachineSetStatus } from "./machine-set-status.ts";

const finalizer = "cluster.x-k8s.io/machineset";

/** One reconcile of a MachineSet. */
export async function reconcileMachineSet(set: MachineSet, context: SimContext): Promise<void> {
  const { namespace } = keyOf(set);
  const cluster = await context.reader.client.find(Cluster, { namespace, name: set.spec.clusterName });
  if (cluster === undefined) return;
  const draft = deepClone(set);
  if (addFinalizer(draft, finalizer)) return context.writer.save(MachineSet, set, draft);
  if (markPaused(draft, pauseReason(set, cluster))) return context.writer.save(MachineSet, set, draft);
  const machines = await machinesOf(set, context);
  if (isDeleting(set)) await release(draft, machines, context);
  else await scale(draft, machines, context);
  setMachineSetStatus(draft, machines);
  await context.writer.save(MachineSet, set, draft);
}

async function machinesOf(set: MachineSet, { reader }: SimContext): Promise<readonly Machine[]> {
  const { items } = await reader.client.listAll(Machine, { namespace: keyOf(set).namespace });
  const own = items.filter((machine) =>
    (machine.metadata.ownerReferences ?? []).some((owner) => owner.uid === set.metadata.uid),
  );
  return own.toSorted(
    (a, b) =>
      compare(a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? "") ||
      compare(a.metadata.name ?? "", b.metadata.name ?? ""),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

async function release(draft: MachineSet, machines: readonly Machine[], { writer }: SimContext): Promise<void> {
  for (const machine of machines) await writer.delete(Machine, machine);
  if (machines.length === 0) removeFinalizer(draft, finalizer);
}

async function scale(set: MachineSet, machines: readonly Machine[], context: SimContext): Promise<void> {
  const wanted = set.spec.replicas ?? 1;
  if (set.metadata.annotations?.[disableMachineCreate] !== undefined) return;
  const alive = machines.filter((machine) => !isDeleting(machine));
  for (const machine of alive.slice(wanted)) await context.writer.delete(Machine, machine);
  for (let missing = wanted - alive.length; missing > 0; missing--) await createMachine(set, context);
}

/** Creates the InfraMachine first: a Machine must never reference one that does not exist. */
async function createMachine(set: MachineSet, { reader, writer }: SimContext): Promise<void> {
  const { namespace, name } = keyOf(set);
  const { template } = set.spec;
  const reference = template.spec.infrastructureRef;
  const source = await reader.external(set, reference, "InfraMachine");
  if (source === undefined) return;
  await claimTemplate(set, { object: source.object, resource: source.resource }, { reader, writer });
  const machineName = `${name}-${randomSuffix()}`;
  const metadata = {
    labels: { ...template.metadata?.labels, [labels.clusterName]: set.spec.clusterName, [labels.setName]: name },
    annotations: template.metadata?.annotations ?? {},
  };
  const created = { name: machineName, namespace, ...metadata, owner: ownerReferenceTo(set) };
  const infrastructure = cloneTemplate(source.object, created);
  const { apiVersion, kind } = infrastructure;
  const resource = resourceOf(apiVersion, kind, { plural: pluralOfKind(kind) });
  await writer.create(resource, infrastructure);
  const machine: Machine = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      name: machineName,
      namespace,
      ...metadata,
      ownerReferences: [ownerReferenceTo(set, { controller: true, blockOwnerDeletion: true })],
    },
    spec: { ...deepClone(template.spec), infrastructureRef: { apiGroup: reference.apiGroup, kind, name: machineName } },
  };
  try {
    await writer.create(Machine, machine);
  } catch (error) {
    // Nothing else names it: the next reconcile creates another one.
    await writer.delete(resource, infrastructure);
    throw error;
  }
}

/** Makes the Cluster the owner of a template that is in use. */
async function claimTemplate(
  set: MachineSet,
  template: { object: KubeObject; resource: ReturnType<typeof resourceOf> },
  { reader, writer }: SimContext,
): Promise<void> {
  const cluster = await reader.client.get(Cluster, { namespace: keyOf(set).namespace, name: set.spec.clusterName });
  const draft = deepClone(template.object);
  if (ensureOwner(draft, ownerReferenceTo(cluster))) await writer.save(template.resource, template.object, draft);
}
