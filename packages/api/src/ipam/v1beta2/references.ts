// References between claims, addresses and pools, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/** References a pool of an IPAM provider in the same namespace. */
export interface IPPoolReference {
  /**
   * name is the name of the pool.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
  /**
   * kind is the kind of the pool.
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$
   */
  kind: string;
  /**
   * apiGroup is the API group of the pool.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  apiGroup: string;
}

/** References an IPAddressClaim in the same namespace. */
export interface IPAddressClaimReference {
  /**
   * name is the name of the IPAddressClaim.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
}

/** References an IPAddress in the same namespace. */
export interface IPAddressReference {
  /**
   * name is the name of the IPAddress.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
}
