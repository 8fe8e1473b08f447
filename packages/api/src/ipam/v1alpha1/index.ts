// Cluster API's kinds for IP addresses, API version v1alpha1: still served and converted by core.
export { IPAddress, IPAddressClaim } from "./ip-address.ts";
export type { IPAddressClaimSpec, IPAddressClaimStatus } from "./ip-address.ts";
export type { LocalObjectReference, TypedLocalObjectReference } from "../references.ts";
export type { IPAddressSpec } from "../v1beta1/ip-address.ts";
