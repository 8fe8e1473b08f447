// MachineDeployment, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type {
  Condition as V1Beta2Condition,
  Int32,
  Int64,
  IntOrString,
  KubeObject,
  LabelSelector,
  Resource,
  Time,
} from "@capstan/kube";
import type { MachineNamingStrategy } from "./common.ts";
import type { Condition } from "./condition.ts";
import type { MachineTemplateSpec } from "./machine.ts";
import type { StatusVersion } from "./versions.ts";

/** How far a rolling update may go at a time. */
export interface MachineRollingUpdateDeployment {
  /** maxUnavailable is how many machines may be unavailable during a rollout, as a number or a percentage. */
  maxUnavailable?: IntOrString;
  /** maxSurge is how many machines may exist above the desired number during a rollout, as a number or a percentage. */
  maxSurge?: IntOrString;
  /** deletePolicy says which machines go first when scaling down. */
  deletePolicy?: "Random" | "Newest" | "Oldest";
}

/** How unhealthy machines are replaced. */
export interface RemediationStrategy {
  /** maxInFlight limits how many machines are remediated at a time, as a number or a percentage. */
  maxInFlight?: IntOrString;
}

/** How changes are rolled out. */
export interface MachineDeploymentStrategy {
  /** type chooses the strategy. */
  type?: "RollingUpdate" | "OnDelete";
  /** rollingUpdate configures the strategy `RollingUpdate`. */
  rollingUpdate?: MachineRollingUpdateDeployment;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: RemediationStrategy;
}

/** The desired state of a MachineDeployment. */
export interface MachineDeploymentSpec {
  /**
   * clusterName names the Cluster this object belongs to.
   * @minLength 1
   * @maxLength 63
   */
  clusterName: string;
  /** replicas is the desired number of machines. */
  replicas?: Int32;
  /** rolloutAfter asks for a rollout of everything created before this time, once the time has come. */
  rolloutAfter?: Time;
  /** selector selects the machines that belong to this object. */
  selector: LabelSelector;
  /** template describes the machines that are created. */
  template: MachineTemplateSpec;
  /** strategy configures how changes are rolled out. */
  strategy?: MachineDeploymentStrategy;
  /** machineNamingStrategy is the rule for the names of machines. */
  machineNamingStrategy?: MachineNamingStrategy;
  /** minReadySeconds is how long a machine must be ready before it counts as available. */
  minReadySeconds?: Int32;
  /** revisionHistoryLimit is how many old MachineSets are kept. */
  revisionHistoryLimit?: Int32;
  /** paused stops rollouts of this MachineDeployment. */
  paused?: boolean;
  /** progressDeadlineSeconds is ignored. */
  progressDeadlineSeconds?: Int32;
}

/** What API version v1beta2 has in its status itself. */
export interface MachineDeploymentV1Beta2Status {
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

/** The observed state of a MachineDeployment. */
export interface MachineDeploymentStatus {
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
  /**
   * selector is the selector as a string, for the scale subresource.
   * @minLength 1
   * @maxLength 4096
   */
  selector?: string;
  /** replicas counts the machines. */
  replicas?: Int32;
  /** updatedReplicas counts the machines that follow the newest template. */
  updatedReplicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /** unavailableReplicas counts the machines that are missing or not available. */
  unavailableReplicas?: Int32;
  /** phase sums up where the object is in its life, for people; programs read the conditions. */
  phase?: "ScalingUp" | "ScalingDown" | "Running" | "Failed" | "Unknown";
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /**
   * versions counts the machines by Kubernetes version.
   * @listType map
   * @listMapKey version
   * @minItems 1
   * @maxItems 100
   */
  versions?: StatusVersion[];
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: MachineDeploymentV1Beta2Status;
}

/** A MachineDeployment keeps a number of Machines and rolls out changes to them. */
export interface MachineDeployment extends KubeObject<"cluster.x-k8s.io/v1beta1", "MachineDeployment"> {
  /** spec is the desired state. */
  spec?: MachineDeploymentSpec;
  /** status is the observed state. */
  status?: MachineDeploymentStatus;
}
export const MachineDeployment: Resource<MachineDeployment> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "MachineDeployment",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  shortNames: ["md"],
  categories: ["cluster-api"],
  deprecated: true,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    Desired: { path: ".spec.replicas", description: "Desired number of machines", priority: 10 },
    Replicas: { path: ".status.replicas", description: "Machines" },
    Ready: { path: ".status.readyReplicas", description: "Number of machines that pass all readiness checks" },
    Updated: { path: ".status.updatedReplicas", description: "Machines that follow the newest template" },
    Unavailable: { path: ".status.unavailableReplicas", description: "Machines that are missing or not available" },
    Phase: { path: ".status.phase", description: "Where it is in its life" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.template.spec.version", description: "The Kubernetes version" },
  },
});
