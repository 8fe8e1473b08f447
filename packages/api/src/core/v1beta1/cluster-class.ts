// ClusterClass, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition as V1Beta2Condition, Duration, Int64, KubeObject, Resource } from "@capstan/kube";
import type { ClusterClassPatch } from "./cluster-class-patch.ts";
import type { ObjectMeta } from "./common.ts";
import type { Condition } from "./condition.ts";
import type { ClusterAvailabilityGate, MachineReadinessGate } from "./gates.ts";
import type { MachineHealthCheckClass } from "./health-check.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { LocalObjectTemplate } from "./references.ts";
import type { ClusterClassVariable, ClusterClassVariableMetadata, VariableSchema } from "./variable-schema.ts";
import type { MachineDeploymentClass, MachinePoolClass } from "./worker-classes.ts";

/** How the objects are named. */
export interface InfrastructureNamingStrategy {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 1024
   */
  template?: string;
}

/** How the objects are named. */
export interface ControlPlaneClassNamingStrategy {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 1024
   */
  template?: string;
}

/** The control plane of a class. */
export interface ControlPlaneClass extends LocalObjectTemplate {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** machineInfrastructure names the infrastructure template of the control plane's machines. */
  machineInfrastructure?: LocalObjectTemplate;
  /** machineHealthCheck configures a MachineHealthCheck for these machines. */
  machineHealthCheck?: MachineHealthCheckClass;
  /** namingStrategy is the rule for the names of the objects. */
  namingStrategy?: ControlPlaneClassNamingStrategy;
  /** nodeDrainTimeout is how long draining the Node may take; 0 means for ever. */
  nodeDrainTimeout?: Duration;
  /** nodeVolumeDetachTimeout is how long detaching the Node's volumes may take; 0 means for ever. */
  nodeVolumeDetachTimeout?: Duration;
  /** nodeDeletionTimeout is how long deletion of the Node is retried; 0 means for ever. */
  nodeDeletionTimeout?: Duration;
  /**
   * taints are set on the Nodes of these machines.
   * @listType map
   * @listMapKey key
   * @listMapKey effect
   * @minItems 1
   * @maxItems 64
   */
  taints?: MachineTaint[];
  /**
   * readinessGates name further conditions that must hold before a machine counts as ready.
   * @listType map
   * @listMapKey conditionType
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
}

/** The kinds of workers a class offers. */
export interface WorkersClass {
  /**
   * machineDeployments lists the groups of worker machines.
   * @listType map
   * @listMapKey class
   * @maxItems 100
   */
  machineDeployments?: MachineDeploymentClass[];
  /**
   * machinePools lists the pools of worker machines.
   * @listType map
   * @listMapKey class
   * @maxItems 100
   */
  machinePools?: MachinePoolClass[];
}

/**
 * Hands the upgrade plan to a Runtime Extension.
 * @minProperties 1
 */
export interface ClusterClassUpgradeExternal {
  /**
   * generateUpgradePlanExtension names the handler that answers GenerateUpgradePlan, as `<handler>.<extensionConfig>`.
   * @minLength 1
   * @maxLength 512
   */
  generateUpgradePlanExtension?: string;
}

/**
 * How Clusters of a class are upgraded.
 * @minProperties 1
 */
export interface ClusterClassUpgrade {
  /** external hands the upgrade plan to a Runtime Extension. */
  external?: ClusterClassUpgradeExternal;
}

/** The desired state of a ClusterClass. */
export interface ClusterClassSpec {
  /**
   * availabilityGates name further conditions that must hold before the Cluster counts as Available.
   * @listType map
   * @listMapKey conditionType
   * @maxItems 32
   */
  availabilityGates?: ClusterAvailabilityGate[];
  /** infrastructure describes the infrastructure cluster that Clusters of this class get. */
  infrastructure?: LocalObjectTemplate;
  /** infrastructureNamingStrategy is the rule for the name of the infrastructure cluster object. */
  infrastructureNamingStrategy?: InfrastructureNamingStrategy;
  /** controlPlane describes the control planes that Clusters of this class get. */
  controlPlane?: ControlPlaneClass;
  /** workers describes the workers that Clusters of this class may have. */
  workers?: WorkersClass;
  /**
   * variables declares what Clusters of this class may set.
   * @maxItems 1000
   */
  variables?: ClusterClassVariable[];
  /**
   * patches are applied in order to the templates of this class.
   * @maxItems 1000
   */
  patches?: ClusterClassPatch[];
  /** upgrade configures how Clusters of this class are upgraded. */
  upgrade?: ClusterClassUpgrade;
  /**
   * kubernetesVersions lists the versions an upgrade may step through, oldest first.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  kubernetesVersions?: string[];
}

/** One definition of a variable, with its source. */
export interface ClusterClassStatusVariableDefinition {
  /**
   * from is the source of the definition: `inline`, or the name of the patch that discovered it.
   * @minLength 1
   * @maxLength 256
   */
  from: string;
  /** required is true if a Cluster must set the variable. */
  required: boolean;
  /** metadata holds labels and annotations of the variable. */
  metadata?: ClusterClassVariableMetadata;
  /** schema is the schema of the variable. */
  schema: VariableSchema;
}

/** A variable with all its definitions. */
export interface ClusterClassStatusVariable {
  /**
   * name names the variable.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /** definitionsConflict is true when the definitions differ, which stops every Cluster of the class. */
  definitionsConflict?: boolean;
  /**
   * definitions lists every definition of the variable.
   * @maxItems 100
   */
  definitions: ClusterClassStatusVariableDefinition[];
}

/** What API version v1beta2 has in its status itself. */
export interface ClusterClassV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
}

/** The observed state of a ClusterClass. */
export interface ClusterClassStatus {
  /**
   * variables lists every variable of the class with its definitions.
   * @maxItems 1000
   */
  variables?: ClusterClassStatusVariable[];
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: ClusterClassV1Beta2Status;
}

/** A ClusterClass is the template of Clusters with a topology. */
export interface ClusterClass extends KubeObject<"cluster.x-k8s.io/v1beta1", "ClusterClass"> {
  /** spec is the desired state. */
  spec?: ClusterClassSpec;
  /** status is the observed state. */
  status?: ClusterClassStatus;
}
export const ClusterClass: Resource<ClusterClass> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "ClusterClass",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  shortNames: ["cc"],
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Age: ".metadata.creationTimestamp",
  },
});
