// MachinePool, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int32, Int64, KubeObject, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../v1beta1/condition.ts";
import type { ObjectReference } from "../v1beta1/references.ts";
import type { MachineTemplateSpec } from "./machine-template.ts";
import type { StatusVersion } from "./versions.ts";

/** Where a MachinePool is in its life. */
export type MachinePoolPhase =
  | "Pending"
  | "Provisioning"
  | "Provisioned"
  | "Running"
  | "ScalingUp"
  | "ScalingDown"
  | "Scaling"
  | "Deleting"
  | "Failed"
  | "Unknown";

/** The desired state of a MachinePool. */
export interface MachinePoolSpec {
  /**
   * clusterName names the Cluster this object belongs to.
   * @minLength 1
   * @maxLength 63
   */
  clusterName: string;
  /** replicas is the desired number of machines. */
  replicas?: Int32;
  /** template describes the machines of the pool. */
  template: MachineTemplateSpec;
  /**
   * providerIDList has the providerID of every machine of the pool, as the infrastructure provider reports them.
   * @listType atomic
   * @maxItems 10000
   * @items.minLength 1
   * @items.maxLength 512
   */
  providerIDList?: string[];
  /**
   * failureDomains names the failure domains the machines are spread over.
   * @listType atomic
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  failureDomains?: string[];
}

/**
 * What happens once in a MachinePool's life.
 * @minProperties 1
 */
export interface MachinePoolInitializationStatus {
  /** infrastructureProvisioned becomes true once the infrastructure provider has provisioned everything, and stays true. */
  infrastructureProvisioned?: boolean;
  /** bootstrapDataSecretCreated becomes true once the bootstrap provider has written the data Secret, and stays true. */
  bootstrapDataSecretCreated?: boolean;
}

/** Fields that only API version v1beta1 has. */
export interface MachinePoolV1Beta1DeprecatedStatus {
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
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /** unavailableReplicas counts the machines that are missing or not available. */
  unavailableReplicas?: Int32;
}

/** Fields that only older API versions have. */
export interface MachinePoolDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: MachinePoolV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a MachinePool.
 * @minProperties 1
 */
export interface MachinePoolStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /** initialization reports the steps that happen once in the object's life. */
  initialization?: MachinePoolInitializationStatus;
  /**
   * nodeRefs references the Nodes that the machines became.
   * @listType atomic
   * @maxItems 10000
   */
  nodeRefs?: ObjectReference[];
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
  phase?: MachinePoolPhase;
  /**
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: MachinePoolDeprecatedStatus;
}

/** A MachinePool keeps a number of equal machines that the infrastructure provider manages as a group. */
export interface MachinePool extends KubeObject<"cluster.x-k8s.io/v1beta2", "MachinePool"> {
  /** spec is the desired state. */
  spec: MachinePoolSpec;
  /** status is the observed state. */
  status?: MachinePoolStatus;
}
export const MachinePool: Resource<MachinePool> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachinePool",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  shortNames: ["mp"],
  categories: ["cluster-api"],
  storage: true,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas" },
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    Desired: { path: ".spec.replicas", description: "Desired number of machines" },
    Current: { path: ".status.replicas", description: "Machines" },
    Ready: { path: ".status.readyReplicas", description: "Machines that pass all readiness checks" },
    Available: { path: ".status.availableReplicas", description: "Machines that are available" },
    "Up-to-date": { path: ".status.upToDateReplicas", description: "Machines that follow the newest spec" },
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
