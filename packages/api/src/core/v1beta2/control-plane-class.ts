// The control plane of a ClusterClass, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32, IntOrString } from "@capstan/kube";
import type { ClusterClassTemplateReference } from "./cluster-class-template-reference.ts";
import type { MachineReadinessGate } from "./gates.ts";
import type {
  MachineHealthCheckRemediationTemplateReference,
  UnhealthyMachineCondition,
  UnhealthyNodeCondition,
} from "./health-check.ts";
import type { MachineTaint } from "./machine-taint.ts";
import type { ObjectMeta } from "./object-meta.ts";

/** The control plane of a class. */
export interface ControlPlaneClass {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** templateRef references the control plane template. */
  templateRef: ClusterClassTemplateReference;
  /** machineInfrastructure names the infrastructure template of the control plane's machines. */
  machineInfrastructure?: ControlPlaneClassMachineInfrastructureTemplate;
  /** healthCheck configures a MachineHealthCheck for these machines. */
  healthCheck?: ControlPlaneClassHealthCheck;
  /** naming is the rule for the names of the objects. */
  naming?: ControlPlaneClassNamingSpec;
  /** deletion configures how machines are deleted. */
  deletion?: ControlPlaneClassMachineDeletionSpec;
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
}

/** The infrastructure template of control plane machines. */
export interface ControlPlaneClassMachineInfrastructureTemplate {
  /** templateRef references the template. */
  templateRef: ClusterClassTemplateReference;
}

/**
 * How the objects are named.
 * @minProperties 1
 */
export interface ControlPlaneClassNamingSpec {
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
export interface ControlPlaneClassHealthCheck {
  /** checks are the conditions that make a machine unhealthy. */
  checks?: ControlPlaneClassHealthCheckChecks;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: ControlPlaneClassHealthCheckRemediation;
}

/**
 * The conditions that make a machine unhealthy.
 * @minProperties 1
 */
export interface ControlPlaneClassHealthCheckChecks {
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
export interface ControlPlaneClassHealthCheckRemediation {
  /** triggerIf stops remediation when too many machines are unhealthy. */
  triggerIf?: ControlPlaneClassHealthCheckRemediationTriggerIf;
  /** templateRef references the template. */
  templateRef?: MachineHealthCheckRemediationTemplateReference;
}

/**
 * When remediation is held back.
 * @minProperties 1
 */
export interface ControlPlaneClassHealthCheckRemediationTriggerIf {
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
export interface ControlPlaneClassMachineDeletionSpec {
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
