// The desired state of an IPAddress before API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int } from "@capstan/kube";
import type { LocalObjectReference, TypedLocalObjectReference } from "./references.ts";

/** The desired state of an IPAddress. */
export interface IPAddressSpec {
  /** claimRef references the claim that the address was given to. */
  claimRef: LocalObjectReference;
  /** poolRef references the pool that the address is from. */
  poolRef: TypedLocalObjectReference;
  /**
   * address is the IP address.
   * @minLength 1
   * @maxLength 39
   */
  address: string;
  /** prefix is the length of the network's prefix in bits. */
  prefix: Int;
  /**
   * gateway is the address of the network's gateway.
   * @minLength 1
   * @maxLength 39
   */
  gateway?: string;
}
