// The status of a MachineDeployment: counts, phase, conditions and their deprecated v1beta1 copies.
import type { Machine, MachineDeployment, MachineDeploymentPhase } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { type CoreCondition, copyDeprecated, mark } from "../conditions.ts";
import {
  countMachines,
  countVersions,
  idleCondition,
  observedGenerationOf,
  aggregateCondition,
  upToDateCondition,
  scalingConditions,
  selectorText,
} from "../machine-counts.ts";

/** Sets counts, phase and conditions on the draft. */
export function setMachineDeploymentStatus(draft: MachineDeployment, machines: readonly Machine[]): void {
  const counts = countMachines(machines);
  const wanted = draft.spec.replicas ?? 1;
  mark(draft, availability(draft, counts.availableReplicas, wanted));
  mark(draft, aggregateCondition("MachinesReady", "Ready", machines));
  mark(draft, upToDateCondition("MachinesUpToDate", machines));
  for (const condition of scalingConditions(isDeleting(draft) ? 0 : wanted, machines.length)) mark(draft, condition);
  for (const type of ["Remediating", "RollingOut"]) mark(draft, idleCondition(type));
  mark(draft, isDeleting(draft) ? { type: "Deleting", status: "True", reason: "Deleting" } : idleCondition("Deleting"));
  copyDeprecated(draft, "Available", "Available");
  copyDeprecated(draft, "MachinesReady", "MachineSetReady");
  copyDeprecated(draft, "Available", "Ready");
  setCounts(draft, machines, wanted);
}

/** Whether enough machines are available: a rolling update may go without some. */
function availability(draft: MachineDeployment, available: number, wanted: number): CoreCondition {
  const type = "Available";
  const { maxUnavailable } = draft.spec.rollout?.strategy?.rollingUpdate ?? {};
  const least = wanted - Math.min(wanted, resolved(maxUnavailable, wanted));
  if (available >= least) return { type, status: "True", reason: "Available" };
  const why = `spec.strategy.rollout.maxUnavailable is ${maxUnavailable}, spec.replicas is ${wanted}`;
  const rolling = maxUnavailable === undefined ? "" : ` (${why})`;
  const counted = `${available} available replicas, at least ${least} required${rolling}`;
  return {
    type,
    status: "False",
    reason: "NotAvailable",
    message: isDeleting(draft) ? "Deletion in progress" : counted,
  };
}

/** A number, or a share that is rounded down. */
function resolved(value: number | string = 0, of: number): number {
  return typeof value === "number" ? value : Math.floor((Number.parseInt(value, 10) * of) / 100);
}

/** Running while as many machines exist as there should be, whether or not they are ready. */
function phaseOf(draft: MachineDeployment, replicas: number, wanted: number): MachineDeploymentPhase {
  if (isDeleting(draft) || replicas > wanted) return "ScalingDown";
  return replicas < wanted ? "ScalingUp" : "Running";
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
    selector: selectorText(draft.spec.selector),
    phase: phaseOf(draft, replicas, wanted),
    deprecated: { v1beta1 },
    ...observedGenerationOf(draft),
  };
}
