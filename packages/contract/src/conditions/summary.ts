// A condition that summarizes others of the same object, in the shape of Kubernetes. Most often it is Ready.
import { errorOf, type Condition, type KubeObject } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import type { ConditionPlace } from "./condition-shapes.ts";
import { conditionOwnerOf, defaultMergeStrategy, priorityByPolarity } from "./merge-strategy.ts";
import type { MergedState, MergeStrategy, ReportedCondition } from "./merge-types.ts";
import { conditionsAt } from "./read-conditions.ts";

/** What a summary is made of. */
export interface SummaryOptions {
  /** The type of the summary; `Ready` by default. */
  readonly target?: string;
  /** The types to summarize, the most relevant first. One that the object does not have counts as Unknown. */
  readonly types: readonly string[];
  /** The types whose status True is an issue. */
  readonly negativePolarity?: readonly string[];
  /** The types that are left out when the object does not have them. */
  readonly ignoreIfMissing?: readonly string[];
  /** Conditions that take the place of those of the object, for the summary only. */
  readonly overrides?: readonly Condition[];
  /** The way to merge. It replaces the default strategy and `negativePolarity`. */
  readonly strategy?: MergeStrategy;
}

/** A merged condition, for `putCondition` or `setCondition`. */
export interface MergedCondition extends MergedState {
  readonly type: string;
}

/**
 * The summary of conditions of one object, in the shape of Kubernetes, as Cluster API computes it. The object is not changed: put the result into it.
 *
 * It is False when there is an issue, otherwise Unknown when a condition is Unknown or not reported, otherwise True. Its message has one bullet for
 * each condition that is an issue or unknown, or, when all is well, for each that has a message. Throws `contract/condition-merge` when the
 * options contradict each other.
 *
 * @example
 * const place = { path: "status.conditions", shape: "metav1" } as const;
 * putCondition({ object: draft, place }, summaryOf(draft, place, { types: ["NetworkReady", "DiskReady"] }));
 */
export function summaryOf(object: KubeObject, place: ConditionPlace, options: SummaryOptions): MergedCondition {
  const { target = "Ready", types, negativePolarity = [], overrides = [] } = options;
  const strategy = options.strategy ?? defaultMergeStrategy({ priorityOf: priorityByPolarity(negativePolarity) });
  // A place of the shape of Kubernetes has conditions of that shape.
  const existing = conditionsAt(object, place) as readonly Condition[];
  const problem = problemOf(options, existing);
  if (problem !== undefined) throw mergeError(target, problem);
  const owner = conditionOwnerOf(object);
  const conditions = [...inScope(existing, types, overrides), ...missing(existing, options)].map(
    (condition): ReportedCondition => ({ owner, condition: complete(condition) }),
  );
  if (conditions.length === 0) throw mergeError(target, "none of the types exists, and all are ignored if missing");
  return { type: target, ...strategy({ operation: "summary", conditions, types }) };
}

/** The error of a merge that cannot be made. */
export function mergeError(type: string, problem: string): Error {
  return errorOf(contractErrors, "contract/condition-merge", { values: { type, problem } });
}

/** A condition with empty strings in place of absent ones: other writers may leave them out. */
export function complete(condition: Condition): Condition {
  return { ...condition, reason: condition.reason ?? "", message: condition.message ?? "" };
}

function problemOf(
  { target = "Ready", types, overrides = [] }: SummaryOptions,
  existing: readonly Condition[],
): string | undefined {
  if (types.length === 0) return "no types are given";
  if (types.includes(target)) return "its own type is among the types";
  for (const [index, { type }] of overrides.entries()) {
    if (overrides.findIndex((other) => other.type === type) !== index) return `${type} is overridden twice`;
    if (!existing.some((condition) => condition.type === type)) return `${type} is overridden and does not exist`;
  }
  return undefined;
}

function inScope(
  existing: readonly Condition[],
  types: readonly string[],
  overrides: readonly Condition[],
): readonly Condition[] {
  return existing
    .filter(({ type }) => types.includes(type))
    .map((condition) => overrides.find(({ type }) => type === condition.type) ?? condition);
}

function missing(existing: readonly Condition[], { types, ignoreIfMissing = [] }: SummaryOptions): Condition[] {
  return [...new Set(types)]
    .filter((type) => !ignoreIfMissing.includes(type) && !existing.some((condition) => condition.type === type))
    .map((type) => notYetReported(type, "Condition not yet reported"));
}

/** What a condition that an object does not have counts as. */
export function notYetReported(type: string, message: string): Condition {
  return { type, status: "Unknown", lastTransitionTime: "", reason: "NotYetReported", message };
}
