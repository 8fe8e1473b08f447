// The objects of providers that a Machine refers to. Core makes the Machine their controller, in place of what created them.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { coreGroup, ensureOwner, isControlPlaneMachine, isDeleting, labels, ownerReferenceTo } from "@capstan/contract";
import type { ContractKind } from "@capstan/contract/rules";
import { deepClone, parseApiVersion, type OwnerReference } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { mark } from "../conditions.ts";
import { referenceOf } from "../reported.ts";
import type { SimContext } from "../writer.ts";

/** Keeps a Machine until core has deleted what belongs to it. */
export const machineFinalizer = "machine.cluster.x-k8s.io";

/** The Machine in work, and its Cluster. */
export interface MachineInWork {
  readonly draft: Machine;
  readonly cluster: Cluster;
  readonly context: SimContext;
}

/** The object of a kind that the Machine refers to, with the Machine as its controller; undefined, with a condition, when it does not exist. */
export async function machineObject<K extends ContractKind>(
  { draft, cluster, context }: MachineInWork,
  { kind, condition, existed }: { readonly kind: K; readonly condition: string; readonly existed: boolean },
): Promise<External<K> | undefined> {
  const reference = referenceOf(draft, kind);
  if (reference === undefined) return undefined;
  const external = await context.reader.external(draft, reference, kind);
  if (external === undefined) {
    const deleted = isDeleting(draft) && existed;
    const message = `${reference.kind} ${deleted ? "has been deleted" : "does not exist"}`;
    mark(draft, { type: condition, status: "False", reason: deleted ? "Deleted" : "DoesNotExist", message });
    return undefined;
  }
  if (!isDeleting(external.object)) await claim({ draft, cluster, context }, external);
  return external;
}

async function claim(
  { draft: machine, cluster, context }: MachineInWork,
  { resource, object }: External,
): Promise<void> {
  const draft = deepClone(object);
  const left = (draft.metadata.ownerReferences ?? []).filter((owner) => !isCreator(owner, machine, cluster));
  draft.metadata.ownerReferences = left;
  ensureOwner(draft, ownerReferenceTo(machine, { controller: true, blockOwnerDeletion: true }));
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: machine.spec.clusterName };
  await context.writer.save(resource, object, draft);
}

/** Whether an owner is what creates Machines of this sort and their objects: a MachineSet, or the control plane. */
function isCreator(owner: OwnerReference, machine: Machine, { spec }: Cluster): boolean {
  const { group } = parseApiVersion(owner.apiVersion);
  if (group === coreGroup && owner.kind === "MachineSet") return true;
  const { controlPlaneRef } = spec;
  return isControlPlaneMachine(machine) && group === controlPlaneRef?.apiGroup && owner.kind === controlPlaneRef.kind;
}
