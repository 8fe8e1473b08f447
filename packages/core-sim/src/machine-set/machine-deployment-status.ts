// The status of a MachineDeployment: counts, phase, conditions and their deprecated v1beta1 copies.
import type { Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { formatLabelSelector } from "@capstan/kube";
import { copyDeprecated, mark } from "../conditions.ts";
import {
  countMachines,
  countVersions,
  idleCondition,
  observedGenerationOf,
  aggregateCondition,
  scalingConditions,
} from "../machine-counts.ts";

/** Sets counts, phase and conditions on the draft. */
export function setMachineDeploymentStatus(draft: MachineDeployment, machines: readonly Machine[]): void {
  const counts = countMachines(machines);
  const wanted = draft.spec.replicas ?? 1;
  const available = counts.availableReplicas >= wanted;
  mark(draft, {
    type: "Available",
    status: available ? "True" : "False",
    reason: available ? "Available" : "NotAvailable",
    message: available ? "" : `${counts.availableReplicas} available replicas, at least ${wanted} required`,
  });
  mark(draft, aggregateCondition("MachinesReady", "Ready", machines));
  mark(draft, aggregateCondition("MachinesUpToDate", "UpToDate", machines));
  for (const condition of scalingConditions(wanted, machines.length)) mark(draft, condition);
  for (const type of ["Remediating", "RollingOut"]) mark(draft, idleCondition(type));
  mark(draft, isDeleting(draft) ? { type: "Deleting", status: "True", reason: "Deleting" } : idleCondition("Deleting"));
  copyDeprecated(draft, "Available", "Available");
  copyDeprecated(draft, "MachinesReady", "MachineSetReady");
  copyDeprecated(draft, "Available", "Ready");
  setCounts(draft, machines, wanted);
}

function setCounts(draft: MachineDeployment, machines: readonly Machine[], wanted: number): void {
  const counts = countMachines(machines);
  const { replicas, readyReplicas, availableReplicas, upToDateReplicas } = counts;
  const conditions = draft.status?.deprecated?.v1beta1?.conditions ?? [];
  const unavailableReplicas = Math.max(0, wanted - availableReplicas);
  const v1beta1 = {
    conditions,
    readyReplicas,
    availableReplicas,
    updatedReplicas: upToDateReplicas,
    unavailableReplicas,
  };
  draft.status = {
    ...draft.status,
    ...counts,
    ...countVersions(machines),
    selector: formatLabelSelector(draft.spec.selector),
    phase: replicas < wanted ? "ScalingUp" : replicas > wanted ? "ScalingDown" : "Running",
    deprecated: { v1beta1 },
    ...observedGenerationOf(draft),
  };
}
