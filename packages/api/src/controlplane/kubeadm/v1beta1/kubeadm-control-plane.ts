// KubeadmControlPlane, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Int32, Int64, KubeObject, Resource, Time } from "@capstan/kube";
import type { KubeadmConfigSpec } from "../../../bootstrap/kubeadm/v1beta1/kubeadm-config-spec.ts";
import type { Condition } from "../../../core/v1beta1/condition.ts";
import type { StatusVersion } from "../../../core/v1beta1/versions.ts";
import type { KubeadmControlPlaneMachineTemplate } from "./machine-template.ts";
import type { MachineNamingStrategy, RemediationStrategy, RolloutBefore, RolloutStrategy } from "./rollout.ts";

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
  kubeadmConfigSpec: KubeadmConfigSpec;
  /** rolloutBefore has machines replaced before something expires. */
  rolloutBefore?: RolloutBefore;
  /** rolloutAfter has machines replaced that were created before this time, once it has come. */
  rolloutAfter?: Time;
  /**
   * rolloutStrategy says how machines are replaced.
   * @default { "type": "RollingUpdate", "rollingUpdate": { "maxSurge": 1 } }
   */
  rolloutStrategy?: RolloutStrategy;
  /** remediationStrategy configures the replacement of unhealthy machines. */
  remediationStrategy?: RemediationStrategy;
  /** machineNamingStrategy is the rule for the names of machines. */
  machineNamingStrategy?: MachineNamingStrategy;
}

/** What API version v1beta2 has in its status itself. */
export interface KubeadmControlPlaneV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /** upToDateReplicas counts the machines whose UpToDate condition is true. */
  upToDateReplicas?: Int32;
}

/** The last machine that was replaced because it was unhealthy. */
export interface LastRemediationStatus {
  /**
   * machine names the machine that was replaced.
   * @minLength 1
   * @maxLength 253
   */
  machine: string;
  /** timestamp is when it was replaced. */
  timestamp: Time;
  /** retryCount counts how often a replacement failed too. */
  retryCount: Int32;
}

/** The observed state of a KubeadmControlPlane. */
export interface KubeadmControlPlaneStatus {
  /**
   * selector is the selector as a string, for the scale subresource.
   * @minLength 1
   * @maxLength 4096
   */
  selector?: string;
  /** replicas counts the machines. */
  replicas?: Int32;
  /**
   * version is the lowest Kubernetes version of the machines.
   * @minLength 1
   * @maxLength 256
   */
  version?: string;
  /** updatedReplicas counts the machines that follow the newest template. */
  updatedReplicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** unavailableReplicas counts the machines that are missing or not available. */
  unavailableReplicas?: Int32;
  /** initialized becomes true once the API server accepts requests, and stays true. */
  initialized?: boolean;
  /** ready becomes true once the API server became ready for the first time, and stays true. */
  ready?: boolean;
  /** failureReason is the one-word cause of a problem that controllers will not overcome by retrying. */
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
  /** lastRemediation is about the last machine that was replaced because it was unhealthy. */
  lastRemediation?: LastRemediationStatus;
  /**
   * versions counts the machines by Kubernetes version.
   * @listType map
   * @listMapKey version
   * @minItems 1
   * @maxItems 100
   */
  versions?: StatusVersion[];
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: KubeadmControlPlaneV1Beta2Status;
}

/** A KubeadmControlPlane keeps the control plane machines of a cluster, which become Nodes by kubeadm. */
export interface KubeadmControlPlane extends KubeObject<
  "controlplane.cluster.x-k8s.io/v1beta1",
  "KubeadmControlPlane"
> {
  /** spec is the desired state. */
  spec?: KubeadmControlPlaneSpec;
  /** status is the observed state. */
  status?: KubeadmControlPlaneStatus;
}
export const KubeadmControlPlane: Resource<KubeadmControlPlane> = defineResource({
  apiVersion: "controlplane.cluster.x-k8s.io/v1beta1",
  kind: "KubeadmControlPlane",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  shortNames: ["kcp"],
  categories: ["cluster-api"],
  deprecated: true,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      description: "The Cluster this belongs to",
    },
    Initialized: { path: ".status.initialized", description: "Whether the API server accepts requests" },
    "API Server Available": { path: ".status.ready", description: "Whether the API server became ready" },
    Desired: { path: ".spec.replicas", description: "Desired number of machines", priority: 10 },
    Replicas: { path: ".status.replicas", description: "Machines" },
    Ready: { path: ".status.readyReplicas", description: "Machines that are ready" },
    Updated: { path: ".status.updatedReplicas", description: "Machines that follow the newest template" },
    Unavailable: { path: ".status.unavailableReplicas", description: "Machines that are missing or not available" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.version", description: "The Kubernetes version" },
  },
});
