// The infrastructure phase of the Machine controller: sets owner and labels of the InfraMachine, then copies what it reports once
// it is provisioned and has a providerID.
import type { Machine } from "@capstan/api/core/v1beta2";
import { ensureOwner, isDeleting, labels, ownerReferenceTo, sameOwner } from "@capstan/contract";
import { getAddresses, getPlacement, getProviderID, isProvisioned, type ContractView } from "@capstan/contract/fields";
import { deepClone } from "@capstan/kube";
import { mark, mirrorDeprecatedReady, mirrorReady } from "../conditions.ts";
import type { SimContext } from "../writer.ts";
import type { External } from "../cluster-reader.ts";

/** Copies what the InfraMachine reports to the draft of the Machine; undefined when it does not exist. */
export async function reconcileInfraMachine(draft: Machine, context: SimContext): Promise<External | undefined> {
  const reference = draft.spec.infrastructureRef;
  const external = await context.reader.external(draft, reference, "InfraMachine");
  if (external === undefined) {
    const reason = isDeleting(draft) ? "Deleted" : "DoesNotExist";
    mark(draft, { type: "InfrastructureReady", status: "False", reason, message: `${reference.kind} does not exist` });
    return undefined;
  }
  if (!isDeleting(external.object)) await claim(draft, external, context);
  takeOver(draft, external);
  return external;
}

/** Makes the Machine the controller of the object in place of the MachineSet that created it. */
async function claim(machine: Machine, { resource, object }: External, { writer }: SimContext): Promise<void> {
  const draft = deepClone(object);
  const owner = ownerReferenceTo(machine, { controller: true, blockOwnerDeletion: true });
  const creators = (draft.metadata.ownerReferences ?? []).filter(
    (other) => other.controller !== true || sameOwner(other, owner),
  );
  draft.metadata.ownerReferences = creators;
  ensureOwner(draft, owner);
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: machine.spec.clusterName };
  await writer.save(resource, object, draft);
}

function takeOver(draft: Machine, { object, view }: External): void {
  const provisioned = isProvisioned(object, view);
  const latched = draft.status?.initialization?.infrastructureProvisioned === true;
  const mirror = { type: "InfrastructureReady", from: object, provisioned };
  mirrorReady(draft, mirror);
  mirrorDeprecatedReady(draft, mirror);
  const providerID = getProviderID(object);
  if (isDeleting(object) || (!provisioned && !latched) || providerID === undefined) return;
  draft.spec.providerID = providerID;
  const addresses = getAddresses(object);
  // The reference of a Machine names an InfraMachine.
  const failureDomain = getPlacement(object, view as ContractView<"InfraMachine">);
  draft.status = {
    ...draft.status,
    initialization: { ...draft.status?.initialization, infrastructureProvisioned: true },
    ...(addresses.length === 0 ? {} : { addresses: addresses.map((address) => ({ ...address })) }),
    ...(failureDomain === undefined ? {} : { failureDomain }),
  };
}
