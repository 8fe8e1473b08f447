// The bootstrap phase of the Machine controller: waits for the data Secret that the config reports, and copies its name. A Machine whose Secret
// is given needs no config.
import type { Machine } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { isProvisioned, readField } from "@capstan/contract/fields";
import { mark, markDeprecated, mirrorReady } from "../conditions.ts";
import { takeOver } from "../reported.ts";
import type { External } from "../cluster-reader.ts";
import { machineObject, type MachineInWork } from "./machine-object.ts";

const condition = "BootstrapConfigReady";

/** Copies what the BootstrapConfig reports to the draft of the Machine; undefined when there is none. */
export async function reconcileBootstrap(work: MachineInWork): Promise<External<"BootstrapConfig"> | undefined> {
  const { draft } = work;
  if (draft.spec.bootstrap.configRef === undefined) {
    // Without a config core takes it that a Secret is given, and does not look at it.
    mark(draft, { type: condition, status: "True", reason: "DataSecretProvided" });
    return undefined;
  }
  const existed = draft.status?.initialization?.bootstrapDataSecretCreated === true;
  const external = await machineObject(work, { kind: "BootstrapConfig", condition, existed, forEver: false });
  if (external !== undefined) copyReport(draft, external);
  return external;
}

/** Once the Machine has the name of a Secret, it counts as created, whatever the config reports. */
function copyReport(draft: Machine, { object, view }: External<"BootstrapConfig">): void {
  const known = draft.spec.bootstrap.dataSecretName !== undefined;
  const created = known || isProvisioned(object, view);
  mirrorReady(draft, { object, view, provisioned: created });
  if (known) markDeprecated(draft, { type: "BootstrapReady", status: "True", reason: "" });
  if (!created || (!known && isDeleting(object))) return;
  const name = readField(object, view, "dataSecretName");
  // Core fails while the name is missing; here it waits.
  if (!known && (typeof name !== "string" || name === "")) return;
  if (!known) takeOver(draft, { view, name: "dataSecretName" }, name);
  takeOver(draft, { view, name: "dataSecretCreated" }, true);
}
