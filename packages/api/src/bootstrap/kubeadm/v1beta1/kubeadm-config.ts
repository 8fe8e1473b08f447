// KubeadmConfig, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Int64, KubeObject, Resource } from "@capstan/kube";
import type { Condition } from "../../../core/v1beta1/condition.ts";
import type { KubeadmConfigSpec } from "./kubeadm-config-spec.ts";

/** What API version v1beta2 has in its status itself. */
export interface KubeadmConfigV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
}

/** The observed state of a KubeadmConfig. */
export interface KubeadmConfigStatus {
  /** ready becomes true once the bootstrap data is there. */
  ready?: boolean;
  /**
   * dataSecretName names the Secret that holds the bootstrap data.
   * @minLength 1
   * @maxLength 253
   */
  dataSecretName?: string;
  /**
   * failureReason is the one-word cause of a problem that controllers will not overcome by retrying.
   * @minLength 1
   * @maxLength 256
   */
  failureReason?: string;
  /**
   * failureMessage explains a problem that controllers will not overcome by retrying.
   * @minLength 1
   * @maxLength 10240
   */
  failureMessage?: string;
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: KubeadmConfigV1Beta2Status;
}

/** A KubeadmConfig makes the bootstrap data of one machine that becomes a Node by kubeadm. */
export interface KubeadmConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta1", "KubeadmConfig"> {
  /** spec is the desired state. */
  spec?: KubeadmConfigSpec;
  /** status is the observed state. */
  status?: KubeadmConfigStatus;
}
export const KubeadmConfig: Resource<KubeadmConfig> = defineResource({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
  kind: "KubeadmConfig",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      description: "The Cluster this belongs to",
    },
    Age: ".metadata.creationTimestamp",
  },
});
