// Cluster API's kinds for IP addresses, API version v1beta1: deprecated, still served and converted by core.
export { IPAddressClaim } from "./ip-address-claim.ts";
export type { IPAddressClaimSpec, IPAddressClaimStatus, IPAddressClaimV1Beta2Status } from "./ip-address-claim.ts";
export { IPAddress } from "./ip-address.ts";
export type { LocalObjectReference, TypedLocalObjectReference } from "../references.ts";
export type { IPAddressSpec } from "../ip-address-spec.ts";
