// ClusterResourceSet, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Int64, KubeObject, LabelSelector, Resource } from "@capstan/kube";
import type { Condition } from "../../core/v1beta1/condition.ts";
import type { ClusterResourceSetStrategy, ResourceRef } from "../resource.ts";

/** The desired state of a ClusterResourceSet. */
export interface ClusterResourceSetSpec {
  /** clusterSelector selects the Clusters that get the resources; it must not be empty and cannot change. */
  clusterSelector: LabelSelector;
  /**
   * resources references the Secrets and ConfigMaps with the resources.
   * @maxItems 100
   */
  resources?: ResourceRef[];
  /** strategy says whether resources are applied once, or again whenever they change. Default: ApplyOnce. It cannot change. */
  strategy?: ClusterResourceSetStrategy;
}

/** What API version v1beta2 has in its status itself. */
export interface ClusterResourceSetV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
}

/** The observed state of a ClusterResourceSet. */
export interface ClusterResourceSetStatus {
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: ClusterResourceSetV1Beta2Status;
}

/** A ClusterResourceSet applies resources to the clusters that it selects. */
export interface ClusterResourceSet extends KubeObject<"addons.cluster.x-k8s.io/v1beta1", "ClusterResourceSet"> {
  /** spec is the desired state. */
  spec?: ClusterResourceSetSpec;
  /** status is the observed state. */
  status?: ClusterResourceSetStatus;
}
export const ClusterResourceSet: Resource<ClusterResourceSet> = defineResource({
  apiVersion: "addons.cluster.x-k8s.io/v1beta1",
  kind: "ClusterResourceSet",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Age: ".metadata.creationTimestamp",
  },
});
