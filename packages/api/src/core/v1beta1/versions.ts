// Counts of machines by Kubernetes version, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/** How many machines are at a Kubernetes version. */
export interface StatusVersion {
  /**
   * version is the Kubernetes version.
   * @minLength 1
   * @maxLength 256
   */
  version: string;
  /**
   * replicas counts the machines at this version.
   * @minimum 1
   */
  replicas?: Int32;
}

/** A version that an upgrade still has to step through. */
export interface StatusUpgradePlanVersion {
  /**
   * version is the Kubernetes version.
   * @minLength 1
   * @maxLength 256
   */
  version: string;
}
