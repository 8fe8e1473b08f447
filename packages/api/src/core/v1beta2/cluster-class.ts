// ClusterClass, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int64, KubeObject, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../v1beta1/condition.ts";
import type { ClusterClassPatch } from "./cluster-class-patch.ts";
import type { ClusterClassTemplateReference } from "./cluster-class-template-reference.ts";
import type { ControlPlaneClass } from "./control-plane-class.ts";
import type { ClusterAvailabilityGate } from "./gates.ts";
import type { MachineDeploymentClass } from "./machine-deployment-class.ts";
import type { MachinePoolClass } from "./machine-pool-class.ts";
import type { ClusterClassVariable, ClusterClassVariableMetadata, VariableSchema } from "./variable-schema.ts";

/**
 * How the objects are named.
 * @minProperties 1
 */
export interface InfrastructureClassNamingSpec {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 1024
   */
  template?: string;
}

/** The infrastructure cluster of a class. */
export interface InfrastructureClass {
  /** templateRef references the infrastructure cluster template. */
  templateRef: ClusterClassTemplateReference;
  /** naming is the rule for the names of the objects. */
  naming?: InfrastructureClassNamingSpec;
}

/**
 * The kinds of workers a class offers.
 * @minProperties 1
 */
export interface WorkersClass {
  /**
   * machineDeployments lists the groups of worker machines.
   * @listType map
   * @listMapKey class
   * @minItems 1
   * @maxItems 100
   */
  machineDeployments?: MachineDeploymentClass[];
  /**
   * machinePools lists the pools of worker machines.
   * @listType map
   * @listMapKey class
   * @minItems 1
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
   * @minItems 1
   * @maxItems 32
   */
  availabilityGates?: ClusterAvailabilityGate[];
  /** infrastructure describes the infrastructure cluster that Clusters of this class get. */
  infrastructure: InfrastructureClass;
  /** controlPlane describes the control planes that Clusters of this class get. */
  controlPlane: ControlPlaneClass;
  /** workers describes the workers that Clusters of this class may have. */
  workers?: WorkersClass;
  /**
   * variables declares what Clusters of this class may set.
   * @listType atomic
   * @minItems 1
   * @maxItems 1000
   */
  variables?: ClusterClassVariable[];
  /**
   * patches are applied in order to the templates of this class.
   * @listType atomic
   * @minItems 1
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
  /** deprecatedV1Beta1Metadata carries the labels and annotations of the variable that the older version had. */
  deprecatedV1Beta1Metadata?: ClusterClassVariableMetadata;
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
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  definitions: ClusterClassStatusVariableDefinition[];
}

/** Fields that only API version v1beta1 has. */
export interface ClusterClassV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
}

/** Fields that only older API versions have. */
export interface ClusterClassDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: ClusterClassV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a ClusterClass.
 * @minProperties 1
 */
export interface ClusterClassStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
  /**
   * variables lists every variable of the class with its definitions.
   * @listType atomic
   * @maxItems 1000
   */
  variables?: ClusterClassStatusVariable[];
  /**
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /** deprecated has the fields that only older API versions have. */
  deprecated?: ClusterClassDeprecatedStatus;
}

/** A ClusterClass is the template of Clusters with a topology. */
export interface ClusterClass extends KubeObject<"cluster.x-k8s.io/v1beta2", "ClusterClass"> {
  /** spec is the desired state. */
  spec: ClusterClassSpec;
  /** status is the observed state. */
  status?: ClusterClassStatus;
}
export const ClusterClass: Resource<ClusterClass> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "ClusterClass",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  shortNames: ["cc"],
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    "Variables Ready": {
      path: '.status.conditions[?(@.type=="VariablesReady")].status',
      description: "Whether all variables were discovered",
    },
    Age: ".metadata.creationTimestamp",
  },
});
