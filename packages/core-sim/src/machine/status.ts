// The status of a Machine: phase, summary conditions and their deprecated v1beta1 copies.
import { type Machine, type MachinePhase } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import {
  conditionPlaces,
  defaultMergeStrategy,
  getCondition,
  priorityByPolarity,
  reasonByPriority,
  summaryOf,
  type MergePriority,
} from "@capstan/contract/conditions";
import { formatTime, type Condition } from "@capstan/kube";
import { copyDeprecated, mark } from "../conditions.ts";
import { timeOfDraft } from "../drafts.ts";
import { idleCondition, observedGenerationOf } from "../machine-counts.ts";
import type { SimContext } from "../writer.ts";
import { upToDateOf } from "./up-to-date.ts";

/** Sets phase and summary conditions on the draft. */
export async function setMachineStatus(draft: Machine, context: SimContext): Promise<void> {
  mark(draft, idleCondition("Updating"));
  if (!isDeleting(draft)) mark(draft, idleCondition("Deleting"));
  const upToDate = await upToDateOf(draft, context);
  if (upToDate !== undefined) mark(draft, upToDate);
  markReady(draft);
  markAvailable(draft, context);
  copyDeprecated(draft, "NodeHealthy", "NodeHealthy");
  copyDeprecated(draft, "Ready", "Ready");
  setPhase(draft);
}

const readyParts = [
  "Deleting",
  "Updating",
  "BootstrapConfigReady",
  "InfrastructureReady",
  "NodeHealthy",
  "HealthCheckSucceeded",
];

/** Sums up what makes the Machine ready, and its own gates. */
function markReady(draft: Machine): void {
  const gates = draft.spec.readinessGates ?? [];
  const negative = gates.filter(({ polarity }) => polarity === "Negative").map(({ conditionType }) => conditionType);
  const byPolarity = priorityByPolarity(["Deleting", "Updating", ...negative]);
  const strategy = defaultMergeStrategy({
    priorityOf: (condition) => (isExpected(draft, condition) ? "info" : byPolarity(condition)) satisfies MergePriority,
    reasonOf: reasonByPriority({ issue: "NotReady", unknown: "ReadyUnknown", info: "Ready" }),
  });
  const summary = summaryOf(draft, conditionPlaces.current, {
    types: [...readyParts, ...gates.map(({ conditionType }) => conditionType)],
    ignoreIfMissing: ["HealthCheckSucceeded"],
    overrides: deletionInShort(draft),
    strategy,
  });
  mark(draft, summary);
}

/** What a deleted Machine has lost on the way does not count as an issue. */
const lost: Readonly<Record<string, readonly string[]>> = {
  BootstrapConfigReady: ["Deleted", "DoesNotExist"],
  InfrastructureReady: ["Deleted", "DoesNotExist"],
  NodeHealthy: ["NodeDeleted", "NodeDoesNotExist"],
};

function isExpected(draft: Machine, { type, reason }: Condition): boolean {
  return isDeleting(draft) && lost[type]?.includes(reason) === true;
}

const longMs = 15 * 60_000;

/** Deleting without its details: many Machines have the same message. */
function deletionInShort(draft: Machine): readonly Condition[] {
  const deleting = getCondition(draft, "Deleting");
  const { deletionTimestamp } = draft.metadata;
  if (deletionTimestamp === undefined || deleting === undefined) return [];
  const isLong = timeOfDraft(draft).getTime() - new Date(deletionTimestamp).getTime() > longMs;
  const since = isLong ? " since more than 15m" : "";
  const message = `Machine deletion in progress${since}, stage: ${deleting.reason ?? ""}`;
  return [{ type: "Deleting", status: "True", reason: "Deleting", message, lastTransitionTime: "" }];
}

/** A Machine is available after it was ready for a time. */
function markAvailable(draft: Machine, { wakeAt }: Pick<SimContext, "wakeAt">): void {
  const ready = getCondition(draft, "Ready");
  const type = "Available";
  if (ready?.status !== "True") return mark(draft, { type, status: "False", reason: "NotReady" });
  const since = new Date(ready.lastTransitionTime).getTime();
  const due = since + (draft.spec.minReadySeconds ?? 0) * 1000;
  if (due <= timeOfDraft(draft).getTime()) return mark(draft, { type, status: "True", reason: "Available" });
  mark(draft, { type, status: "False", reason: "WaitingForMinReadySeconds" });
  wakeAt(due);
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
