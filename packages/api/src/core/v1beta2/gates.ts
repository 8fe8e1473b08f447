// Conditions that gate readiness and availability, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/** Whether a condition is good news when true or when false. */
export type ConditionPolarity = "Positive" | "Negative";

/** A condition that must hold before the Cluster counts as Available. */
export interface ClusterAvailabilityGate {
  /**
   * conditionType is the type of the condition that must hold.
   * @pattern "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
   * @minLength 1
   * @maxLength 316
   */
  conditionType: string;
  /** polarity is `Positive` if True is the good state of the condition, `Negative` if False is. */
  polarity?: ConditionPolarity;
}

/** A condition that must hold before a machine counts as ready. */
export interface MachineReadinessGate {
  /**
   * conditionType is the type of the condition that must hold.
   * @pattern "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
   * @minLength 1
   * @maxLength 316
   */
  conditionType: string;
  /** polarity is `Positive` if True is the good state of the condition, `Negative` if False is. */
  polarity?: ConditionPolarity;
}
