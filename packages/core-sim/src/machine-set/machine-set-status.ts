// The status of a MachineSet: counts, conditions and their deprecated v1beta1 copies.
import type { Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import type { ConditionChange } from "@capstan/contract/conditions";
import { type CoreCondition, copyDeprecated, mark, markDeprecated } from "../conditions.ts";
import {
  countMachines,
  countVersions,
  idleCondition,
  observedGenerationOf,
  aggregateCondition,
  upToDateCondition,
  scalingConditions,
  setVersions,
  selectorText,
  type MachineCounts,
} from "../machine-counts.ts";
import { missingText } from "./machine-templates.ts";

/** What keeps a set from creating machines. */
interface Obstacles {
  /** The preflight checks that failed. */
  readonly blocked: readonly string[];
  /** The kinds of the templates that do not exist. */
  readonly missing: readonly string[];
}

/** Sets counts and conditions on the draft. */
export function setMachineSetStatus(
  draft: MachineSet,
  machines: readonly Machine[],
  obstacles: Obstacles = { blocked: [], missing: [] },
): void {
  const counts = countMachines(machines);
  const wanted = draft.spec.replicas ?? 1;
  mark(draft, aggregateCondition("MachinesReady", "Ready", machines));
  mark(draft, upToDateCondition("MachinesUpToDate", machines));
  mark(draft, idleCondition("Remediating"));
  for (const condition of scalingConditions(isDeleting(draft) ? 0 : wanted, machines.length))
    mark(draft, { ...condition, message: scalingMessage(draft, condition, obstacles) });
  mark(draft, isDeleting(draft) ? { type: "Deleting", status: "True", reason: "Deleting" } : idleCondition("Deleting"));
  copyDeprecated(draft, "MachinesReady", "MachinesReady");
  copyDeprecated(draft, "MachinesReady", "Ready");
  markCreated(draft, machines.length >= wanted, obstacles);
  const resized = resizedCondition(wanted, counts);
  if (resized !== undefined) markDeprecated(draft, resized);
  const { readyReplicas, availableReplicas, replicas } = counts;
  const conditions = draft.status?.deprecated?.v1beta1?.conditions ?? [];
  draft.status = {
    ...draft.status,
    ...counts,
    selector: selectorText(draft.spec.selector),
    deprecated: { v1beta1: { conditions, readyReplicas, availableReplicas, fullyLabeledReplicas: replicas } },
    ...observedGenerationOf(draft),
  };
  setVersions(draft.status, countVersions(machines));
}

/** The message of ScalingUp says what keeps the set from it, or would. */
function scalingMessage(
  draft: MachineSet,
  { type, status, message = "" }: CoreCondition,
  { blocked, missing }: Obstacles,
): string {
  if (type !== "ScalingUp" || isDeleting(draft)) return message;
  const absent = missingText(missing);
  if (status === "False") return absent === undefined ? message : `Scaling up would be blocked because ${absent}`;
  const why = [...blocked, ...(absent === undefined ? [] : [absent])].map((each) => `* ${each}`);
  return why.length === 0 ? message : `${message} is blocked because:\n${why.join("\n")}`;
}

/** Whether the machines could be created; while some are missing, core leaves it as it was unless a check has failed. */
function markCreated(draft: MachineSet, areEnough: boolean, { blocked }: Obstacles): void {
  const type = "MachinesCreated";
  if (areEnough) markDeprecated(draft, { type, status: "True", reason: type });
  else if (blocked.length > 0)
    markDeprecated(draft, {
      type,
      status: "False",
      severity: "Error",
      reason: "PreflightCheckFailed",
      message: blocked.join("; "),
    });
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
