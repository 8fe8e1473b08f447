// ClusterResourceSetBinding, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
import type { ResourceBinding } from "../resource.ts";

/** What is known about one ClusterResourceSet in one cluster. */
export interface ResourceSetBinding {
  /**
   * clusterResourceSetName names the ClusterResourceSet.
   * @minLength 1
   * @maxLength 253
   */
  clusterResourceSetName: string;
  /**
   * resources are the resources of the ClusterResourceSet.
   * @listType atomic
   * @maxItems 100
   */
  resources?: ResourceBinding[];
}

/** The desired state of a ClusterResourceSetBinding. */
export interface ClusterResourceSetBindingSpec {
  /**
   * bindings are the ClusterResourceSets that select the Cluster.
   * @listType atomic
   * @maxItems 100
   */
  bindings?: ResourceSetBinding[];
  /**
   * clusterName names the Cluster that the resources are applied to.
   * @minLength 1
   * @maxLength 63
   */
  clusterName: string;
}

/** A ClusterResourceSetBinding records which resources were applied to one Cluster. */
export interface ClusterResourceSetBinding extends KubeObject<
  "addons.cluster.x-k8s.io/v1beta2",
  "ClusterResourceSetBinding"
> {
  /** spec is the desired state. */
  spec: ClusterResourceSetBindingSpec;
}
export const ClusterResourceSetBinding: Resource<ClusterResourceSetBinding> = defineResource({
  apiVersion: "addons.cluster.x-k8s.io/v1beta2",
  kind: "ClusterResourceSetBinding",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    Age: ".metadata.creationTimestamp",
  },
});
