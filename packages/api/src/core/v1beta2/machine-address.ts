// Addresses of machines, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/** What kind of address it is. */
export type MachineAddressType = "Hostname" | "ExternalIP" | "InternalIP" | "ExternalDNS" | "InternalDNS";

/** An address of a machine. */
export interface MachineAddress {
  /** type is the kind of address. */
  type: MachineAddressType;
  /**
   * address is the address itself.
   * @minLength 1
   * @maxLength 256
   */
  address: string;
}
