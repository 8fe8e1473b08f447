// Reads and sets conditions in both shapes: the shape of Kubernetes (contract v1beta2) and the one with severities (v1beta1).
// The functions change a draft of the object; the caller sends the difference to the API server.
import { deepEqual, formatTime, type Condition, type KubeObject } from "@capstan/kube";
import { readPath, writePath } from "../objects/object-path.ts";
import { orderOf } from "./condition-order.ts";
import {
  conditionPlaces,
  type ConditionPlace,
  type ConditionSeverity,
  type ConditionShape,
  type SeverityCondition,
} from "./condition-shapes.ts";

/** The new state of a condition. */
export interface ConditionChange {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  /** Cut after 32,768 characters, the most that the API server accepts. */
  readonly message?: string;
  /** Written in the shape of contract v1beta1 while the status is False; `Error` by default. */
  readonly severity?: ConditionSeverity;
  /** The transition time; the current time by default. */
  readonly now?: Date;
}

/** `maxLength` of a condition's message. A longer one would make the server reject the patch, and with it every other condition. */
const longestMessage = 32_768;

/** A condition in either shape. */
export type AnyCondition = Condition | SeverityCondition;

/** The conditions at a place; an empty list when there are none. Elements are not validated. */
export function conditionsAt(object: KubeObject, place: ConditionPlace): readonly AnyCondition[] {
  const list = readPath(object, place.path);
  return Array.isArray(list) ? list : [];
}

/**
 * Returns the condition of a type, found where core finds it: in `status.v1beta2.conditions` when that list exists,
 * otherwise in `status.conditions`. Returns undefined when the object has no such condition.
 *
 * @example
 * const ready = getCondition(machine, "Ready");
 * if (ready?.status === "False") console.log(ready.message);
 */
export function getCondition(object: KubeObject, type: string): AnyCondition | undefined {
  const beside = readPath(object, conditionPlaces.beside.path);
  const place = Array.isArray(beside) ? conditionPlaces.beside : conditionPlaces.current;
  return conditionsAt(object, place).find((condition) => condition.type === type);
}

/**
 * Sets a condition on a draft of the object, in the list at `place`. Nothing is sent to the API server.
 *
 * A condition of the same type is replaced, others stay. `lastTransitionTime` keeps its value while the state is the same:
 * the status in the shape of Kubernetes, everything except the time in the shape with severities. The list is written in
 * core's order. In the shape of Kubernetes, `observedGeneration` is the object's `metadata.generation`.
 *
 * Controllers written with `@capstan/controller-kit` set conditions through their context instead; the kit knows the place.
 *
 * @example
 * const place = { path: "status.conditions", shape: "metav1" } as const;
 * setCondition(draft, place, { type: "Ready", status: "True", reason: "Available" });
 */
export function setCondition(object: KubeObject, place: ConditionPlace, change: ConditionChange): void {
  const { create, sameState } = shapes[place.shape];
  const before = conditionsAt(object, place);
  const old = before.find((condition) => condition.type === change.type);
  const created = create(shortened(change), formatTime(change.now ?? new Date()), object.metadata.generation);
  const condition =
    old !== undefined && sameState(old, created) ? { ...created, lastTransitionTime: old.lastTransitionTime } : created;
  putConditions(object, place, [condition]);
}

/** The server counts code points and a string UTF-16 units, so what is cut is never too long; half a pair is left out. */
function shortened(change: ConditionChange): ConditionChange {
  const { message = "" } = change;
  return message.length <= longestMessage
    ? change
    : { ...change, message: message.slice(0, longestMessage).replace(/[\uD800-\uDBFF]$/, "") };
}

/** Puts finished conditions into the draft in place of those of the same types; the list keeps core's order. */
export function putConditions(object: KubeObject, place: ConditionPlace, conditions: readonly AnyCondition[]): void {
  const types = new Set(conditions.map(({ type }) => type));
  const others = conditionsAt(object, place).filter(({ type }) => !types.has(type));
  writePath(object, place.path, [...others, ...conditions].toSorted(orderOf(place.shape)));
}

/** Removes the condition of a type from a draft of the object. A list that becomes empty is removed too. */
export function removeCondition(object: KubeObject, place: ConditionPlace, type: string): void {
  const left = conditionsAt(object, place).filter((condition) => condition.type !== type);
  writePath(object, place.path, left.length === 0 ? undefined : left);
}

/** Whether the object has the condition with the status True. Looks where `getCondition` looks. */
export function isConditionTrue(object: KubeObject, type: string): boolean {
  return getCondition(object, type)?.status === "True";
}

interface ShapeRules {
  readonly create: (change: ConditionChange, now: string, generation: number | undefined) => AnyCondition;
  /** Whether the transition time keeps its value. */
  readonly sameState: (old: AnyCondition, created: AnyCondition) => boolean;
}

const shapes: Readonly<Record<ConditionShape, ShapeRules>> = {
  metav1: {
    create: (change, now, generation) => ({
      type: change.type,
      status: change.status,
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      lastTransitionTime: now,
      reason: change.reason,
      message: change.message ?? "",
    }),
    sameState: (old, created) => old.status === created.status,
  },
  severity: {
    create: (change, now) => ({
      type: change.type,
      status: change.status,
      ...(change.status === "False" ? { severity: change.severity ?? "Error" } : {}),
      lastTransitionTime: now,
      ...(change.status === "True" ? {} : { reason: change.reason }),
      ...(change.message === undefined || change.message === "" ? {} : { message: change.message }),
    }),
    // The state is everything except the time: a new reason or message is a transition too.
    sameState: (old, created) => deepEqual({ ...old, lastTransitionTime: created.lastTransitionTime }, created),
  },
};
