// KubeadmControlPlane, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int32, Int64, KubeObject, Resource, Time } from "@capstan/kube";
import type { KubeadmConfigSpec } from "../../../bootstrap/kubeadm/v1beta2/kubeadm-config-spec.ts";
import type { Condition as V1Beta1Condition } from "../../../core/v1beta1/condition.ts";
import type { StatusVersion } from "../../../core/v1beta2/versions.ts";
import type { KubeadmControlPlaneMachineTemplate } from "./machine-template.ts";
import type {
  KubeadmControlPlaneRemediationSpec,
  KubeadmControlPlaneRolloutSpec,
  MachineNamingSpec,
} from "./rollout.ts";

/** The desired state of a KubeadmControlPlane. */
export interface KubeadmControlPlaneSpec {
  /** replicas is the desired number of machines; an odd number, where etcd runs on them. Default: 1. */
  replicas?: Int32;
  /**
   * version is the Kubernetes version.
   * @minLength 1
   * @maxLength 256
   */
  version: string;
  /** machineTemplate describes the machines. */
  machineTemplate: KubeadmControlPlaneMachineTemplate;
  /** kubeadmConfigSpec says how the machines become Nodes. */
  kubeadmConfigSpec?: KubeadmConfigSpec;
  /** rollout configures when and how machines are replaced. */
  rollout?: KubeadmControlPlaneRolloutSpec;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: KubeadmControlPlaneRemediationSpec;
  /** machineNaming is the rule for the names of machines. */
  machineNaming?: MachineNamingSpec;
}

/**
 * What happens once in a KubeadmControlPlane's life.
 * @minProperties 1
 */
export interface KubeadmControlPlaneInitializationStatus {
  /** controlPlaneInitialized becomes true once the API server accepts requests, and stays true. */
  controlPlaneInitialized?: boolean;
}

/** Fields that only API version v1beta1 has. */
export interface KubeadmControlPlaneV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
  /** failureReason is the one-word cause of a problem that controllers will not overcome by retrying. */
  failureReason?: string;
  /**
   * failureMessage explains a problem that controllers will not overcome by retrying.
   * @minLength 1
   * @maxLength 10240
   */
  failureMessage?: string;
  /** updatedReplicas counts the machines that follow the newest template. */
  updatedReplicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** unavailableReplicas counts the machines that are missing or not available. */
  unavailableReplicas?: Int32;
}

/** Fields that only older API versions have. */
export interface KubeadmControlPlaneDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: KubeadmControlPlaneV1Beta1DeprecatedStatus;
}

/** The last machine that was replaced because it was unhealthy. */
export interface LastRemediationStatus {
  /**
   * machine names the machine that was replaced.
   * @minLength 1
   * @maxLength 253
   */
  machine: string;
  /** time is when it was replaced. */
  time: Time;
  /**
   * retryCount counts how often a replacement failed too.
   * @minimum 0
   */
  retryCount: Int32;
}

/**
 * The observed state of a KubeadmControlPlane.
 * @minProperties 1
 */
export interface KubeadmControlPlaneStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /** initialization reports the steps that happen once in the object's life. */
  initialization?: KubeadmControlPlaneInitializationStatus;
  /**
   * selector is the selector as a string, for the scale subresource.
   * @minLength 1
   * @maxLength 4096
   */
  selector?: string;
  /** replicas counts the machines. */
  replicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /** upToDateReplicas counts the machines whose UpToDate condition is true. */
  upToDateReplicas?: Int32;
  /**
   * versions counts the machines by Kubernetes version.
   * @listType map
   * @listMapKey version
   * @minItems 1
   * @maxItems 100
   */
  versions?: StatusVersion[];
  /**
   * version is the lowest Kubernetes version of the machines; deprecated, read versions.
   * @minLength 1
   * @maxLength 256
   */
  version?: string;
  /**
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /** lastRemediation is about the last machine that was replaced because it was unhealthy. */
  lastRemediation?: LastRemediationStatus;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: KubeadmControlPlaneDeprecatedStatus;
}

/** A KubeadmControlPlane keeps the control plane machines of a cluster, which become Nodes by kubeadm. */
export interface KubeadmControlPlane extends KubeObject<
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlane"
> {
  /** spec is the desired state. */
  spec: KubeadmControlPlaneSpec;
  /** status is the observed state. */
  status?: KubeadmControlPlaneStatus;
}
export const KubeadmControlPlane: Resource<KubeadmControlPlane> = defineResource({
  apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmControlPlane",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  shortNames: ["kcp"],
  categories: ["cluster-api"],
  storage: true,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      description: "The Cluster this belongs to",
    },
    Available: {
      path: '.status.conditions[?(@.type=="Available")].status',
      description: "Whether everything needed is available",
    },
    Desired: { path: ".spec.replicas", description: "Desired number of machines" },
    Current: { path: ".status.replicas", description: "Machines" },
    Ready: { path: ".status.readyReplicas", description: "Machines that pass all readiness checks" },
    "Machines Available": { path: ".status.availableReplicas", description: "Machines that are available" },
    "Up-to-date": { path: ".status.upToDateReplicas", description: "Machines that follow the newest spec" },
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    Initialized: {
      path: ".status.initialization.controlPlaneInitialized",
      description: "Whether the API server accepts requests",
    },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.version", description: "The Kubernetes version" },
  },
});
