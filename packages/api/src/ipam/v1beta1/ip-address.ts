// IPAddress, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
import type { IPAddressSpec } from "../ip-address-spec.ts";

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
