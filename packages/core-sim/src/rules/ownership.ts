// Owner references and the cluster-name label that core puts on the objects it works with.
import { ensureOwner, labels } from "@capstan/contract";
import type { KubeObject, OwnerReference } from "@capstan/kube";

/** Puts an object under an owner and says which Cluster it belongs to. */
export function adopt(draft: KubeObject, owner: OwnerReference, clusterName: string): void {
  ensureOwner(draft, owner);
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: clusterName };
}

/** Puts an InfraMachine under its Machine alone: what owned it when it was created steps back. */
export function adoptByMachine(draft: KubeObject, owner: OwnerReference, clusterName: string): void {
  const creators = new Set(["MachineSet", "MachineDeployment"]);
  draft.metadata.ownerReferences = (draft.metadata.ownerReferences ?? []).filter((other) => !creators.has(other.kind));
  adopt(draft, owner, clusterName);
}
