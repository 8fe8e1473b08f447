// Conditions read and written in both shapes: Kubernetes' own (contract v1beta2) and the one with severities (v1beta1).
// Callers hold a draft of the object and send the difference; nothing here talks to a server.
import { deepEqual, formatTime, type Condition, type KubeObject } from "@capstan/kube";
import { readPath, writePath } from "../fields/object-path.ts";
import { orderOf, type ConditionShape } from "./condition-order.ts";
import { conditionPlaces, type ConditionPlace } from "./condition-place.ts";
import type { ConditionSeverity, SeverityCondition } from "./severity-condition.ts";

/** What a condition is set to; severity matters to contract v1beta1 alone, and only while the status is False. */
export interface ConditionChange {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message?: string;
  readonly severity?: ConditionSeverity;
  /** Now, unless a test says otherwise. */
  readonly now?: Date;
}

/** A condition in either shape. */
export type AnyCondition = Condition | SeverityCondition;

/** The conditions at a place; empty when there are none. */
export function conditionsAt(object: KubeObject, place: ConditionPlace): readonly AnyCondition[] {
  const list = readPath(object, place.path);
  return Array.isArray(list) ? (list as AnyCondition[]) : [];
}

/** The condition of a type, found as core finds it: in `status.v1beta2.conditions` when that list exists, else in `status.conditions`. */
export function getCondition(object: KubeObject, type: string): AnyCondition | undefined {
  const beside = readPath(object, conditionPlaces.beside.path);
  const place = Array.isArray(beside) ? conditionPlaces.beside : conditionPlaces.current;
  return conditionsAt(object, place).find((condition) => condition.type === type);
}

/**
 * Sets a condition on the draft. The transition time, to the second, moves when the shape says that the state changed;
 * the list keeps core's order. In Kubernetes' shape the condition says which generation was observed.
 */
export function setCondition(object: KubeObject, place: ConditionPlace, change: ConditionChange): void {
  const { make, sameState } = shapes[place.shape];
  const before = conditionsAt(object, place);
  const old = before.find((condition) => condition.type === change.type);
  const made = make(change, formatTime(change.now ?? new Date()), object.metadata.generation);
  const condition =
    old !== undefined && sameState(old, made) ? { ...made, lastTransitionTime: old.lastTransitionTime } : made;
  const others = before.filter((other) => other.type !== change.type);
  writePath(object, place.path, [...others, condition].toSorted(orderOf(place.shape)));
}

/** Removes a condition from the draft; an emptied list is removed as well. */
export function removeCondition(object: KubeObject, place: ConditionPlace, type: string): void {
  const left = conditionsAt(object, place).filter((condition) => condition.type !== type);
  writePath(object, place.path, left.length === 0 ? undefined : left);
}

/** Whether the condition of a type is there and True. */
export function isConditionTrue(object: KubeObject, type: string): boolean {
  return getCondition(object, type)?.status === "True";
}

interface ShapeRules {
  readonly make: (change: ConditionChange, now: string, generation: number | undefined) => AnyCondition;
  /** Whether the transition time stays. */
  readonly sameState: (old: AnyCondition, made: AnyCondition) => boolean;
}

const shapes: Readonly<Record<ConditionShape, ShapeRules>> = {
  metav1: {
    make: (change, now, generation) => ({
      type: change.type,
      status: change.status,
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      lastTransitionTime: now,
      reason: change.reason,
      message: change.message ?? "",
    }),
    sameState: (old, made) => old.status === made.status,
  },
  severity: {
    make: (change, now) => ({
      type: change.type,
      status: change.status,
      ...(change.status === "False" ? { severity: change.severity ?? "Error" } : {}),
      lastTransitionTime: now,
      ...(change.status === "True" ? {} : { reason: change.reason }),
      ...(change.message === undefined || change.message === "" ? {} : { message: change.message }),
    }),
    // Here the state is everything but the time: a new reason or message is a transition too.
    sameState: (old, made) => deepEqual({ ...old, lastTransitionTime: made.lastTransitionTime }, made),
  },
};

/** RFC 3339 in UTC to the second, as the API server stores times. */
