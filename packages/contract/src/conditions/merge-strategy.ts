// How several conditions of the shape of Kubernetes become one: Cluster API's default strategy. Issues come before what is unknown, and that before
// what is fine.
import type { Condition, KubeObject } from "@capstan/kube";
import { labels } from "../objects/labels.ts";
import { timeOf } from "./condition-list.ts";
import { aggregateMessage } from "./aggregate-message.ts";
import type {
  ConditionOwner,
  MergedState,
  MergeGroups,
  MergePriority,
  MergeStrategy,
  ReportedCondition,
} from "./merge-types.ts";
import { summaryLines } from "./summary-message.ts";

/** The options of the default strategy. */
export interface MergeOptions {
  /** What a condition means. By default False is an issue, and True for types with negative polarity. */
  readonly priorityOf?: (condition: Condition) => MergePriority;
  /** Whether the merged condition is True when there are issues. */
  readonly negativeTarget?: boolean;
  /** The reason of the merged condition; `IssuesReported`, `UnknownReported` or `InfoReported` by default. */
  readonly reasonOf?: (groups: MergeGroups) => string;
  /** Changes the lines of a summary's message. */
  readonly transformLines?: (lines: readonly string[]) => readonly string[];
}

/**
 * Cluster API's default strategy, with options. Pass it to `summaryOf` or `aggregateOf`.
 *
 * @example
 * const strategy = defaultMergeStrategy({
 *   priorityOf: priorityByPolarity(["Deleting"]),
 *   reasonOf: reasonByPriority({ issue: "NotReady", unknown: "ReadyUnknown", info: "Ready" }),
 * });
 */
export function defaultMergeStrategy({
  priorityOf = priorityByPolarity(),
  negativeTarget = false,
  reasonOf = reasonByPriority({ issue: "IssuesReported", unknown: "UnknownReported", info: "InfoReported" }),
  transformLines = (lines) => lines,
}: MergeOptions = {}): MergeStrategy {
  const [bad, good] = negativeTarget ? (["True", "False"] as const) : (["False", "True"] as const);
  const statuses: Readonly<Record<MergePriority, MergedState["status"]>> = {
    issue: bad,
    unknown: "Unknown",
    info: good,
  };
  return ({ operation, conditions, types }) => {
    const sorted = conditions.toSorted(byRelevance(types));
    const of = (wanted: MergePriority): readonly ReportedCondition[] =>
      sorted.filter(({ condition }) => priorityOf(condition) === wanted);
    const groups = { issue: of("issue"), unknown: of("unknown"), info: of("info") };
    const status = statuses[topOf(groups)];
    const message =
      operation === "summary"
        ? transformLines(summaryLines(sorted, { priorityOf, infoToo: status === "True" })).join("\n")
        : aggregateMessage(groups, priorityOf);
    return { status, reason: reasonOf(groups), message };
  };
}

/** The meaning of conditions: False is an issue, and True for the types with negative polarity. */
export function priorityByPolarity(negative: readonly string[] = []): (condition: Condition) => MergePriority {
  return ({ type, status }) => {
    if (status !== "True" && status !== "False") return "unknown";
    return (status === "False") === negative.includes(type) ? "info" : "issue";
  };
}

/** One reason for each case. */
export function reasonByPriority(reasons: Readonly<Record<MergePriority, string>>): (groups: MergeGroups) => string {
  return (groups) => reasons[topOf(groups)];
}

/** The object as messages name it. */
export function conditionOwnerOf({ kind, metadata }: KubeObject): ConditionOwner {
  const controlPlaneMachine = kind === "Machine" && Object.hasOwn(metadata.labels ?? {}, labels.controlPlane);
  return { kind, name: metadata.name ?? "", controlPlaneMachine };
}

function topOf({ issue, unknown }: MergeGroups): MergePriority {
  if (issue.length > 0) return "issue";
  return unknown.length > 0 ? "unknown" : "info";
}

/** By the order of the types, then the older transition first. */
function byRelevance(types: readonly string[]): (a: ReportedCondition, b: ReportedCondition) => number {
  const rank = ({ condition }: ReportedCondition): number => types.lastIndexOf(condition.type);
  return (a, b) => rank(a) - rank(b) || timeOf(a.condition) - timeOf(b.condition);
}
