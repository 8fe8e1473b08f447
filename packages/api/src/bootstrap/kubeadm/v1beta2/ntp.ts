// The clock of a machine, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/**
 * How the machine's clock is set.
 * @minProperties 1
 */
export interface NTP {
  /**
   * servers are the time servers.
   * @listType atomic
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 512
   */
  servers?: string[];
  /** enabled switches the time service on or off. */
  enabled?: boolean;
}
