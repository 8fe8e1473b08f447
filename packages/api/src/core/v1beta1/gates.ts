// Conditions that gate readiness and availability, API version v1beta1 (deprecated, still served).
// Shapes and bounds are Cluster API 1.14's; extensions for older cores and the CRD generator read them. No behaviour lives here.

/** A condition that must hold before the Cluster counts as Available. */
export interface ClusterAvailabilityGate {
  /**
   * conditionType is the type of the condition that must hold.
   * @pattern "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
   * @minLength 1
   * @maxLength 316
   */
  conditionType: string;
  /** polarity says whether the condition is good news when true (`Positive`) or when false (`Negative`). */
  polarity?: "Positive" | "Negative";
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
  /** polarity says whether the condition is good news when true (`Positive`) or when false (`Negative`). */
  polarity?: "Positive" | "Negative";
}
