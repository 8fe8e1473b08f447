// The Ready condition: the summary of an object, computed from the outcome of the pass and the declared conditions.
// Core copies it to the Cluster or Machine as InfrastructureReady.
import { conditionsAt, type ConditionChange, type ConditionPlace } from "@capstan/contract/conditions";
import { errorFrom, type KubeObject } from "@capstan/kube";
import type { PassOutcome } from "./outcome.ts";

/** What Ready is computed from. */
export interface ReadyInput {
  readonly object: KubeObject;
  readonly place: ConditionPlace;
  /** The declared types, most relevant first. */
  readonly types: readonly string[];
  readonly outcome: PassOutcome;
  /** Whether the contract's provisioned flag is set, or the kind has no contract. */
  readonly provisioned: boolean;
}

/** The Ready condition after a pass. */
export function readyCondition(input: ReadyInput): ConditionChange {
  const { outcome, object } = input;
  if (outcome.kind === "failed") return notReady("ReconcileFailed", errorFrom(outcome.error).message, "Error");
  if (outcome.kind === "gated") return notReady(outcome.reason, outcome.message, "Info");
  if (outcome.result.result === "failed")
    return notReady(outcome.result.payload.reason, outcome.result.payload.message, "Error");
  const found = input.types.map((type) => issueOf(input, type)).filter((issue) => issue !== undefined);
  // As in Cluster API's summaries, what is known to be wrong comes before what is not known.
  const issues = [...found.filter(({ known }) => known), ...found.filter(({ known }) => !known)];
  const summary = issues
    .map((issue) => `* ${issue.type}: ${issue.message === "" ? issue.reason : issue.message}`)
    .join("\n");
  if (object.metadata.deletionTimestamp !== undefined) return notReady("Deleting", summary, "Info");
  if (issues[0] !== undefined) return notReady(issues[0].reason, summary, "Warning");
  if (!input.provisioned) return notReady("NotProvisioned", "", "Info");
  return { type: "Ready", status: "True", reason: "Ready" };
}

interface Issue {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** Whether the condition is False, and not only unknown or missing. */
  readonly known: boolean;
}

/** Why a declared condition is not True. */
function issueOf(input: ReadyInput, type: string): Issue | undefined {
  const condition = conditionsAt(input.object, input.place).find((one) => one.type === type);
  if (condition === undefined)
    return { type, reason: "NotYetReported", message: `Condition ${type} not yet reported`, known: false };
  if (condition.status === "True") return undefined;
  return {
    type,
    reason: condition.reason ?? "NotReady",
    message: condition.message ?? "",
    known: condition.status === "False",
  };
}

function notReady(reason: string, message: string, severity: "Info" | "Warning" | "Error"): ConditionChange {
  return { type: "Ready", status: "False", reason, message, severity };
}
