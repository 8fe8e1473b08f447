// The end of core's pass over a Machine: phase, Ready, Available.
import type { Machine, MachinePhase } from "@capstan/api/core/v1beta2";
import { isConditionTrue, isDeleting } from "@capstan/contract";
import type { Node } from "@capstan/kube/builtin";
import { mark } from "../conditions.ts";

const readyParts = ["BootstrapConfigReady", "InfrastructureReady", "NodeReady"];

/** Sets phase and summaries on the draft. */
export function setMachineStatus(draft: Machine, node: Node | undefined): void {
  const issues = readyParts.filter((type) => !isConditionTrue(draft, type));
  const ready = issues.length === 0 && !isDeleting(draft);
  const message = ready ? "" : issues.map((type) => `* ${type}`).join("\n");
  mark(draft, { type: "Ready", status: ready ? "True" : "False", reason: ready ? "Ready" : "NotReady", message });
  mark(draft, { type: "Available", status: ready ? "True" : "False", reason: ready ? "Available" : "NotReady" });
  draft.status = {
    ...draft.status,
    phase: phaseOf(draft, node),
    ...(draft.metadata.generation === undefined ? {} : { observedGeneration: draft.metadata.generation }),
  };
}

function phaseOf(draft: Machine, node: Node | undefined): MachinePhase {
  if (isDeleting(draft)) return "Deleting";
  const { initialization, nodeRef } = draft.status ?? {};
  if (initialization?.infrastructureProvisioned === true)
    return node !== undefined || nodeRef !== undefined ? "Running" : "Provisioned";
  return initialization?.bootstrapDataSecretCreated === true ? "Provisioning" : "Pending";
}
