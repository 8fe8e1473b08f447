// MachineSet, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Int32, Int64, KubeObject, LabelSelector, Resource } from "@capstan/kube";
import type { MachineNamingStrategy } from "./common.ts";
import type { Condition } from "./condition.ts";
import type { MachineTemplateSpec } from "./machine.ts";
import type { StatusVersion } from "./versions.ts";

/** The desired state of a MachineSet. */
export interface MachineSetSpec {
  /**
   * clusterName names the Cluster this object belongs to.
   * @minLength 1
   * @maxLength 63
   */
  clusterName: string;
  /** replicas is the desired number of machines. */
  replicas?: Int32;
  /** minReadySeconds is how long a machine must be ready before it counts as available. */
  minReadySeconds?: Int32;
  /** deletePolicy says which machines go first when scaling down. */
  deletePolicy?: "Random" | "Newest" | "Oldest";
  /** selector selects the machines that belong to this object. */
  selector: LabelSelector;
  /** template describes the machines that are created. */
  template?: MachineTemplateSpec;
  /** machineNamingStrategy is the rule for the names of machines. */
  machineNamingStrategy?: MachineNamingStrategy;
}

/** What API version v1beta2 has in its status itself. */
export interface MachineSetV1Beta2Status {
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

/** The observed state of a MachineSet. */
export interface MachineSetStatus {
  /**
   * selector is the selector as a string, for the scale subresource.
   * @minLength 1
   * @maxLength 4096
   */
  selector?: string;
  /** replicas counts the machines. */
  replicas?: Int32;
  /** fullyLabeledReplicas counts the machines that carry the labels of the template. */
  fullyLabeledReplicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
  /** failureReason is the one-word cause of a problem that controllers will not overcome by retrying. */
  failureReason?: string;
  /**
   * failureMessage explains a problem that controllers will not overcome by retrying.
   * @minLength 1
   * @maxLength 10240
   */
  failureMessage?: string;
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
  v1beta2?: MachineSetV1Beta2Status;
}

/** A MachineSet keeps a number of equal Machines. */
export interface MachineSet extends KubeObject<"cluster.x-k8s.io/v1beta1", "MachineSet"> {
  /** spec is the desired state. */
  spec?: MachineSetSpec;
  /** status is the observed state. */
  status?: MachineSetStatus;
}
export const MachineSet: Resource<MachineSet> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "MachineSet",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  shortNames: ["ms"],
  categories: ["cluster-api"],
  deprecated: true,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    Desired: { path: ".spec.replicas", description: "Desired number of machines", priority: 10 },
    Replicas: { path: ".status.replicas", description: "Machines" },
    Ready: { path: ".status.readyReplicas", description: "Number of machines that pass all readiness checks" },
    Available: { path: ".status.availableReplicas", description: "Whether everything needed is available" },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.template.spec.version", description: "The Kubernetes version" },
  },
});
