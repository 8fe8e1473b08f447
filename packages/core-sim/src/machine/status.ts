// The status of a Machine: phase, summary conditions and their deprecated v1beta1 copies.
import type { Machine, MachinePhase } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { getCondition, isConditionTrue } from "@capstan/contract/conditions";
import { formatTime } from "@capstan/kube";
import { copyDeprecated, mark, markDeprecated } from "../conditions.ts";
import { timeOfDraft } from "../drafts.ts";
import { idleCondition, observedGenerationOf } from "../machine-counts.ts";

const readyParts = ["BootstrapConfigReady", "InfrastructureReady", "NodeHealthy"];

/** Sets phase and summary conditions on the draft. */
export function setMachineStatus(draft: Machine): void {
  const issues = [...readyParts.filter((type) => !isConditionTrue(draft, type)), ...closedGates(draft)];
  const ready = issues.length === 0 && !isDeleting(draft);
  const message = ready ? "" : issues.map((type) => `* ${type}`).join("\n");
  const status = ready ? "True" : "False";
  mark(draft, { type: "Ready", status, reason: ready ? "Ready" : "NotReady", message });
  mark(draft, { type: "Available", status, reason: ready ? "Available" : "NotReady" });
  mark(draft, idleCondition("Updating"));
  if (!isDeleting(draft)) mark(draft, idleCondition("Deleting"));
  if (ofSet(draft)) mark(draft, { type: "UpToDate", status: "True", reason: "UpToDate" });
  copyDeprecated(draft, "NodeHealthy", "NodeHealthy");
  markDeprecated(draft, { type: "Ready", status, reason: ready ? "Ready" : "NotReady", message });
  setPhase(draft);
}

/** The conditions that the Machine's own readiness gates demand and that do not hold. */
function closedGates(draft: Machine): readonly string[] {
  const gates = draft.spec.readinessGates ?? [];
  const isOpen = ({ conditionType, polarity = "Positive" }: (typeof gates)[number]): boolean =>
    getCondition(draft, conditionType)?.status === (polarity === "Positive" ? "True" : "False");
  return gates.filter((gate) => !isOpen(gate)).map(({ conditionType }) => conditionType);
}

/** Only machines of a set are compared with a template. */
function ofSet({ metadata }: Machine): boolean {
  return (metadata.ownerReferences ?? []).some((owner) => owner.kind === "MachineSet");
}

function setPhase(draft: Machine): void {
  const phase = phaseOf(draft);
  const changed = draft.status?.phase === phase ? {} : { lastUpdated: formatTime(timeOfDraft(draft)) };
  draft.status = {
    ...draft.status,
    ...changed,
    phase,
    ...observedGenerationOf(draft),
  };
}

/** With a given data Secret the phase goes from Pending to Provisioned directly: no config reports that the data was created. */
function phaseOf(draft: Machine): MachinePhase {
  if (isDeleting(draft)) return "Deleting";
  const { initialization, nodeRef } = draft.status ?? {};
  if (initialization?.infrastructureProvisioned !== true)
    return initialization?.bootstrapDataSecretCreated === true ? "Provisioning" : "Pending";
  return nodeRef === undefined ? "Provisioned" : "Running";
}
