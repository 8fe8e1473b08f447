// IPAddress and IPAddressClaim, API version v1alpha1.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
import type { Condition } from "../../core/v1beta1/condition.ts";
import type { LocalObjectReference, TypedLocalObjectReference } from "../references.ts";
import type { IPAddressSpec } from "../v1beta1/ip-address.ts";

/** An IPAddress is an address that an IPAM provider gave to a claim. */
export interface IPAddress extends KubeObject<"ipam.cluster.x-k8s.io/v1alpha1", "IPAddress"> {
  /** spec is the desired state. */
  spec?: IPAddressSpec;
}
export const IPAddress: Resource<IPAddress> = defineResource({
  apiVersion: "ipam.cluster.x-k8s.io/v1alpha1",
  kind: "IPAddress",
  categories: ["cluster-api"],
  printColumns: {
    Address: { path: ".spec.address", description: "The address" },
    "Pool Name": { path: ".spec.poolRef.name", description: "The pool that the address is from" },
    "Pool Kind": { path: ".spec.poolRef.kind", description: "The kind of that pool" },
    Age: ".metadata.creationTimestamp",
  },
});

/** The desired state of an IPAddressClaim. */
export interface IPAddressClaimSpec {
  /** poolRef references the pool that the address comes from; its kind decides which IPAM provider answers. */
  poolRef: TypedLocalObjectReference;
}

/** The observed state of an IPAddressClaim. */
export interface IPAddressClaimStatus {
  /** addressRef references the IPAddress that answers the claim. */
  addressRef?: LocalObjectReference;
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
}

/** An IPAddressClaim asks the pool that it references for an IP address. */
export interface IPAddressClaim extends KubeObject<"ipam.cluster.x-k8s.io/v1alpha1", "IPAddressClaim"> {
  /** spec is the desired state. */
  spec?: IPAddressClaimSpec;
  /** status is the observed state. */
  status?: IPAddressClaimStatus;
}
export const IPAddressClaim: Resource<IPAddressClaim> = defineResource({
  apiVersion: "ipam.cluster.x-k8s.io/v1alpha1",
  kind: "IPAddressClaim",
  categories: ["cluster-api"],
  printColumns: {
    "Pool Name": { path: ".spec.poolRef.name", description: "The pool that the address comes from" },
    "Pool Kind": { path: ".spec.poolRef.kind", description: "The kind of that pool" },
    Age: ".metadata.creationTimestamp",
  },
});
