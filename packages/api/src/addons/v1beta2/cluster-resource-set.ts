// ClusterResourceSet, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int64, KubeObject, LabelSelector, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../../core/v1beta1/condition.ts";
import type { ClusterResourceSetStrategy, ResourceRef } from "../resource.ts";

/** The desired state of a ClusterResourceSet. */
export interface ClusterResourceSetSpec {
  /** clusterSelector selects the Clusters that get the resources; it must not be empty and cannot change. */
  clusterSelector: LabelSelector;
  /**
   * resources references the Secrets and ConfigMaps with the resources.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  resources: ResourceRef[];
  /** strategy says whether resources are applied once, or again whenever they change. Default: ApplyOnce. It cannot change. */
  strategy?: ClusterResourceSetStrategy;
}

/** Fields that only API version v1beta1 has. */
export interface ClusterResourceSetV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
}

/** Fields that only older API versions have. */
export interface ClusterResourceSetDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: ClusterResourceSetV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a ClusterResourceSet.
 * @minProperties 1
 */
export interface ClusterResourceSetStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /**
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: ClusterResourceSetDeprecatedStatus;
}

/** A ClusterResourceSet applies resources to the clusters that it selects. */
export interface ClusterResourceSet extends KubeObject<"addons.cluster.x-k8s.io/v1beta2", "ClusterResourceSet"> {
  /** spec is the desired state. */
  spec: ClusterResourceSetSpec;
  /** status is the observed state. */
  status?: ClusterResourceSetStatus;
}
export const ClusterResourceSet: Resource<ClusterResourceSet> = defineResource({
  apiVersion: "addons.cluster.x-k8s.io/v1beta2",
  kind: "ClusterResourceSet",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Applied: {
      path: '.status.conditions[?(@.type=="ResourcesApplied")].status',
      description: "Whether the resources were applied",
    },
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    Age: ".metadata.creationTimestamp",
  },
});
