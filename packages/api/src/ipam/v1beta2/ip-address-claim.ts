// IPAddressClaim, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, KubeObject, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../../core/v1beta1/condition.ts";
import type { IPAddressReference, IPPoolReference } from "./references.ts";

/** The desired state of an IPAddressClaim. */
export interface IPAddressClaimSpec {
  /**
   * clusterName names the Cluster this object belongs to.
   * @minLength 1
   * @maxLength 63
   */
  clusterName?: string;
  /** poolRef references the pool that the address comes from; its kind decides which IPAM provider answers. */
  poolRef: IPPoolReference;
}

/** Fields that only API version v1beta1 has. */
export interface IPAddressClaimV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
}

/** Fields that only older API versions have. */
export interface IPAddressClaimDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: IPAddressClaimV1Beta1DeprecatedStatus;
}

/**
 * The observed state of an IPAddressClaim.
 * @minProperties 1
 */
export interface IPAddressClaimStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /** addressRef references the IPAddress that answers the claim. */
  addressRef?: IPAddressReference;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: IPAddressClaimDeprecatedStatus;
}

/** An IPAddressClaim asks the pool that it references for an IP address. */
export interface IPAddressClaim extends KubeObject<"ipam.cluster.x-k8s.io/v1beta2", "IPAddressClaim"> {
  /** spec is the desired state. */
  spec: IPAddressClaimSpec;
  /** status is the observed state. */
  status?: IPAddressClaimStatus;
}
export const IPAddressClaim: Resource<IPAddressClaim> = defineResource({
  apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
  kind: "IPAddressClaim",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    "Pool Name": { path: ".spec.poolRef.name", description: "The pool that the address comes from" },
    "Pool Kind": { path: ".spec.poolRef.kind", description: "The kind of that pool" },
    Age: ".metadata.creationTimestamp",
  },
});
