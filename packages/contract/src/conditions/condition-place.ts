// The places where an object can keep a list of conditions, and the shape each list has.
// The contract tables say which kind has which place; conditions.ts reads and writes there.
import type { ConditionShape } from "./condition-order.ts";

/** Where a list of conditions stands and which shape it has. */
export interface ConditionPlace {
  readonly path: "status.conditions" | "status.v1beta2.conditions" | "status.deprecated.v1beta1.conditions";
  readonly shape: ConditionShape;
}

/** The lists an object can have, by the contract that puts them there. */
export const conditionPlaces = {
  /** Contract v1beta2. */
  current: { path: "status.conditions", shape: "metav1" },
  /** Contract v1beta1. */
  severity: { path: "status.conditions", shape: "severity" },
  /** Contract v1beta1 with the newer list beside the old one; core reads this one first. */
  beside: { path: "status.v1beta2.conditions", shape: "metav1" },
  /** Contract v1beta2 with the old list kept for a while. */
  deprecated: { path: "status.deprecated.v1beta1.conditions", shape: "severity" },
} as const;
