// The status of a MachineDeployment: counts, phase, conditions and their deprecated v1beta1 copies.
import type { Machine, MachineDeployment, MachineDeploymentPhase, MachineSet } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { conditionAt, conditionPlaces, getCondition } from "@capstan/contract/conditions";
import { type CoreCondition, mark, markDeprecated } from "../conditions.ts";
import {
  scalingWithReasons,
  countVersions,
  idleCondition,
  observedGenerationOf,
  aggregateCondition,
  rollingOutCondition,
  upToDateCondition,
  scalingConditions,
  setVersions,
  selectorText,
} from "../machine-counts.ts";
import { missingText } from "./machine-templates.ts";
import { isRollingUpdate, maxUnavailable, sumsOfSets, wantedReplicas } from "./rollout-limits.ts";
import type { RejectedField } from "./rollout-rules.ts";

/** What a status is made of. */
export interface DeploymentParts {
  readonly sets: readonly MachineSet[];
  readonly machines: readonly Machine[];
  /** The kinds of the templates that do not exist. */
  readonly missing: readonly string[];
  /** What the webhook rejects of it. Default: nothing. */
  readonly rejected?: readonly RejectedField[];
  /** The set of the template, as it is after the reconcile. */
  readonly current?: MachineSet | undefined;
}

/** Sets counts, phase and conditions on the draft. */
export function setMachineDeploymentStatus(draft: MachineDeployment, parts: DeploymentParts): void {
  const { sets, machines } = parts;
  const { replicas = 0, availableReplicas } = sumsOfSets(sets);
  mark(draft, availability(draft, availableReplicas));
  mark(draft, rollingOutCondition(messagesOfOutdated(machines)));
  for (const condition of scaling(draft, replicas, parts)) mark(draft, condition);
  mark(draft, aggregateCondition("MachinesReady", "Ready", machines));
  mark(draft, upToDateCondition("MachinesUpToDate", machines));
  mark(draft, idleCondition("Remediating"));
  mark(draft, isDeleting(draft) ? deletingCondition(parts) : idleCondition("Deleting"));
  markDeprecatedConditions(draft, parts);
  setCounts(draft, parts);
}

/** Whether enough machines are available: a rolling update may go without some. */
function availability(draft: MachineDeployment, available: number | undefined): CoreCondition {
  const type = "Available";
  if (available === undefined) {
    const message = "Waiting for status.availableReplicas set";
    return { type, status: "Unknown", reason: "WaitingForAvailableReplicasSet", message };
  }
  const wanted = wantedReplicas(draft);
  const least = wanted - maxUnavailable(draft);
  if (available >= least) return { type, status: "True", reason: "Available" };
  const { maxUnavailable: most } = draft.spec.rollout?.strategy?.rollingUpdate ?? {};
  const why = `spec.strategy.rollout.maxUnavailable is ${most}, spec.replicas is ${wanted}`;
  const rolling = isRollingUpdate(draft) && most !== undefined ? ` (${why})` : "";
  const counted = `${available} available replicas, at least ${least} required${rolling}`;
  return {
    type,
    status: "False",
    reason: "NotAvailable",
    message: isDeleting(draft) ? "Deletion in progress" : counted,
  };
}

/** Why machines are not up to date. */
function messagesOfOutdated(machines: readonly Machine[]): readonly string[] {
  const conditions = machines.map((machine) => getCondition(machine, "UpToDate"));
  return conditions.flatMap((condition) => (condition?.status === "False" ? [condition.message ?? ""] : []));
}

/** ScalingUp and ScalingDown. With limits of a rollout or a version that are rejected, both say why nothing is changed. */
function scaling(
  draft: MachineDeployment,
  replicas: number,
  { missing, rejected = [] }: DeploymentParts,
): readonly CoreCondition[] {
  const conditions = scalingConditions(isDeleting(draft) ? 0 : wantedReplicas(draft), replicas);
  if (rejected.length > 0)
    return scalingWithReasons(conditions, rejected.map(({ field, message }) => `* ${field}: ${message}`).join("\n"));
  return conditions.map((condition) => ({ ...condition, message: scalingMessage(draft, condition, missing) }));
}

