// Sets and removes conditions of an object in either shape: the shape of Kubernetes (contract v1beta2) and the one with severities
// (v1beta1). The functions change a draft of the object; the caller sends the difference to the API server.
import { formatTime, type KubeObject, type Time } from "@capstan/kube";
import { writePath } from "../objects/object-path.ts";
import { withCondition, withoutCondition, type AnyCondition } from "./condition-list.ts";
import type { ConditionPlace, ConditionSeverity, ConditionShape } from "./condition-shapes.ts";
import { conditionsAt } from "./read-conditions.ts";

/** A condition before it is put into a list, as summaries and mirrors create it. */
export interface NewCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason?: string;
  /** Cut after 10,240 characters: Cluster API copies messages into conditions of v1beta1, which may not have more. */
  readonly message?: string;
  /** Written in the shape of contract v1beta1 only. */
  readonly severity?: ConditionSeverity;
  /** When the status changed, for a condition that is copied from another object; the current time by default. */
  readonly lastTransitionTime?: Time;
}

/** The new state of a condition. */
export interface ConditionChange {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  /** Cut after 10,240 characters: Cluster API copies messages into conditions of v1beta1, which may not have more. */
  readonly message?: string;
  /** Written in the shape of contract v1beta1 while the status is False; `Error` by default. */
  readonly severity?: ConditionSeverity;
  /** The transition time; the current time by default. */
  readonly now?: Date;
}

/**
 * `maxLength` of a message in conditions of v1beta1, into which core copies those of provider objects; others may have 32,768. A longer one would make the server reject the patch, and with it every
 * other condition.
 */
const longestMessage = 10_240;

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
  const { now = new Date(), severity = "Error", reason, ...state } = change;
  const cause = {
    ...(change.status === "False" ? { severity } : {}),
    ...(place.shape === "severity" && change.status === "True" ? {} : { reason }),
  };
  putCondition({ object, place, now }, { ...state, ...cause });
}

/** An object, the list of conditions to change in it, and the time of a transition that brings none. */
export interface ConditionTarget {
  readonly object: KubeObject;
  readonly place: ConditionPlace;
  readonly now?: Date;
}

/**
 * Puts a condition into a draft of an object as it is given, for example a summary, an aggregate or a mirror. Transition times and order follow the
 * rules of `setCondition`; a transition time that is given counts for a condition that is new, and in the shape of Kubernetes for one whose status
 * changes. In that shape the condition gets the generation of the object.
 *
 * @example
 * const place = { path: "status.conditions", shape: "metav1" } as const;
 * putCondition({ object: draft, place }, mirrorOf(ready, { of: "Ready", target: "MachineReady" }));
 */
export function putCondition({ object, place, now = new Date() }: ConditionTarget, condition: NewCondition): void {
  const list = conditionsAt(object, place);
  const finished = finish[place.shape](shortened(condition), object.metadata.generation);
  const changed = withCondition({ list, shape: place.shape, now: () => formatTime(now) }, finished);
  // Most passes set what is there.
  if (changed !== list) writePath(object, place.path, changed);
}

/** Removes the condition of a type from a draft of the object. A list that becomes empty is removed too. */
export function removeCondition(object: KubeObject, place: ConditionPlace, type: string): void {
  const left = withoutCondition(conditionsAt(object, place), type);
  writePath(object, place.path, left.length === 0 ? undefined : left);
}

const finish: Readonly<
  Record<ConditionShape, (condition: NewCondition, generation: number | undefined) => AnyCondition>
> = {
  metav1: ({ type, status, reason = "", message = "", lastTransitionTime = "" }, generation) =>
    generation === undefined
      ? { type, status, lastTransitionTime, reason, message }
      : { type, status, observedGeneration: generation, lastTransitionTime, reason, message },
  severity: ({ type, status, severity = "", reason = "", message = "", lastTransitionTime = "" }) => ({
    type,
    status,
    ...(severity === "" ? {} : { severity }),
    lastTransitionTime,
    ...(reason === "" ? {} : { reason }),
    ...(message === "" ? {} : { message }),
  }),
};

/** The server counts code points and a string UTF-16 units, so what is cut is never too long; half a pair is left out. */
function shortened<C extends NewCondition>(condition: C): C {
  const { message = "" } = condition;
  return message.length <= longestMessage
    ? condition
    : { ...condition, message: message.slice(0, longestMessage).replace(/[\uD800-\uDBFF]$/, "") };
}
