// How several conditions with severities become one: they are grouped by status and severity, and the worst group decides.
import { orderOf } from "./condition-order.ts";
import type { ConditionSeverity, SeverityCondition } from "./condition-shapes.ts";
import type { NewCondition } from "./set-condition.ts";

/** A condition that is merged. */
export interface SeveritySource {
  readonly condition: SeverityCondition;
  /** Whether its status True is an issue. */
  readonly negative: boolean;
  readonly owner: { readonly kind: string; readonly name: string };
}

/** How conditions are merged. */
export interface SeverityMergeOptions {
  /** The type of the merged condition. */
  readonly target: string;
  /** The types whose reason and message go first within the worst group. */
  readonly order?: readonly string[];
  /** The message says how many of this many conditions are True, in place of a message of the worst group. */
  readonly steps?: number | undefined;
  /** Whether the reason names the object that reports it. */
  readonly addSourceRef?: boolean;
}

interface Group {
  readonly status: SeverityCondition["status"];
  readonly severity: ConditionSeverity;
  readonly sources: SeveritySource[];
}

/** The merged condition; undefined when there is nothing to merge. */
export function mergeSeverities(
  sources: readonly SeveritySource[],
  options: SeverityMergeOptions,
): NewCondition | undefined {
  const groups = groupsOf(sources).toSorted((a, b) => priorityOf(a) - priorityOf(b));
  const [worst] = groups;
  if (worst === undefined) return undefined;
  const { target: type, order = [] } = options;
  if (worst.status === "True") return { type, status: "True" };
  const first = firstOf(worst, order);
  const reason = reasonOf(first, options);
  const message = options.steps === undefined ? (first.condition.message ?? "") : stepsMessage(groups, options.steps);
  const severity = worst.status === "False" ? { severity: worst.severity } : {};
  return { type, status: worst.status, ...severity, reason, message };
}

function groupsOf(sources: readonly SeveritySource[]): Group[] {
  const groups: Group[] = [];
  for (const source of sources) {
    const [status, severity] = [goodIfTrue(source), source.condition.severity ?? ""];
    const group = groups.find((one) => one.status === status && one.severity === severity);
    if (group === undefined) groups.push({ status, severity, sources: [source] });
    else group.sources.push(source);
  }
  return groups;
}

const negated = { True: "False", False: "True", Unknown: "Unknown" } as const;

function goodIfTrue({ condition: { status }, negative }: SeveritySource): SeverityCondition["status"] {
  return negative ? negated[status] : status;
}

const severities: readonly string[] = ["Error", "Warning", "Info"];

/** The place of a group: False by severity, then True, then Unknown, and last what no writer should create. */
function priorityOf({ status, severity }: Group): number {
  if (status === "True") return 3;
  if (status === "Unknown") return 4;
  const index = severities.indexOf(severity);
  return index < 0 ? 5 : index;
}

/** The condition of a group that gives reason and message: by the given order, otherwise by core's, then by the name of the object. */
function firstOf({ sources }: Group, order: readonly string[]): SeveritySource {
  const byCore = orderOf("severity");
  const sorted = sources.toSorted(
    (a, b) =>
      byCore(a.condition, b.condition) || (a.owner.name < b.owner.name ? -1 : Number(a.owner.name > b.owner.name)),
  );
  const preferred = order
    .map((type) => sorted.find(({ condition }) => condition.type === type))
    .find((one) => one !== undefined);
  // A group is created with its first condition.
  return preferred ?? (sorted[0] as SeveritySource);
}

function reasonOf({ condition, owner }: SeveritySource, { addSourceRef = false }: SeverityMergeOptions): string {
  const reason = condition.reason ?? "";
  return addSourceRef && !reason.includes("@") ? `${reason} @ ${owner.kind}/${owner.name}` : reason;
}

function stepsMessage(groups: readonly Group[], steps: number): string {
  const done = groups.find(({ status, severity }) => status === "True" && severity === "");
  return `${done?.sources.length ?? 0} of ${steps} completed`;
}
