// A variable of a Cluster's topology, API version v1beta2, with the shape and bounds of Cluster API 1.14.
import type { JSONValue } from "@capstan/kube";

/** A value for a variable that the ClusterClass declares. */
export interface ClusterVariable {
  /**
   * name names the variable.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /** value is the value. */
  value: JSONValue;
}
