// What is merged into one condition of the shape of Kubernetes, and what comes out.
import type { Condition } from "@capstan/kube";

/** The object that reports a condition, as messages name it. */
export interface ConditionOwner {
  readonly kind: string;
  readonly name: string;
  readonly controlPlaneMachine: boolean;
}

/** A condition that is merged, and the object that reports it. */
export interface ReportedCondition {
  readonly owner: ConditionOwner;
  readonly condition: Condition;
}

/** What a condition means for the merged one. */
export type MergePriority = "issue" | "unknown" | "info";

/** The conditions of a merge by their priority, each list in the order of relevance. */
export type MergeGroups = Readonly<Record<MergePriority, readonly ReportedCondition[]>>;

/** What is merged. */
export interface MergeInput {
  /** `summary` merges conditions of one object, `aggregate` one condition of many objects. */
  readonly operation: "summary" | "aggregate";
  readonly conditions: readonly ReportedCondition[];
  /** The types, the most relevant first. */
  readonly types: readonly string[];
}

/** The state of a merged condition. */
export interface MergedState {
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
}

/** A way to merge at least one condition. */
export type MergeStrategy = (input: MergeInput) => MergedState;
