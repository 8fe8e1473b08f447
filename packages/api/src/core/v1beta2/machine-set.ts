// MachineSet, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int32, Int64, KubeObject, LabelSelector, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../v1beta1/condition.ts";
import type { MachineNamingSpec, MachineTemplateSpec } from "./machine-template.ts";
import type { StatusVersion } from "./versions.ts";

/** Which machines go first when scaling down. */
export type MachineSetDeletionOrder = "Random" | "Newest" | "Oldest";

/**
 * How machines are deleted when scaling down.
 * @minProperties 1
 */
export interface MachineSetDeletionSpec {
  /** order decides which machines are deleted first when scaling down. */
  order?: MachineSetDeletionOrder;
}

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
  /** selector selects the machines that belong to this object. */
  selector: LabelSelector;
  /** template describes the machines that are created. */
  template: MachineTemplateSpec;
  /** machineNaming is the rule for the names of machines. */
  machineNaming?: MachineNamingSpec;
  /** deletion configures how machines are deleted. */
  deletion?: MachineSetDeletionSpec;
}

/** Fields that only API version v1beta1 has. */
export interface MachineSetV1Beta1DeprecatedStatus {
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
  /** fullyLabeledReplicas counts the machines that carry the labels of the template. */
  fullyLabeledReplicas?: Int32;
  /** readyReplicas counts the machines whose Ready condition is true. */
  readyReplicas?: Int32;
  /** availableReplicas counts the machines whose Available condition is true. */
  availableReplicas?: Int32;
}

/** Fields that only older API versions have. */
export interface MachineSetDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: MachineSetV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a MachineSet.
 * @minProperties 1
 */
export interface MachineSetStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
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
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: MachineSetDeprecatedStatus;
}

/** A MachineSet keeps a number of equal Machines. */
export interface MachineSet extends KubeObject<"cluster.x-k8s.io/v1beta2", "MachineSet"> {
  /** spec is the desired state. */
  spec: MachineSetSpec;
  /** status is the observed state. */
  status?: MachineSetStatus;
}
export const MachineSet: Resource<MachineSet> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineSet",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  shortNames: ["ms"],
  categories: ["cluster-api"],
  storage: true,
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    Desired: { path: ".spec.replicas", description: "Desired number of machines" },
    Current: { path: ".status.replicas", description: "Machines" },
    Ready: { path: ".status.readyReplicas", description: "Number of machines that pass all readiness checks" },
    Available: { path: ".status.availableReplicas", description: "Whether everything needed is available" },
    "Up-to-date": { path: ".status.upToDateReplicas", description: "Number of machines that follow the newest spec" },
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    Age: ".metadata.creationTimestamp",
    Version: { path: ".spec.template.spec.version", description: "The Kubernetes version" },
  },
});
