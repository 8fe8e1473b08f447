// Cluster, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Int32, Int64, KubeObject, Resource } from "@capstan/kube";
import type { APIEndpoint, FailureDomainSpec } from "./common.ts";
import type { Condition } from "./condition.ts";
import type { ClusterAvailabilityGate } from "./gates.ts";
import type { ObjectReference } from "./references.ts";
import type { Topology } from "./topology.ts";
import type { StatusUpgradePlanVersion, StatusVersion } from "./versions.ts";

/** Address ranges. */
export interface NetworkRanges {
  /**
   * cidrBlocks lists address ranges in CIDR notation.
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 43
   */
  cidrBlocks: string[];
}

/** The network configuration of a cluster. */
export interface ClusterNetwork {
  /** apiServerPort is the port the API servers of the cluster bind to. */
  apiServerPort?: Int32;
  /** services are the address ranges of Services. */
  services?: NetworkRanges;
  /** pods are the address ranges of pods. */
  pods?: NetworkRanges;
  /**
   * serviceDomain is the DNS domain of Services.
   * @minLength 1
   * @maxLength 253
   */
  serviceDomain?: string;
}

/** The desired state of a Cluster. */
export interface ClusterSpec {
  /** paused stops all controllers from working on this object and everything below it. */
  paused?: boolean;
  /** clusterNetwork is the network configuration shared by all parts of the cluster. */
  clusterNetwork?: ClusterNetwork;
  /** controlPlaneEndpoint is where the control plane is reached. */
  controlPlaneEndpoint?: APIEndpoint;
  /** controlPlaneRef references the control plane object; without it control plane machines stand alone. */
  controlPlaneRef?: ObjectReference;
  /** infrastructureRef references the object of the infrastructure provider. */
  infrastructureRef?: ObjectReference;
  /** topology creates the cluster from a ClusterClass. */
  topology?: Topology;
  /**
   * availabilityGates name further conditions that must hold before the Cluster counts as Available.
   * @listType map
   * @listMapKey conditionType
   * @maxItems 32
   */
  availabilityGates?: ClusterAvailabilityGate[];
}

/** A summary of the control plane's machines. */
export interface ClusterControlPlaneStatus {
  /** desiredReplicas is the desired number of machines. */
  desiredReplicas?: Int32;
  /** replicas counts the control plane machines. */
  replicas?: Int32;
  /** upToDateReplicas counts the machines whose UpToDate condition is true. */
  upToDateReplicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /**
   * versions counts the machines by Kubernetes version.
   * @listType atomic
   * @minItems 1
   * @maxItems 32
   */
  versions?: StatusVersion[];
  /**
   * upgradePlan lists the versions still to be stepped through.
   * @listType atomic
   * @minItems 1
   * @maxItems 32
   */
  upgradePlan?: StatusUpgradePlanVersion[];
}

/** A summary of the worker machines. */
export interface WorkersStatus {
  /** desiredReplicas is the desired number of machines. */
  desiredReplicas?: Int32;
  /** replicas counts the worker machines. */
  replicas?: Int32;
  /** upToDateReplicas counts the machines whose UpToDate condition is true. */
  upToDateReplicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /**
   * versions counts the machines by Kubernetes version.
   * @listType atomic
   * @minItems 1
   * @maxItems 32
   */
  versions?: StatusVersion[];
  /**
   * upgradePlan lists the versions still to be stepped through.
   * @listType atomic
   * @minItems 1
   * @maxItems 32
   */
  upgradePlan?: StatusUpgradePlanVersion[];
}

/** What API version v1beta2 has in its status itself. */
export interface ClusterV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
  /** controlPlane summarises the control plane's machines. */
  controlPlane?: ClusterControlPlaneStatus;
  /** workers summarises the worker machines. */
  workers?: WorkersStatus;
}

/** The observed state of a Cluster. */
export interface ClusterStatus {
  /** failureDomains are the failure domains the infrastructure provider offers. */
  failureDomains?: Record<string, FailureDomainSpec>;
  /** failureReason is the one-word cause of a problem that controllers will not overcome by retrying. */
  failureReason?: string;
  /**
   * failureMessage explains a problem that controllers will not overcome by retrying.
   * @minLength 1
   * @maxLength 10240
   */
  failureMessage?: string;
  /** phase sums up where the object is in its life, for people; programs read the conditions. */
  phase?: "Pending" | "Provisioning" | "Provisioned" | "Deleting" | "Failed" | "Unknown";
  /** infrastructureReady becomes true once the infrastructure is ready. */
  infrastructureReady?: boolean;
  /** controlPlaneReady says whether the control plane serves requests. */
  controlPlaneReady?: boolean;
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: ClusterV1Beta2Status;
}

/** A Cluster is one workload cluster: its infrastructure, its control plane and its workers. */
export interface Cluster extends KubeObject<"cluster.x-k8s.io/v1beta1", "Cluster"> {
  /** spec is the desired state. */
  spec?: ClusterSpec;
  /** status is the observed state. */
  status?: ClusterStatus;
}
export const Cluster: Resource<Cluster> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "Cluster",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  shortNames: ["cl"],
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    ClusterClass: { path: ".spec.topology.class", description: "The ClusterClass, where there is a topology" },
    Phase: { path: ".status.phase", description: "Where it is in its life" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.topology.version", description: "The Kubernetes version" },
  },
});
