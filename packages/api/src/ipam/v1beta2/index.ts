// Cluster API's kinds for IP addresses, API version v1beta2.
export { IPAddressClaim } from "./ip-address-claim.ts";
export type {
  IPAddressClaimDeprecatedStatus,
  IPAddressClaimSpec,
  IPAddressClaimStatus,
  IPAddressClaimV1Beta1DeprecatedStatus,
} from "./ip-address-claim.ts";
export { IPAddress } from "./ip-address.ts";
export type { IPAddressSpec } from "./ip-address.ts";
export type { IPAddressClaimReference, IPAddressReference, IPPoolReference } from "./references.ts";
