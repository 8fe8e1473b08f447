// KubeadmConfig, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int64, KubeObject, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../../../core/v1beta1/condition.ts";
import type { KubeadmConfigSpec } from "./kubeadm-config-spec.ts";

/**
 * What happens once in a KubeadmConfig's life.
 * @minProperties 1
 */
export interface KubeadmConfigInitializationStatus {
  /** dataSecretCreated becomes true once the data Secret is written, and stays true. */
  dataSecretCreated?: boolean;
}

/** Fields that only API version v1beta1 has. */
export interface KubeadmConfigV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
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
}

/** Fields that only older API versions have. */
export interface KubeadmConfigDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: KubeadmConfigV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a KubeadmConfig.
 * @minProperties 1
 */
export interface KubeadmConfigStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /** initialization reports the steps that happen once in the object's life. */
  initialization?: KubeadmConfigInitializationStatus;
  /**
   * dataSecretName names the Secret that holds the bootstrap data.
   * @minLength 1
   * @maxLength 253
   */
  dataSecretName?: string;
  /**
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: KubeadmConfigDeprecatedStatus;
}

/** A KubeadmConfig makes the bootstrap data of one machine that becomes a Node by kubeadm. */
export interface KubeadmConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig"> {
  /** spec is the desired state. */
  spec?: KubeadmConfigSpec;
  /** status is the observed state. */
  status?: KubeadmConfigStatus;
}
export const KubeadmConfig: Resource<KubeadmConfig> = defineResource({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmConfig",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      description: "The Cluster this belongs to",
    },
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    "Data secret created": {
      path: ".status.initialization.dataSecretCreated",
      type: "string",
      description: "Whether the data Secret is written",
    },
    Age: ".metadata.creationTimestamp",
  },
});
