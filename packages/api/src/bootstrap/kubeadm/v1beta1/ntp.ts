// The clock of a machine, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.

/** How the machine's clock is set. */
export interface NTP {
  /**
   * servers are the time servers.
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 512
   */
  servers?: string[];
  /** enabled switches the time service on or off. */
  enabled?: boolean;
}
