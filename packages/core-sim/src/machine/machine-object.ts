// The objects of providers that a Machine refers to. Core makes the Machine their controller, in place of what created them.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { coreGroup, ensureOwner, isControlPlaneMachine, isDeleting, labels, ownerReferenceTo } from "@capstan/contract";
import type { ContractKind } from "@capstan/contract/rules";
import { deepClone, formatKey, keyOf, parseApiVersion, type OwnerReference } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { mark } from "../conditions.ts";
import { referenceOf, type ReportedFailure, reportedFailure } from "../reported.ts";
import type { SimContext } from "../writer.ts";

/** Keeps a Machine until core has deleted what belongs to it. */
export const machineFinalizer = "machine.cluster.x-k8s.io";

/** The Machine in work, and its Cluster. */
export interface MachineInWork {
  readonly draft: Machine;
  readonly cluster: Cluster;
  readonly context: SimContext;
}

/** Which object of a Machine is wanted. */
interface Wanted<K extends ContractKind> {
  readonly kind: K;
  /** The condition of the Machine that says when it does not exist. */
  readonly condition: string;
  /** Whether it is known that it existed. */
  readonly existed: boolean;
  /** Whether a Machine that lives needs it for ever. */
  readonly forEver: boolean;
}

/** The object of a kind that the Machine refers to, with the Machine as its controller; undefined, with a condition, when it does not exist. */
export async function machineObject<K extends ContractKind>(
  { draft, cluster, context }: MachineInWork,
  wanted: Wanted<K>,
): Promise<External<K> | undefined> {
  const reference = referenceOf(draft, wanted.kind);
  if (reference === undefined) return undefined;
  const external = await context.reader.external(draft, reference, wanted.kind);
  if (external === undefined) {
    markMissing(draft, reference, wanted);
    return undefined;
  }
  if (!isDeleting(external.object)) await claim({ draft, cluster, context }, external);
  setFailure(draft, reportedFailure(external.object));
  return external;
}

function markMissing(
  draft: Machine,
  { kind, name }: { readonly kind: string; readonly name: string },
  { condition, existed, forEver }: Omit<Wanted<ContractKind>, "kind">,
): void {
  const isLost = existed && forEver && !isDeleting(draft);
  const deleted = existed && (isLost || isDeleting(draft));
  const how = deleted ? `has been deleted${isLost ? " while the Machine still exists" : ""}` : "does not exist";
  const reason = deleted ? "Deleted" : "DoesNotExist";
  mark(draft, { type: condition, status: "False", reason, message: `${kind} ${how}` });
  if (!isLost) return;
  const named = formatKey({ namespace: keyOf(draft).namespace, name });
  const failureMessage = `Machine infrastructure resource ${kind} ${named} has been deleted after provisioning was completed`;
  setFailure(draft, { failureReason: "InvalidConfiguration", failureMessage });
}

function setFailure(draft: Machine, failure: ReportedFailure | undefined): void {
  if (failure === undefined) return;
  const { deprecated } = draft.status ?? {};
  draft.status = { ...draft.status, deprecated: { ...deprecated, v1beta1: { ...deprecated?.v1beta1, ...failure } } };
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
