// IPAddress and IPAddressClaim, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Int, KubeObject, Resource } from "@capstan/kube";
import type { Condition } from "../../core/v1beta1/condition.ts";
import type { LocalObjectReference, TypedLocalObjectReference } from "../references.ts";

/** The desired state of an IPAddress. */
export interface IPAddressSpec {
  /** claimRef references the claim that the address was given to. */
  claimRef: LocalObjectReference;
  /** poolRef references the pool that the address is from. */
  poolRef: TypedLocalObjectReference;
  /**
   * address is the IP address.
   * @minLength 1
   * @maxLength 39
   */
  address: string;
  /** prefix is the length of the network's prefix in bits. */
  prefix: Int;
  /**
   * gateway is the address of the network's gateway.
   * @minLength 1
   * @maxLength 39
   */
  gateway?: string;
}

/** An IPAddress is an address that an IPAM provider gave to a claim. */
export interface IPAddress extends KubeObject<"ipam.cluster.x-k8s.io/v1beta1", "IPAddress"> {
  /** spec is the desired state. */
  spec?: IPAddressSpec;
}
export const IPAddress: Resource<IPAddress> = defineResource({
  apiVersion: "ipam.cluster.x-k8s.io/v1beta1",
  kind: "IPAddress",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Address: { path: ".spec.address", description: "The address" },
    "Pool Name": { path: ".spec.poolRef.name", description: "The pool that the address is from" },
    "Pool Kind": { path: ".spec.poolRef.kind", description: "The kind of that pool" },
    Age: ".metadata.creationTimestamp",
  },
});

/** The desired state of an IPAddressClaim. */
export interface IPAddressClaimSpec {
  /**
   * clusterName names the Cluster this object belongs to.
   * @minLength 1
   * @maxLength 63
   */
  clusterName?: string;
  /** poolRef references the pool that the address comes from; its kind decides which IPAM provider answers. */
  poolRef: TypedLocalObjectReference;
}

/** What API version v1beta2 has in its status itself. */
export interface IPAddressClaimV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
}

/** The observed state of an IPAddressClaim. */
export interface IPAddressClaimStatus {
  /** addressRef references the IPAddress that answers the claim. */
  addressRef?: LocalObjectReference;
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: IPAddressClaimV1Beta2Status;
}

/** An IPAddressClaim asks the pool that it references for an IP address. */
export interface IPAddressClaim extends KubeObject<"ipam.cluster.x-k8s.io/v1beta1", "IPAddressClaim"> {
  /** spec is the desired state. */
  spec?: IPAddressClaimSpec;
  /** status is the observed state. */
  status?: IPAddressClaimStatus;
}
export const IPAddressClaim: Resource<IPAddressClaim> = defineResource({
  apiVersion: "ipam.cluster.x-k8s.io/v1beta1",
  kind: "IPAddressClaim",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    "Pool Name": { path: ".spec.poolRef.name", description: "The pool that the address comes from" },
    "Pool Kind": { path: ".spec.poolRef.kind", description: "The kind of that pool" },
    Age: ".metadata.creationTimestamp",
  },
});
