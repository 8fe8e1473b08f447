// The infrastructure phase of the Machine controller: copies what the InfraMachine reports once it is provisioned and has a providerID.
import type { Machine } from "@capstan/api/core/v1beta2";
import { isDeleting, readPath } from "@capstan/contract";
import { getAddresses, getPlacement, getProviderID, isProvisioned } from "@capstan/contract/fields";
import { mirrorReady } from "../conditions.ts";
import { takeOver } from "../reported.ts";
import type { External } from "../cluster-reader.ts";
import { machineObject, type MachineInWork } from "./machine-object.ts";

/** Copies what the InfraMachine reports to the draft of the Machine; undefined when it does not exist. */
export async function reconcileInfraMachine(work: MachineInWork): Promise<External<"InfraMachine"> | undefined> {
  const external = await machineObject(work, {
    kind: "InfraMachine",
    condition: "InfrastructureReady",
    existed: work.draft.status?.initialization?.infrastructureProvisioned === true,
    forEver: true,
  });
  if (external !== undefined) copyReport(work.draft, external);
  return external;
}

function copyReport(draft: Machine, { object, view }: External<"InfraMachine">): void {
  const provisioned = isProvisioned(object, view);
  const latched = draft.status?.initialization?.infrastructureProvisioned === true;
  mirrorReady(draft, { object, view, provisioned });
  const providerID = getProviderID(object);
  if (isDeleting(object) || (!provisioned && !latched) || providerID === undefined) return;
  takeOver(draft, { view, name: "providerID" }, providerID);
  if (readPath(object, "status.addresses") !== undefined)
    takeOver(
      draft,
      { view, name: "addresses" },
      getAddresses(object).map((address) => ({ ...address })),
    );
  takeOver(draft, { view, name: "failureDomain" }, getPlacement(object, view));
  takeOver(draft, { view, name: "provisioned" }, true);
}
