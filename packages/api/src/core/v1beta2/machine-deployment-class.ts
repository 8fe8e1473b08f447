// Worker machines of a ClusterClass, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32, IntOrString } from "@capstan/kube";
import type { ClusterClassTemplateReference } from "./cluster-class-template-reference.ts";
import type { MachineReadinessGate } from "./gates.ts";
import type {
  MachineHealthCheckRemediationTemplateReference,
  UnhealthyMachineCondition,
  UnhealthyNodeCondition,
} from "./health-check.ts";
import type { MachineSetDeletionOrder } from "./machine-set.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ObjectMeta } from "./object-meta.ts";

/** A kind of worker machines that topologies may ask for. */
export interface MachineDeploymentClass {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /**
   * class is the name by which a topology chooses this class.
   * @minLength 1
   * @maxLength 256
   */
  class: string;
  /** bootstrap names the bootstrap template of the class's machines. */
  bootstrap: MachineDeploymentClassBootstrapTemplate;
  /** infrastructure names the infrastructure template of the class's machines. */
  infrastructure: MachineDeploymentClassInfrastructureTemplate;
  /** healthCheck configures a MachineHealthCheck for these machines. */
  healthCheck?: MachineDeploymentClassHealthCheck;
  /**
   * failureDomain is the failure domain the machine is placed in.
   * @minLength 1
   * @maxLength 256
   */
  failureDomain?: string;
  /** naming is the rule for the names of the objects. */
  naming?: MachineDeploymentClassNamingSpec;
  /** deletion configures how machines are deleted. */
  deletion?: MachineDeploymentClassMachineDeletionSpec;
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
   * minReadySeconds is how long a machine must be ready before it counts as available.
   * @minimum 0
   */
  minReadySeconds?: Int32;
  /**
   * readinessGates name further conditions that must hold before a machine counts as ready.
   * @listType map
   * @listMapKey conditionType
   * @minItems 1
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
  /** rollout configures how changes are rolled out. */
  rollout?: MachineDeploymentClassRolloutSpec;
}

/** The bootstrap template of a class. */
export interface MachineDeploymentClassBootstrapTemplate {
  /** templateRef references the template. */
  templateRef: ClusterClassTemplateReference;
}

/** The infrastructure template of a class. */
export interface MachineDeploymentClassInfrastructureTemplate {
  /** templateRef references the template. */
  templateRef: ClusterClassTemplateReference;
}

/**
 * How the objects are named.
 * @minProperties 1
 */
export interface MachineDeploymentClassNamingSpec {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 1024
   */
  template?: string;
}

/**
 * How machines are checked and replaced.
 * @minProperties 1
 */
export interface MachineDeploymentClassHealthCheck {
  /** checks are the conditions that make a machine unhealthy. */
  checks?: MachineDeploymentClassHealthCheckChecks;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: MachineDeploymentClassHealthCheckRemediation;
}

/**
 * The conditions that make a machine unhealthy.
 * @minProperties 1
 */
export interface MachineDeploymentClassHealthCheckChecks {
  /**
   * nodeStartupTimeoutSeconds is how long a machine may take to become a Node before it counts as unhealthy; 0 switches the check off.
   * @minimum 0
   */
  nodeStartupTimeoutSeconds?: Int32;
  /**
   * unhealthyNodeConditions are the Node conditions that make a machine unhealthy.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  unhealthyNodeConditions?: UnhealthyNodeCondition[];
  /**
   * unhealthyMachineConditions are the Machine conditions that make a machine unhealthy.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  unhealthyMachineConditions?: UnhealthyMachineCondition[];
}

/**
 * What is done about unhealthy machines.
 * @minProperties 1
 */
export interface MachineDeploymentClassHealthCheckRemediation {
  /** maxInFlight limits how many machines are remediated at a time, as a number or a percentage. */
  maxInFlight?: IntOrString;
  /** triggerIf stops remediation when too many machines are unhealthy. */
  triggerIf?: MachineDeploymentClassHealthCheckRemediationTriggerIf;
  /** templateRef references the template. */
  templateRef?: MachineHealthCheckRemediationTemplateReference;
}

/**
 * When remediation is held back.
 * @minProperties 1
 */
export interface MachineDeploymentClassHealthCheckRemediationTriggerIf {
  /** unhealthyLessThanOrEqualTo allows remediation only while no more machines than this are unhealthy, as a number or a percentage. */
  unhealthyLessThanOrEqualTo?: IntOrString;
  /**
   * unhealthyInRange allows remediation only while the number of unhealthy machines is within `[min-max]`.
   * @pattern ^\[[0-9]+-[0-9]+\]$
   * @minLength 1
   * @maxLength 32
   */
  unhealthyInRange?: string;
}

/**
 * How machines are deleted.
 * @minProperties 1
 */
export interface MachineDeploymentClassMachineDeletionSpec {
  /** order decides which machines are deleted first when scaling down. */
  order?: MachineSetDeletionOrder;
  /**
   * nodeDrainTimeoutSeconds is how long draining the Node may take; 0 means for ever.
   * @minimum 0
   */
  nodeDrainTimeoutSeconds?: Int32;
  /**
   * nodeVolumeDetachTimeoutSeconds is how long detaching the Node's volumes may take; 0 means for ever.
   * @minimum 0
   */
  nodeVolumeDetachTimeoutSeconds?: Int32;
  /**
   * nodeDeletionTimeoutSeconds is how long deletion of the Node is retried; 0 means for ever.
   * @minimum 0
   */
  nodeDeletionTimeoutSeconds?: Int32;
}

/**
 * When and how changes are rolled out.
 * @minProperties 1
 */
export interface MachineDeploymentClassRolloutSpec {
  /** strategy configures how changes are rolled out. */
  strategy?: MachineDeploymentClassRolloutStrategy;
}

/**
 * How changes are rolled out.
 * @minProperties 1
 */
export interface MachineDeploymentClassRolloutStrategy {
  /** type chooses the strategy. */
  type: "RollingUpdate" | "OnDelete";
  /** rollingUpdate configures the strategy `RollingUpdate`. */
  rollingUpdate?: MachineDeploymentClassRolloutStrategyRollingUpdate;
}

/**
 * How far a rolling update may go at a time.
 * @minProperties 1
 */
export interface MachineDeploymentClassRolloutStrategyRollingUpdate {
  /** maxUnavailable is how many machines may be unavailable during a rollout, as a number or a percentage. */
  maxUnavailable?: IntOrString;
  /** maxSurge is how many machines may exist above the desired number during a rollout, as a number or a percentage. */
  maxSurge?: IntOrString;
}
