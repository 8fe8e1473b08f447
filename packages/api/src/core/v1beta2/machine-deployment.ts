// MachineDeployment, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int32, Int64, IntOrString, KubeObject, LabelSelector, Resource, Time } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../v1beta1/condition.ts";
import type { MachineSetDeletionOrder } from "./machine-set.ts";
import type { MachineNamingSpec, MachineTemplateSpec } from "./machine-template.ts";
import type { StatusVersion } from "./versions.ts";

/** Where a MachineDeployment is in its life. */
export type MachineDeploymentPhase = "ScalingUp" | "ScalingDown" | "Running" | "Failed" | "Unknown";

/**
 * How far a rolling update may go at a time.
 * @minProperties 1
 */
export interface MachineDeploymentRolloutStrategyRollingUpdate {
  /** maxUnavailable is how many machines may be unavailable during a rollout, as a number or a percentage. */
  maxUnavailable?: IntOrString;
  /** maxSurge is how many machines may exist above the desired number during a rollout, as a number or a percentage. */
  maxSurge?: IntOrString;
}

/**
 * How changes are rolled out.
 * @minProperties 1
 */
export interface MachineDeploymentRolloutStrategy {
  /** type chooses the strategy. */
  type: "RollingUpdate" | "OnDelete";
  /** rollingUpdate configures the strategy `RollingUpdate`. */
  rollingUpdate?: MachineDeploymentRolloutStrategyRollingUpdate;
}

/**
 * When and how changes are rolled out.
 * @minProperties 1
 */
export interface MachineDeploymentRolloutSpec {
  /** after starts a rollout, at this time, of everything that was created before it. */
  after?: Time;
  /** strategy configures how changes are rolled out. */
  strategy?: MachineDeploymentRolloutStrategy;
}

/**
 * How unhealthy machines are replaced.
 * @minProperties 1
 */
export interface MachineDeploymentRemediationSpec {
  /** maxInFlight limits how many machines are remediated at a time, as a number or a percentage. */
  maxInFlight?: IntOrString;
}

/**
 * How machines are deleted when scaling down.
 * @minProperties 1
 */
export interface MachineDeploymentDeletionSpec {
  /** order decides which machines are deleted first when scaling down. */
  order?: MachineSetDeletionOrder;
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
  /** rollout configures how changes are rolled out. */
  rollout?: MachineDeploymentRolloutSpec;
  /** selector selects the machines that belong to this object. */
  selector: LabelSelector;
  /** template describes the machines that are created. */
  template: MachineTemplateSpec;
  /** machineNaming is the rule for the names of machines. */
  machineNaming?: MachineNamingSpec;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: MachineDeploymentRemediationSpec;
  /** deletion configures how machines are deleted. */
  deletion?: MachineDeploymentDeletionSpec;
  /** paused stops rollouts of this MachineDeployment. */
  paused?: boolean;
}

/** Fields that only API version v1beta1 has. */
export interface MachineDeploymentV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
  /** updatedReplicas counts the machines that follow the newest template. */
  updatedReplicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /** unavailableReplicas counts the machines that are missing or not available. */
  unavailableReplicas?: Int32;
}

/** Fields that only older API versions have. */
export interface MachineDeploymentDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: MachineDeploymentV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a MachineDeployment.
 * @minProperties 1
 */
export interface MachineDeploymentStatus {
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
  /** phase sums up where the object is in its life, for people; programs read the conditions. */
  phase?: MachineDeploymentPhase;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: MachineDeploymentDeprecatedStatus;
}

/** A MachineDeployment keeps a number of Machines and rolls out changes to them. */
export interface MachineDeployment extends KubeObject<"cluster.x-k8s.io/v1beta2", "MachineDeployment"> {
  /** spec is the desired state. */
  spec: MachineDeploymentSpec;
  /** status is the observed state. */
  status?: MachineDeploymentStatus;
}
export const MachineDeployment: Resource<MachineDeployment> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineDeployment",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  shortNames: ["md"],
  categories: ["cluster-api"],
  storage: true,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    Desired: { path: ".spec.replicas", description: "Desired number of machines" },
    Current: { path: ".status.replicas", description: "Machines" },
    Ready: { path: ".status.readyReplicas", description: "Number of machines that pass all readiness checks" },
    Available: { path: ".status.availableReplicas", description: "Machines that are available" },
    "Up-to-date": { path: ".status.upToDateReplicas", description: "Number of machines that follow the newest spec" },
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    Phase: { path: ".status.phase", description: "Where it is in its life" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.template.spec.version", description: "The Kubernetes version" },
  },
});
