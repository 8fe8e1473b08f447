// MachinePool, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Int32, Int64, KubeObject, Resource } from "@capstan/kube";
import type { Condition } from "./condition.ts";
import type { MachineTemplateSpec } from "./machine.ts";
import type { ObjectReference } from "./references.ts";
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
  /** minReadySeconds is how long a machine must be ready before it counts as available. */
  minReadySeconds?: Int32;
  /**
   * providerIDList has the providerID of every machine of the pool, as the infrastructure provider reports them.
   * @maxItems 10000
   * @items.minLength 1
   * @items.maxLength 512
   */
  providerIDList?: string[];
  /**
   * failureDomains names the failure domains the machines are spread over.
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  failureDomains?: string[];
}

/** What API version v1beta2 has in its status itself. */
export interface MachinePoolV1Beta2Status {
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

/** The observed state of a MachinePool. */
export interface MachinePoolStatus {
  /**
   * nodeRefs references the Nodes that the machines became.
   * @maxItems 10000
   */
  nodeRefs?: ObjectReference[];
  /** replicas counts the machines. */
  replicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /** unavailableReplicas counts the machines that are missing or not available. */
  unavailableReplicas?: Int32;
  /** failureReason is the one-word cause of a problem that controllers will not overcome by retrying. */
  failureReason?: string;
  /**
   * failureMessage explains a problem that controllers will not overcome by retrying.
   * @minLength 1
   * @maxLength 10240
   */
  failureMessage?: string;
  /** phase sums up where the object is in its life, for people; programs read the conditions. */
  phase?: MachinePoolPhase;
  /** bootstrapReady becomes true once the bootstrap provider is ready. */
  bootstrapReady?: boolean;
  /** infrastructureReady becomes true once the infrastructure is ready. */
  infrastructureReady?: boolean;
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
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
  v1beta2?: MachinePoolV1Beta2Status;
}

/** A MachinePool keeps a number of equal machines that the infrastructure provider manages as a group. */
export interface MachinePool extends KubeObject<"cluster.x-k8s.io/v1beta1", "MachinePool"> {
  /** spec is the desired state. */
  spec?: MachinePoolSpec;
  /** status is the observed state. */
  status?: MachinePoolStatus;
}
export const MachinePool: Resource<MachinePool> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "MachinePool",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  shortNames: ["mp"],
  categories: ["cluster-api"],
  deprecated: true,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas" },
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    Desired: { path: ".spec.replicas", description: "Desired number of machines", priority: 10 },
    Replicas: { path: ".status.replicas", type: "string", description: "Machines" },
    Phase: { path: ".status.phase", description: "Where it is in its life" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.template.spec.version", description: "The Kubernetes version" },
  },
});
