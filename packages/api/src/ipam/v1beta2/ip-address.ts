// IPAddress, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";
import type { IPAddressClaimReference, IPPoolReference } from "./references.ts";

/** The desired state of an IPAddress. */
export interface IPAddressSpec {
  /** claimRef references the claim that the address was given to. */
  claimRef: IPAddressClaimReference;
  /** poolRef references the pool that the address is from. */
  poolRef: IPPoolReference;
  /**
   * address is the IP address.
   * @minLength 1
   * @maxLength 39
   */
  address: string;
  /**
   * prefix is the length of the network's prefix in bits.
   * @minimum 0
   * @maximum 128
   */
  prefix: Int32;
  /**
   * gateway is the address of the network's gateway.
   * @minLength 1
   * @maxLength 39
   */
  gateway?: string;
}

/** An IPAddress is an address that an IPAM provider gave to a claim. */
export interface IPAddress extends KubeObject<"ipam.cluster.x-k8s.io/v1beta2", "IPAddress"> {
  /** spec is the desired state. */
  spec: IPAddressSpec;
}
export const IPAddress: Resource<IPAddress> = defineResource({
  apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
  kind: "IPAddress",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Address: { path: ".spec.address", description: "The address" },
    "Pool Name": { path: ".spec.poolRef.name", description: "The pool that the address is from" },
    "Pool Kind": { path: ".spec.poolRef.kind", description: "The kind of that pool" },
    Age: ".metadata.creationTimestamp",
  },
});
