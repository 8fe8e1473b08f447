// The control plane of a topology, API version v1beta2.
// Shapes and bounds are Cluster API 1.14's; kits, hooks and the CRD generator read them. No behaviour lives here.
import type { Int32, IntOrString, Time } from "@capstan/kube";
import type { MachineReadinessGate } from "./gates.ts";
import type {
  MachineHealthCheckRemediationTemplateReference,
  UnhealthyMachineCondition,
  UnhealthyNodeCondition,
} from "./health-check.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ObjectMeta } from "./object-meta.ts";
import type { ClusterVariable } from "./topology.ts";

/**
 * The control plane of a topology.
 * @minProperties 1
 */
export interface ControlPlaneTopology {
  /** metadata holds labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** replicas is how many control plane machines are wanted. */
  replicas?: Int32;
  /** rollout says how changes are rolled out. */
  rollout?: ControlPlaneTopologyRolloutSpec;
  /** healthCheck configures a MachineHealthCheck for these machines. */
  healthCheck?: ControlPlaneTopologyHealthCheck;
  /** deletion says how machines are deleted. */
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
  /** after asks for a rollout of everything created before this time, once the time has come. */
  after?: Time;
}

/**
 * How machines are checked and replaced.
 * @minProperties 1
 */
export interface ControlPlaneTopologyHealthCheck {
  /** enabled switches the health check on or off, whatever the class says. */
  enabled?: boolean;
  /** checks say what makes a machine unhealthy. */
  checks?: ControlPlaneTopologyHealthCheckChecks;
  /** remediation says what is done about unhealthy machines, and when not. */
  remediation?: ControlPlaneTopologyHealthCheckRemediation;
}

/**
 * What makes a machine unhealthy.
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
  /** triggerIf says when remediation is held back because too much is unhealthy. */
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
   * nodeDeletionTimeoutSeconds is how long deleting the Node is tried before it is given up; 0 means for ever.
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
