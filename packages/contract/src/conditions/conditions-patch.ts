// The three-way merge of conditions: what one writer changed is applied to the list as it is now. A type that the writer owns is
// overwritten; for any other type a different change by another writer is a conflict.
import { errorOf, formatTime } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import { hasSameState, isSameCondition, withCondition, withoutCondition, type AnyCondition } from "./condition-list.ts";
import { orderOf } from "./condition-order.ts";
import type { ConditionShape } from "./condition-shapes.ts";

/** One condition that changed; without `before` it was added, without `after` it was removed. */
export type ConditionDifference =
  | { readonly before?: AnyCondition; readonly after: AnyCondition }
  | { readonly before: AnyCondition; readonly after?: undefined };

/** The changes of one list of conditions. */
export interface ConditionsPatch {
  readonly shape: ConditionShape;
  readonly differences: readonly ConditionDifference[];
}

/** What a patch is applied with. */
export interface PatchOptions {
  /** Whether the writer owns the conditions of this type. */
  readonly owns: (type: string) => boolean;
  /** The time of a transition in the shape with severities; the current time by default. */
  readonly now?: Date;
}

/** What changed between two lists. */
export function diffConditions(
  shape: ConditionShape,
  before: readonly AnyCondition[],
  after: readonly AnyCondition[],
): ConditionsPatch {
  const [earlier, later] = [byType(before), byType(after)];
  const changed = after.flatMap((now): ConditionDifference[] => {
    const old = earlier.get(now.type);
    if (old === undefined) return [{ after: now }];
    return isSameCondition(shape, old, now) ? [] : [{ before: old, after: now }];
  });
  const removed = before.filter(({ type }) => !later.has(type)).map((old) => ({ before: old }));
  return { shape, differences: [...changed, ...removed] };
}

/**
 * The latest list with the changes in it. Conditions keep the `observedGeneration` that they have in the patch, since that is what the writer has
 * seen. Throws `contract/condition-conflict` when another writer made a different change to a type that is not owned.
 */
export function applyConditions(
  latest: readonly AnyCondition[],
  { shape, differences }: ConditionsPatch,
  { owns, now = new Date() }: PatchOptions,
): readonly AnyCondition[] {
  if (differences.length === 0) return latest;
  let list = latest;
  for (const difference of differences) {
    const type = (difference.after ?? difference.before).type;
    const live = find(list, type);
    if (!owns(type) && rejectConflict(shape, difference, live)) continue;
    list =
      difference.after === undefined
        ? withoutCondition(list, type)
        : withCondition({ list, shape, now: () => formatTime(now) }, difference.after);
  }
  return shape === "metav1" ? list.toSorted(orderOf(shape)) : list;
}

/** Throws when another writer changed the condition differently; returns whether the latest one is as intended already. */
function rejectConflict(
  shape: ConditionShape,
  { before, after }: ConditionDifference,
  live: AnyCondition | undefined,
): boolean {
  if (live === undefined) {
    if (before !== undefined && after !== undefined) throw conflict(after.type, "deleted");
    return false;
  }
  if (after === undefined) {
    if (!hasSameState(shape, live, before)) throw conflict(before.type, "changed");
    return false;
  }
  if (before !== undefined && isSameCondition(shape, live, before)) return false;
  if (!hasSameState(shape, live, after)) throw conflict(after.type, "changed");
  return true;
}

function conflict(type: string, what: "changed" | "deleted"): Error {
  return errorOf(contractErrors, "contract/condition-conflict", { values: { type, what } });
}

/** Lists of others may be long. The first condition of a type counts. */
function byType(list: readonly AnyCondition[]): ReadonlyMap<string, AnyCondition> {
  return new Map(list.toReversed().map((condition) => [condition.type, condition]));
}

function find(list: readonly AnyCondition[], wanted: string): AnyCondition | undefined {
  return list.find(({ type }) => type === wanted);
}
