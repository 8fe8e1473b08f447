// Cluster API's kinds for IP addresses, API version v1alpha1: still served and converted by core.
export { IPAddressClaim } from "./ip-address-claim.ts";
export type { IPAddressClaimSpec, IPAddressClaimStatus } from "./ip-address-claim.ts";
export { IPAddress } from "./ip-address.ts";
export type { LocalObjectReference, TypedLocalObjectReference } from "../references.ts";
export type { IPAddressSpec } from "../ip-address-spec.ts";
