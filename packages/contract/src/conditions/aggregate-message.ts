// The message of an aggregate: the three most important messages of many objects, with up to three objects each, and how many others there are.
import { pluralize, type Condition } from "@capstan/kube";
import type { MergeGroups, MergePriority, ReportedCondition } from "./merge-types.ts";
import { indented } from "./summary-message.ts";

type PriorityOf = (condition: Condition) => MergePriority;

/** The priorities, the most important first. */
const priorities: readonly MergePriority[] = ["issue", "unknown", "info"];
const mostMessages = 3;
const mostNames = 3;
const others: Readonly<Record<MergePriority, string>> = {
  issue: "with other issues",
  unknown: "with status unknown",
  info: "with additional info",
};

/** What is reported with one message by objects of one kind. */
interface SameMessage {
  readonly message: string;
  readonly names: readonly string[];
  readonly priority: MergePriority;
  /** Whether a machine of the control plane reports it, in any kind. */
  readonly first: boolean;
}

/** The message for the conditions of these groups: issues and unknown ones, or what is fine when there are none. */
export function aggregateMessage({ issue, unknown, info }: MergeGroups, priorityOf: PriorityOf): string {
  const problems = [...issue, ...unknown];
  const shown = problems.length > 0 ? problems : info.filter(({ condition }) => condition.message !== "");
  const controlPlane = new Set(shown.filter(({ owner }) => owner.controlPlaneMachine).map(({ owner }) => owner.name));
  const lines: string[] = [];
  let left = mostMessages;
  const kinds = [...new Set(shown.map(({ owner }) => owner.kind))].toSorted();
  for (const kind of kinds) {
    const same = sameMessages(shown, kind, priorityOf).toSorted(byImportance);
    lines.push(
      ...same.slice(0, left).map((one) => line(kind, one, controlPlane)),
      ...restLines(kind, same.slice(left)),
    );
    left = Math.max(0, left - same.length);
  }
  return lines.join("\n");
}

/** The messages of the objects of one kind. Priority and rank of a message are those of its most important report in any kind. */
function sameMessages(shown: readonly ReportedCondition[], wanted: string, priorityOf: PriorityOf): SameMessage[] {
  const byMessage = Map.groupBy(shown, ({ condition }) => condition.message);
  return Array.from(byMessage, ([message, reports]) => ({
    message,
    names: reports.filter(({ owner }) => owner.kind === wanted).map(({ owner }) => owner.name),
    priority: priorities.find((one) => reports.some(({ condition }) => priorityOf(condition) === one)) ?? "unknown",
    first: reports.some(({ owner }) => owner.controlPlaneMachine),
  })).filter(({ names }) => names.length > 0);
}

function byImportance(a: SameMessage, b: SameMessage): number {
  return (
    Number(b.first) - Number(a.first) ||
    priorities.indexOf(a.priority) - priorities.indexOf(b.priority) ||
    b.names.length - a.names.length ||
    compare(a.names.join(","), b.names.join(","))
  );
}

function line(kind: string, { message, names }: SameMessage, controlPlane: ReadonlySet<string>): string {
  const sorted = names.toSorted((a, b) => Number(controlPlane.has(b)) - Number(controlPlane.has(a)) || compare(a, b));
  const title = names.length === 1 ? kind : pluralize(kind);
  const more = names.length > mostNames ? `, ... (${names.length - mostNames} more)` : "";
  return `* ${title} ${sorted.slice(0, mostNames).join(", ")}${more}:${indented(message)}`;
}

function restLines(kind: string, rest: readonly SameMessage[]): string[] {
  return priorities.flatMap((priority) => {
    const count = rest.filter((one) => one.priority === priority).reduce((sum, { names }) => sum + names.length, 0);
    return count === 0 ? [] : [`And ${count} ${count === 1 ? kind : pluralize(kind)} ${others[priority]}`];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
