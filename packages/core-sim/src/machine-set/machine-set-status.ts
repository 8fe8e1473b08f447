// The status of a MachineSet: counts, conditions and their deprecated v1beta1 copies.
import type { Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import type { ConditionChange } from "@capstan/contract/conditions";
import { copyDeprecated, mark, markDeprecated } from "../conditions.ts";
import {
  countMachines,
  countVersions,
  idleCondition,
  observedGenerationOf,
  aggregateCondition,
  scalingConditions,
  selectorText,
  type MachineCounts,
} from "../machine-counts.ts";

/** Sets counts and conditions on the draft. */
export function setMachineSetStatus(draft: MachineSet, machines: readonly Machine[]): void {
  const counts = countMachines(machines);
  const wanted = draft.spec.replicas ?? 1;
  mark(draft, aggregateCondition("MachinesReady", "Ready", machines));
  mark(draft, aggregateCondition("MachinesUpToDate", "UpToDate", machines));
  mark(draft, idleCondition("Remediating"));
  for (const condition of scalingConditions(isDeleting(draft) ? 0 : wanted, machines.length)) mark(draft, condition);
  mark(draft, isDeleting(draft) ? { type: "Deleting", status: "True", reason: "Deleting" } : idleCondition("Deleting"));
  copyDeprecated(draft, "MachinesReady", "MachinesReady");
  copyDeprecated(draft, "MachinesReady", "Ready");
  markDeprecated(draft, { type: "MachinesCreated", status: "True", reason: "MachinesCreated" });
  const resized = resizedCondition(wanted, counts);
  if (resized !== undefined) markDeprecated(draft, resized);
  const { readyReplicas, availableReplicas, replicas } = counts;
  const conditions = draft.status?.deprecated?.v1beta1?.conditions ?? [];
  draft.status = {
    ...draft.status,
    ...counts,
    ...countVersions(machines),
    selector: selectorText(draft.spec.selector),
    deprecated: { v1beta1: { conditions, readyReplicas, availableReplicas, fullyLabeledReplicas: replicas } },
    ...observedGenerationOf(draft),
  };
}

/** Core's Resized; undefined where core keeps it as it was: there are enough machines, but not all are ready. */
function resizedCondition(wanted: number, counts: MachineCounts): ConditionChange | undefined {
  const { replicas, readyReplicas } = counts;
  if (replicas === wanted)
    return replicas === readyReplicas ? { type: "Resized", status: "True", reason: "Resized" } : undefined;
  const direction = replicas < wanted ? "up" : "down";
  return {
    type: "Resized",
    status: "False",
    severity: "Warning",
    reason: direction === "up" ? "ScalingUp" : "ScalingDown",
    message: `Scaling ${direction} MachineSet to ${wanted} replicas (actual ${replicas})`,
  };
}
