// Where an API server is reached, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/**
 * Where a Kubernetes API server is reached.
 * @minProperties 1
 */
export interface APIEndpoint {
  /**
   * host is a host name or IP address.
   * @minLength 1
   * @maxLength 512
   */
  host?: string;
  /**
   * port is the port.
   * @minimum 1
   * @maximum 65535
   */
  port?: Int32;
}
