// Changes of one list of conditions, as pure functions: how a condition is put into it, and when two conditions say the same.
// The rules are those of Cluster API's `util/conditions` and, for the shape with severities, of its `deprecated/v1beta1`.
import { formatTime, type Condition, type Time } from "@capstan/kube";
import { orderOf } from "./condition-order.ts";
import type { ConditionShape, SeverityCondition } from "./condition-shapes.ts";

/** A condition in either shape. */
export type AnyCondition = Condition | SeverityCondition;

/** A list, the shape of its conditions, and the time for a transition that brings none. */
export interface ListToChange {
  readonly list: readonly AnyCondition[];
  readonly shape: ConditionShape;
  readonly now: () => Time;
}

/**
 * The list with a finished condition in it, in core's order. `lastTransitionTime` of the condition counts only where a transition may bring
 * its own time, see `transitionTime`; empty stands for now.
 */
export function withCondition(target: ListToChange, condition: AnyCondition): readonly AnyCondition[] {
  const { list, shape } = target;
  const at = list.findIndex(({ type }) => type === condition.type);
  const old = list[at];
  const order = orderOf(shape);
  if (old !== undefined && hasSameState(shape, old, condition)) return shape === "metav1" ? list : list.toSorted(order);
  const changed = { ...condition, lastTransitionTime: transitionTime(target, old, condition) };
  return (old === undefined ? [...list, changed] : list.with(at, changed)).toSorted(order);
}

/** The list without the conditions of a type. */
export function withoutCondition(list: readonly AnyCondition[], type: string): readonly AnyCondition[] {
  return list.filter((condition) => condition.type !== type);
}

/** Whether two conditions say the same: they differ in their transition times at most. */
export function hasSameState(shape: ConditionShape, a: AnyCondition, b: AnyCondition): boolean {
  return (
    a.type === b.type &&
    a.status === b.status &&
    (a.reason ?? "") === (b.reason ?? "") &&
    (a.message ?? "") === (b.message ?? "") &&
    (shape === "metav1" ? generationOf(a) === generationOf(b) : severityOf(a) === severityOf(b))
  );
}

/** Whether two conditions are equal, their transition times included. An empty field equals one that is absent. */
export function isSameCondition(shape: ConditionShape, a: AnyCondition, b: AnyCondition): boolean {
  return hasSameState(shape, a, b) && timeOf(a) === timeOf(b);
}

/** A condition whose transition time may be missing, as in lists of other writers. */
interface Timed {
  readonly lastTransitionTime?: Time | null;
}

/** The transition time in seconds, for comparisons; a condition without one is older than all others. */
export function timeOf({ lastTransitionTime: time }: Timed): number {
  return time === undefined || time === null || time === ""
    ? Number.MIN_SAFE_INTEGER
    : Math.floor(Date.parse(time) / 1000);
}

/**
 * In the shape of Kubernetes only a change of the status is a transition, and may bring its own time. In the shape with severities each change is
 * one, and happens now; only a condition that is new may bring a time.
 */
function transitionTime({ shape, now }: ListToChange, old: AnyCondition | undefined, condition: AnyCondition): Time {
  if (shape === "metav1" && old?.status === condition.status) return old.lastTransitionTime;
  if (shape === "severity" && old !== undefined) return now();
  const own = timeOf(condition);
  return own === Number.MIN_SAFE_INTEGER ? now() : formatTime(new Date(own * 1000));
}

function generationOf(condition: AnyCondition): number | bigint {
  return "observedGeneration" in condition ? (condition.observedGeneration ?? 0) : 0;
}

function severityOf(condition: AnyCondition): string {
  return "severity" in condition ? (condition.severity ?? "") : "";
}
