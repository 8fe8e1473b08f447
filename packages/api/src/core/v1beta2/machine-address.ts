// Addresses of machines, API version v1beta2.
// Shapes and bounds are Cluster API 1.14's; kits, hooks and the CRD generator read them. No behaviour lives here.

/** What kind of address it is. */
export type MachineAddressType = "Hostname" | "ExternalIP" | "InternalIP" | "ExternalDNS" | "InternalDNS";

/** An address of a machine. */
export interface MachineAddress {
  /** type says what it is. */
  type: MachineAddressType;
  /**
   * address is the address itself.
   * @minLength 1
   * @maxLength 256
   */
  address: string;
}
