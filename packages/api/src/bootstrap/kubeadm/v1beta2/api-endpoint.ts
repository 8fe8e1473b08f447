// Where the API server of a machine listens, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/**
 * Where the API server of one control plane machine listens.
 * @minProperties 1
 */
export interface APIEndpoint {
  /**
   * advertiseAddress is the IP address that the API server tells others to use.
   * @minLength 1
   * @maxLength 39
   */
  advertiseAddress?: string;
  /**
   * bindPort is the port that the API server listens on. Default: 6443.
   * @minimum 1
   */
  bindPort?: Int32;
}
