// Conditions with a severity, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Time } from "@capstan/kube";

/** How grave a false condition is. */
export type ConditionSeverity = "Error" | "Warning" | "Info" | "";

/** An observation in the older shape, with a severity. */
export interface Condition {
  /**
   * type names the aspect of the object that is observed.
   * @minLength 1
   * @maxLength 256
   */
  type: string;
  /** status says whether the condition holds. */
  status: "True" | "False" | "Unknown";
  /** severity says how grave a false condition is. */
  severity?: ConditionSeverity;
  /** lastTransitionTime is when the status last changed. */
  lastTransitionTime: Time;
  /**
   * reason is the one-word cause of the observation.
   * @minLength 1
   * @maxLength 256
   */
  reason?: string;
  /**
   * message explains the observation to people.
   * @minLength 1
   * @maxLength 10240
   */
  message?: string;
}
