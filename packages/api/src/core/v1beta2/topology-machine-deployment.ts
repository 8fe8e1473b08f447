// Groups of worker machines of a topology, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32, IntOrString, Time } from "@capstan/kube";
import type { ClusterVariable } from "./cluster-variable.ts";
import type { MachineReadinessGate } from "./gates.ts";
import type {
  MachineHealthCheckRemediationTemplateReference,
  UnhealthyMachineCondition,
  UnhealthyNodeCondition,
} from "./health-check.ts";
import type { MachineSetDeletionOrder } from "./machine-set.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ObjectMeta } from "./object-meta.ts";

/** A group of worker machines of a topology, made from a class. */
export interface MachineDeploymentTopology {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /**
   * class names the class of the ClusterClass that this entry is made from.
   * @minLength 1
   * @maxLength 256
   */
  class: string;
  /**
   * name identifies the entry within the topology; object names are made from it.
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
  /**
   * failureDomain is the failure domain the machine is placed in.
   * @minLength 1
   * @maxLength 256
   */
  failureDomain?: string;
  /** replicas is the desired number of machines. */
  replicas?: Int32;
  /** healthCheck configures a MachineHealthCheck for these machines. */
  healthCheck?: MachineDeploymentTopologyHealthCheck;
  /** deletion configures how machines are deleted. */
  deletion?: MachineDeploymentTopologyMachineDeletionSpec;
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
  rollout?: MachineDeploymentTopologyRolloutSpec;
  /** variables are values for the variables that the class declares. */
  variables?: MachineDeploymentVariables;
}

/**
 * How machines are checked and replaced.
 * @minProperties 1
 */
export interface MachineDeploymentTopologyHealthCheck {
  /** enabled switches the health check on or off, whatever the class says. */
  enabled?: boolean;
  /** checks are the conditions that make a machine unhealthy. */
  checks?: MachineDeploymentTopologyHealthCheckChecks;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: MachineDeploymentTopologyHealthCheckRemediation;
}

/**
 * The conditions that make a machine unhealthy.
 * @minProperties 1
 */
export interface MachineDeploymentTopologyHealthCheckChecks {
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
export interface MachineDeploymentTopologyHealthCheckRemediation {
  /** maxInFlight limits how many machines are remediated at a time, as a number or a percentage. */
  maxInFlight?: IntOrString;
  /** triggerIf stops remediation when too many machines are unhealthy. */
  triggerIf?: MachineDeploymentTopologyHealthCheckRemediationTriggerIf;
  /** templateRef references the template. */
  templateRef?: MachineHealthCheckRemediationTemplateReference;
}

/**
 * When remediation is held back.
 * @minProperties 1
 */
export interface MachineDeploymentTopologyHealthCheckRemediationTriggerIf {
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
export interface MachineDeploymentTopologyMachineDeletionSpec {
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
export interface MachineDeploymentTopologyRolloutSpec {
  /** after starts a rollout, at this time, of everything that was created before it. */
  after?: Time;
  /** strategy configures how changes are rolled out. */
  strategy?: MachineDeploymentTopologyRolloutStrategy;
}

/**
 * How changes are rolled out.
 * @minProperties 1
 */
export interface MachineDeploymentTopologyRolloutStrategy {
  /** type chooses the strategy. */
  type: "RollingUpdate" | "OnDelete";
  /** rollingUpdate configures the strategy `RollingUpdate`. */
  rollingUpdate?: MachineDeploymentTopologyRolloutStrategyRollingUpdate;
}

/**
 * How far a rolling update may go at a time.
 * @minProperties 1
 */
export interface MachineDeploymentTopologyRolloutStrategyRollingUpdate {
  /** maxUnavailable is how many machines may be unavailable during a rollout, as a number or a percentage. */
  maxUnavailable?: IntOrString;
  /** maxSurge is how many machines may exist above the desired number during a rollout, as a number or a percentage. */
  maxSurge?: IntOrString;
}

/**
 * Values that differ here from the topology's own.
 * @minProperties 1
 */
export interface MachineDeploymentVariables {
  /**
   * overrides are the values that differ here from the topology's own.
   * @listType map
   * @listMapKey name
   * @minItems 1
   * @maxItems 1000
   */
  overrides?: ClusterVariable[];
}
