// The condition of contract v1beta1: like Kubernetes' own, but with a severity while it is False.
import type { Time } from "@capstan/kube";

/** How bad a False condition is. */
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