/** The message of ScalingUp says which templates are missing. */
function scalingMessage(
  draft: MachineDeployment,
  { type, status, message = "" }: CoreCondition,
  missing: readonly string[],
): string {
  const absent = missingText(missing);
  if (type !== "ScalingUp" || absent === undefined || isDeleting(draft)) return message;
  return status === "False"
    ? `Scaling up would be blocked because ${absent}`
    : `${message} is blocked because ${absent}`;
}

/** What a deletion waits for. */
function deletingCondition({ machines, sets }: DeploymentParts): CoreCondition {
  const left =
    machines.length > 0 ? `${machines.length} Machine${machines.length > 1 ? "s" : ""}` : `${sets.length} MachineSets`;
  const isDone = machines.length === 0 && sets.length === 0;
  const message = isDone ? "Deletion completed" : `Deleting ${left}`;
  return { type: "Deleting", status: "True", reason: "Deleting", message };
}

/** Those of v1beta1 do not change any more once it is deleted. */
function markDeprecatedConditions(draft: MachineDeployment, { sets, current }: DeploymentParts): void {
  if (!isDeleting(draft)) {
    const { availableReplicas = 0 } = sumsOfSets(sets);
    const least = wantedReplicas(draft) - maxUnavailable(draft);
    const message = `Minimum availability requires ${least} replicas, current ${availableReplicas} available`;
    const isAvailable = availableReplicas >= least;
    markDeprecated(draft, {
      type: "Available",
      ...(isAvailable
        ? { status: "True", reason: "Available" }
        : { status: "False", severity: "Warning", reason: "WaitingForAvailableMachines", message }),
    });
    markReadySet(draft, current);
  }
  const available = conditionAt(draft, conditionPlaces.deprecated, "Available");
  if (available !== undefined) markDeprecated(draft, { ...available, type: "Ready", reason: available.reason ?? "" });
}

/** What the set of the template has as Ready. */
function markReadySet(draft: MachineDeployment, current: MachineSet | undefined): void {
  const type = "MachineSetReady";
  const reason = "WaitingForMachineSet";
  if (current === undefined)
    return markDeprecated(draft, { type, status: "False", reason, message: "MachineSet not found" });
  const ready = conditionAt(current, conditionPlaces.deprecated, "Ready");
  markDeprecated(
    draft,
    ready === undefined ? { type, status: "False", reason } : { ...ready, type, reason: ready.reason ?? "" },
  );
}

/** Running while as many machines exist as there should be, whether or not they are ready. */
function phaseOf(draft: MachineDeployment, replicas: number, wanted: number): MachineDeploymentPhase {
  if (isDeleting(draft) || replicas > wanted) return "ScalingDown";
  return replicas < wanted ? "ScalingUp" : "Running";
}

function setCounts(draft: MachineDeployment, { sets, machines, current }: DeploymentParts): void {
  const sums = sumsOfSets(sets);
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = sums;
  const conditions = draft.status?.deprecated?.v1beta1?.conditions ?? [];
  const updatedReplicas = current?.status?.replicas ?? 0;
  const unavailableReplicas = Math.max(0, sizesOf(sets) - availableReplicas);
  draft.status = {
    ...draft.status,
    ...sums,
    selector: selectorText(draft.spec.selector),
    phase: phaseOf(draft, replicas, wantedReplicas(draft)),
    deprecated: {
      v1beta1: { conditions, readyReplicas, availableReplicas, updatedReplicas, unavailableReplicas },
    },
    ...observedGenerationOf(draft),
  };
  setVersions(draft.status, countVersions(machines));
}

function sizesOf(sets: readonly MachineSet[]): number {
  return sets.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
}
