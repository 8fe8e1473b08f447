// The shapes of a condition, and the lists of conditions that an object may have.
import type { Time } from "@capstan/kube";

/** `metav1` is the shape of Kubernetes, `severity` the shape of contract v1beta1. */
export type ConditionShape = "metav1" | "severity";

/** The path of a list of conditions and the shape of its elements. */
export interface ConditionPlace {
  readonly path: "status.conditions" | "status.v1beta2.conditions" | "status.deprecated.v1beta1.conditions";
  readonly shape: ConditionShape;
}

/** The lists an object may have, by the contract that defines them. */
export const conditionPlaces = {
  /** Contract v1beta2. */
  current: { path: "status.conditions", shape: "metav1" },
  /** Contract v1beta1. */
  severity: { path: "status.conditions", shape: "severity" },
  /** Contract v1beta1 with the newer list next to the old one; core reads the newer one first. */
  beside: { path: "status.v1beta2.conditions", shape: "metav1" },
  /** Contract v1beta2 with the old list kept for clients that still read it. */
  deprecated: { path: "status.deprecated.v1beta1.conditions", shape: "severity" },
} as const;

/** How severe a False condition is. */
export type ConditionSeverity = "Error" | "Warning" | "Info" | "";

/** SeverityCondition is an observation about an object in contract v1beta1's shape, one per type. */
export interface SeverityCondition {
  /** type of the condition, in CamelCase. */
  type: string;
  /** status of the condition. */
  status: "True" | "False" | "Unknown";
  /** severity says how bad it is that the status is False; empty otherwise. */
  severity?: ConditionSeverity;
  /** lastTransitionTime is when the status last changed. */
  lastTransitionTime: Time;
  /** reason of the last change, in CamelCase; empty when the status is True. */
  reason?: string;
  /** message says more about the last change, for people. */
  message?: string;
}
