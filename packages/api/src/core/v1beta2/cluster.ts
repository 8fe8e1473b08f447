// Cluster, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int32, Int64, KubeObject, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../v1beta1/condition.ts";
import type { APIEndpoint } from "./api-endpoint.ts";
import type { FailureDomain } from "./failure-domain.ts";
import type { ClusterAvailabilityGate } from "./gates.ts";
import type { ContractVersionedObjectReference } from "./references.ts";
import type { Topology } from "./topology.ts";
import type { StatusUpgradePlanVersion, StatusVersion } from "./versions.ts";

/** Where a Cluster is in its life. */
export type ClusterPhase = "Pending" | "Provisioning" | "Provisioned" | "Deleting" | "Failed" | "Unknown";

/**
 * The network configuration of a cluster.
 * @minProperties 1
 */
export interface ClusterNetwork {
  /**
   * apiServerPort is the port the API servers of the cluster bind to.
   * @minimum 1
   * @maximum 65535
   */
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

/** Address ranges. */
export interface NetworkRanges {
  /**
   * cidrBlocks lists address ranges in CIDR notation.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 43
   */
  cidrBlocks: string[];
}

/**
 * The desired state of a Cluster.
 * @minProperties 1
 */
export interface ClusterSpec {
  /** paused stops all controllers from working on this object and everything below it. */
  paused?: boolean;
  /** clusterNetwork is the network configuration shared by all parts of the cluster. */
  clusterNetwork?: ClusterNetwork;
  /** controlPlaneEndpoint is where the control plane is reached. */
  controlPlaneEndpoint?: APIEndpoint;
  /** controlPlaneRef references the control plane object; without it control plane machines stand alone. */
  controlPlaneRef?: ContractVersionedObjectReference;
  /** infrastructureRef references the object of the infrastructure provider. */
  infrastructureRef?: ContractVersionedObjectReference;
  /** topology creates the cluster from a ClusterClass. */
  topology?: Topology;
  /**
   * availabilityGates name further conditions that must hold before the Cluster counts as Available.
   * @listType map
   * @listMapKey conditionType
   * @minItems 1
   * @maxItems 32
   */
  availabilityGates?: ClusterAvailabilityGate[];
}

/**
 * What happens once in a Cluster's life.
 * @minProperties 1
 */
export interface ClusterInitializationStatus {
  /** infrastructureProvisioned becomes true once the infrastructure provider has provisioned everything, and stays true. */
  infrastructureProvisioned?: boolean;
  /** controlPlaneInitialized becomes true once the control plane was reachable for the first time, and stays true. */
  controlPlaneInitialized?: boolean;
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

/** Fields that only API version v1beta1 has. */
export interface ClusterV1Beta1DeprecatedStatus {
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
}

/** Fields that only older API versions have. */
export interface ClusterDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: ClusterV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a Cluster.
 * @minProperties 1
 */
export interface ClusterStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /** initialization reports the steps that happen once in the object's life. */
  initialization?: ClusterInitializationStatus;
  /** controlPlane summarises the control plane's machines. */
  controlPlane?: ClusterControlPlaneStatus;
  /** workers summarises the worker machines. */
  workers?: WorkersStatus;
  /**
   * failureDomains are the failure domains the infrastructure provider offers.
   * @listType map
   * @listMapKey name
   * @minItems 1
   * @maxItems 100
   */
  failureDomains?: FailureDomain[];
  /** phase sums up where the object is in its life, for people; programs read the conditions. */
  phase?: "Pending" | "Provisioning" | "Provisioned" | "Deleting" | "Failed" | "Unknown";
  /**
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: ClusterDeprecatedStatus;
}

/** A Cluster is one workload cluster: its infrastructure, its control plane and its workers. */
export interface Cluster extends KubeObject<"cluster.x-k8s.io/v1beta2", "Cluster"> {
  /** spec is the desired state. */
  spec: ClusterSpec;
  /** status is the observed state. */
  status?: ClusterStatus;
}
export const Cluster: Resource<Cluster> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  shortNames: ["cl"],
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    ClusterClass: { path: ".spec.topology.classRef.name", description: "The ClusterClass, where there is a topology" },
    Available: {
      path: '.status.conditions[?(@.type=="Available")].status',
      description: "Whether everything needed is available",
    },
    "CP Desired": {
      path: ".status.controlPlane.desiredReplicas",
      description: "Desired number of control plane machines",
    },
    "CP Current": { path: ".status.controlPlane.replicas", description: "Control plane machines", priority: 10 },
    "CP Ready": {
      path: ".status.controlPlane.readyReplicas",
      description: "Control plane machines that are ready",
      priority: 10,
    },
    "CP Available": {
      path: ".status.controlPlane.availableReplicas",
      description: "Control plane machines that are available",
    },
    "CP Up-to-date": {
      path: ".status.controlPlane.upToDateReplicas",
      description: "Control plane machines that follow the newest spec",
    },
    "W Desired": { path: ".status.workers.desiredReplicas", description: "Desired number of worker machines" },
    "W Current": { path: ".status.workers.replicas", description: "Worker machines", priority: 10 },
    "W Ready": { path: ".status.workers.readyReplicas", description: "Worker machines that are ready", priority: 10 },
    "W Available": { path: ".status.workers.availableReplicas", description: "Worker machines that are available" },
    "W Up-to-date": {
      path: ".status.workers.upToDateReplicas",
      description: "Worker machines that follow the newest spec",
    },
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    Phase: { path: ".status.phase", description: "Where it is in its life" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.topology.version", description: "The Kubernetes version" },
  },
});
