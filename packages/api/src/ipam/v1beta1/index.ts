// Cluster API's kinds for IP addresses, API version v1beta1: deprecated, still served and converted by core.
export { IPAddress, IPAddressClaim } from "./ip-address.ts";
export type {
  IPAddressClaimSpec,
  IPAddressClaimStatus,
  IPAddressClaimV1Beta2Status,
  IPAddressSpec,
} from "./ip-address.ts";
export type { LocalObjectReference, TypedLocalObjectReference } from "../references.ts";
