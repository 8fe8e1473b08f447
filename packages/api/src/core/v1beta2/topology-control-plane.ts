// The control plane of a topology, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32, IntOrString, Time } from "@capstan/kube";
import type { ClusterVariable } from "./cluster-variable.ts";
import type { MachineReadinessGate } from "./gates.ts";
import type {
  MachineHealthCheckRemediationTemplateReference,
  UnhealthyMachineCondition,
  UnhealthyNodeCondition,
} from "./health-check.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ObjectMeta } from "./object-meta.ts";

/**
 * The control plane of a topology.
 * @minProperties 1
 */
export interface ControlPlaneTopology {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** replicas is how many control plane machines are wanted. */
  replicas?: Int32;
  /** rollout configures how changes are rolled out. */
  rollout?: ControlPlaneTopologyRolloutSpec;
  /** healthCheck configures a MachineHealthCheck for these machines. */
  healthCheck?: ControlPlaneTopologyHealthCheck;
  /** deletion configures how machines are deleted. */
  deletion?: ControlPlaneTopologyMachineDeletionSpec;
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
   * @minItems 1
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
  /** variables are values for the variables that the class declares. */
  variables?: ControlPlaneVariables;
}

/**
 * When and how changes are rolled out.
 * @minProperties 1
 */
export interface ControlPlaneTopologyRolloutSpec {
  /** after starts a rollout, at this time, of everything that was created before it. */
  after?: Time;
}

/**
 * How machines are checked and replaced.
 * @minProperties 1
 */
export interface ControlPlaneTopologyHealthCheck {
  /** enabled switches the health check on or off, whatever the class says. */
  enabled?: boolean;
  /** checks are the conditions that make a machine unhealthy. */
  checks?: ControlPlaneTopologyHealthCheckChecks;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: ControlPlaneTopologyHealthCheckRemediation;
}

/**
 * The conditions that make a machine unhealthy.
 * @minProperties 1
 */
export interface ControlPlaneTopologyHealthCheckChecks {
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
export interface ControlPlaneTopologyHealthCheckRemediation {
  /** triggerIf stops remediation when too many machines are unhealthy. */
  triggerIf?: ControlPlaneTopologyHealthCheckRemediationTriggerIf;
  /** templateRef references the template. */
  templateRef?: MachineHealthCheckRemediationTemplateReference;
}

/**
 * When remediation is held back.
 * @minProperties 1
 */
export interface ControlPlaneTopologyHealthCheckRemediationTriggerIf {
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
export interface ControlPlaneTopologyMachineDeletionSpec {
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
 * Values that differ here from the topology's own.
 * @minProperties 1
 */
export interface ControlPlaneVariables {
  /**
   * overrides are the values that differ here from the topology's own.
   * @listType map
   * @listMapKey name
   * @minItems 1
   * @maxItems 1000
   */
  overrides?: ClusterVariable[];
}
