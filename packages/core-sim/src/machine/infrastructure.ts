// The infrastructure phase of core's Machine controller: claims the InfraMachine, then takes over what it reports once it is
// provisioned and has a providerID.
import type { Machine } from "@capstan/api/core/v1beta2";
import {
  ensureOwner,
  getAddresses,
  getPlacement,
  getProviderID,
  isDeleting,
  isProvisioned,
  labels,
  ownerReferenceTo,
  sameOwner,
  type ContractView,
} from "@capstan/contract";
import { deepClone } from "@capstan/kube";
import { mark, mirrorReady } from "../conditions.ts";
import type { SimContext } from "../sim-context.ts";
import type { External } from "../world.ts";

/** Reads the InfraMachine into the draft of the Machine; undefined when there is none. */
export async function reconcileInfrastructure(draft: Machine, context: SimContext): Promise<External | undefined> {
  const reference = draft.spec.infrastructureRef;
  const external = await context.world.external(draft, reference, "InfraMachine");
  if (external === undefined) {
    const reason = isDeleting(draft) ? "Deleted" : "DoesNotExist";
    mark(draft, { type: "InfrastructureReady", status: "False", reason, message: `${reference.kind} does not exist` });
    return undefined;
  }
  if (!isDeleting(external.object)) await claim(draft, external, context);
  takeOver(draft, external);
  return external;
}

/** The Machine becomes the one controller; the set that created the object lets it go. */
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
  mirrorReady(draft, { type: "InfrastructureReady", from: object, provisioned });
  const providerID = getProviderID(object);
  if (isDeleting(object) || (!provisioned && !latched) || providerID === undefined) return;
  draft.spec.providerID = providerID;
  const addresses = getAddresses(object);
  const failureDomain = getPlacement(object, view as ContractView<"InfraMachine">);
  draft.status = {
    ...draft.status,
    initialization: { ...draft.status?.initialization, infrastructureProvisioned: true },
    ...(addresses.length === 0 ? {} : { addresses: addresses.map((address) => ({ ...address })) }),
    ...(failureDomain === undefined ? {} : { failureDomain }),
  };
}
