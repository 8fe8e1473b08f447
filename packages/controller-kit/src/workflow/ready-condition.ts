// The Ready condition: Cluster API's summary of the declared conditions, and what only the pass itself knows.
// Core copies it to the Cluster or Machine as InfrastructureReady.
import {
  conditionAt,
  defaultMergeStrategy,
  reasonByPriority,
  severitySummaryOf,
  summaryOf,
  type ConditionChange,
  type ConditionPlace,
  type NewCondition,
} from "@capstan/contract/conditions";
import { errorFrom, type KubeObject } from "@capstan/kube";
import { isOutdated, isTransientError } from "@capstan/operator";
import type { PassOutcome } from "./outcome.ts";

/** What Ready is computed from. */
export interface ReadyInput {
  readonly object: KubeObject;
  readonly place: ConditionPlace;
  /** The declared types, most relevant first. */
  readonly types: readonly string[];
  /** The types that do not apply to the object: the pass has deleted them. */
  readonly deleted: ReadonlySet<string>;
  readonly outcome: PassOutcome;
  /** The path of the contract's provisioned flag, when it is not set; undefined for a kind without a contract. */
  readonly missingFlag: string | undefined;
  /** The reason after an error, with status False; undefined: Unknown with ReconcileFailed. */
  readonly failedReason?: string | undefined;
}

/** The reasons that Cluster API's own providers give to their summaries. */
const strategy = defaultMergeStrategy({
  reasonOf: reasonByPriority({ issue: "NotReady", unknown: "ReadyUnknown", info: "Ready" }),
});

/**
 * Whether Ready stays as it is: it is True, and the pass knows nothing else, because a transient error or a conflict ended it. A machine does not stop to work when its cloud limits calls. The generation that
 * Ready names stays too, since nothing has looked at a newer one. After a conflict a Ready that is not True stays as well: the pass that corrects it follows at once.
 */
export function keepsReady({ outcome, object, place, types, deleted }: ReadyInput): boolean {
  if (outcome.kind !== "failed") return false;
  const outdated = isOutdated(outcome.error);
  if (!outdated && !isTransientError(outcome.error)) return false;
  const isTrue = conditionAt(object, place, "Ready")?.status === "True";
  if (!isTrue || object.metadata.deletionTimestamp !== undefined) return outdated;
  const isWrong = (type: string): boolean => (conditionAt(object, place, type)?.status ?? "True") !== "True";
  return !types.some((type) => !deleted.has(type) && isWrong(type));
}

/** The Ready condition after a pass. */
export function readyCondition(input: ReadyInput): ConditionChange {
  const { outcome, object, missingFlag, failedReason } = input;
  if (outcome.kind === "gated") return notReady(outcome.reason, outcome.message, "Info");
  if (outcome.kind === "returned" && outcome.result.result === "failed")
    return notReady(outcome.result.payload.reason, outcome.result.payload.message, "Error");
  const summary = summarize(input);
  const issues = summary.status === "True" ? "" : summary.message;
  const deleting = object.metadata.deletionTimestamp !== undefined;
  if (outcome.kind === "failed")
    return afterError({ error: outcome.error, summary, issues, deleting, failedReason }, input.place);
  if (deleting) return notReady("Deleting", issues, "Info");
  if (summary.status === "True" && missingFlag !== undefined)
    return notReady("NotProvisioned", `${object.kind} ${missingFlag} is false`, "Info");
  return summary;
}

type Summary = ConditionChange & { readonly message: string };

/** The summary of the declared conditions that apply. A controller that declares none is ready when its pass is. */
function summarize({ object, place, types: declared, deleted }: ReadyInput): Summary {
  const types = declared.filter((type) => !deleted.has(type));
  if (types.length === 0) return { type: "Ready", status: "True", reason: "Ready", message: "" };
  if (place.shape === "metav1") return summaryOf(object, place, { types, strategy });
  return withReason(severitySummaryOf(object, place, { types }) ?? notYetReported(types));
}

/** In the shape with severities there is no summary of nothing. */
function notYetReported(types: readonly string[]): NewCondition {
  const message = `none of the conditions is reported yet: ${types.join(", ")}`;
  return { type: "Ready", status: "Unknown", reason: "NotYetReported", message };
}

function withReason({ reason = "", message = "", ...condition }: NewCondition): Summary {
  return { ...condition, reason, message };
}

interface Failure {
  readonly error: unknown;
  readonly summary: ConditionChange;
  readonly issues: string;
  readonly deleting: boolean;
  readonly failedReason: string | undefined;
}

/** A pass that failed does not know whether the object is ready, except that what is known to be wrong still is. */
function afterError(
  { error, summary, issues, deleting, failedReason }: Failure,
  { shape }: ConditionPlace,
): ConditionChange {
  const known = summary.status === "False";
  // In this shape the reason of a summary is that of the worst condition.
  if (known && shape === "severity") return summary;
  const message = [errorFrom(error).message, ...(issues === "" ? [] : [issues])].join("\n");
  if (failedReason !== undefined && !deleting) return notReady(failedReason, message, "Error");
  if (known || deleting) return notReady("ReconcileFailed", message, "Error");
  return { type: "Ready", status: "Unknown", reason: "ReconcileFailed", message };
}

function notReady(reason: string, message: string, severity: "Info" | "Error"): ConditionChange {
  return { type: "Ready", status: "False", reason, message, severity };
}
