// Taints of machines, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/** Whether a taint is kept for ever or set once. */
export type MachineTaintPropagation = "Always" | "OnInitialization";

/** A taint that is set on the Nodes of machines. */
export interface MachineTaint {
  /**
   * key is the key of the taint.
   * @minLength 1
   * @maxLength 317
   * @pattern ^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$
   */
  key: string;
  /**
   * value is the value.
   * @minLength 1
   * @maxLength 63
   * @pattern ^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$
   */
  value?: string;
  /** effect says what the taint does to pods that do not tolerate it. */
  effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
  /** propagation says whether the taint is kept on the Node for ever or set once at the start. */
  propagation: MachineTaintPropagation;
}
