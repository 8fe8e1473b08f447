// The infrastructure phase of the Machine controller: sets owner and labels of the InfraMachine, then copies what it reports once
// it is provisioned and has a providerID.
import type { Machine } from "@capstan/api/core/v1beta2";
import { ensureOwner, isDeleting, labels, ownerReferenceTo, sameOwner } from "@capstan/contract";
import { getAddresses, getPlacement, getProviderID, isProvisioned } from "@capstan/contract/fields";
import { deepClone } from "@capstan/kube";
import { mark, mirrorReady } from "../conditions.ts";
import { takeOver } from "../reported.ts";
import type { SimContext } from "../writer.ts";
import type { External } from "../cluster-reader.ts";

/** Copies what the InfraMachine reports to the draft of the Machine; undefined when it does not exist. */
export async function reconcileInfraMachine(
  draft: Machine,
  context: SimContext,
): Promise<External<"InfraMachine"> | undefined> {
  const reference = draft.spec.infrastructureRef;
  const external = await context.reader.external(draft, reference, "InfraMachine");
  if (external === undefined) {
    const reason = isDeleting(draft) ? "Deleted" : "DoesNotExist";
    mark(draft, { type: "InfrastructureReady", status: "False", reason, message: `${reference.kind} does not exist` });
    return undefined;
  }
  if (!isDeleting(external.object)) await claim(draft, external, context);
  copyReport(draft, external);
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

function copyReport(draft: Machine, { object, view }: External<"InfraMachine">): void {
  const provisioned = isProvisioned(object, view);
  const latched = draft.status?.initialization?.infrastructureProvisioned === true;
  mirrorReady(draft, { object, view, provisioned });
  const providerID = getProviderID(object);
  if (isDeleting(object) || (!provisioned && !latched) || providerID === undefined) return;
  takeOver(draft, { view, name: "providerID" }, providerID);
  const addresses = getAddresses(object).map((address) => ({ ...address }));
  takeOver(draft, { view, name: "addresses" }, addresses.length === 0 ? undefined : addresses);
  takeOver(draft, { view, name: "failureDomain" }, getPlacement(object, view));
  takeOver(draft, { view, name: "provisioned" }, true);
}
