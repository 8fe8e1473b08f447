// Health checks of classes and topologies, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Duration, IntOrString } from "@capstan/kube";
import type { ObjectReference } from "./references.ts";

/** A condition of a Node that makes its machine unhealthy when it lasts. */
export interface UnhealthyCondition {
  /**
   * type is the type of the Node's condition.
   * @minLength 1
   */
  type: string;
  /** status is the condition's status that counts as unhealthy. */
  status: "True" | "False" | "Unknown";
  /** timeout is how long the condition must last. */
  timeout: Duration;
}

/** A condition of a Machine that makes it unhealthy when it lasts. */
export interface UnhealthyMachineCondition {
  /**
   * type is the type of the Machine's condition.
   * @pattern "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
   * @minLength 1
   * @maxLength 316
   * @cel {"rule": "!(self in ['Ready','Available','HealthCheckSucceeded','OwnerRemediated','ExternallyRemediated'])", "message": "type must not be one of: Ready, Available, HealthCheckSucceeded, OwnerRemediated, ExternallyRemediated"}
   */
  type: string;
  /** status is the condition's status that counts as unhealthy. */
  status: "True" | "False" | "Unknown";
  /** timeout is how long the condition must last. */
  timeout: Duration;
}

/** How the machines of a class are checked. */
export interface MachineHealthCheckClass {
  /**
   * unhealthyConditions are the Node conditions that make a machine unhealthy.
   * @maxItems 100
   */
  unhealthyConditions?: UnhealthyCondition[];
  /**
   * unhealthyMachineConditions are the Machine conditions that make a machine unhealthy.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  unhealthyMachineConditions?: UnhealthyMachineCondition[];
  /** maxUnhealthy stops remediation while more machines than this are unhealthy. */
  maxUnhealthy?: IntOrString;
  /**
   * unhealthyRange allows remediation only while the number of unhealthy machines is within `[min-max]`.
   * @pattern ^\[[0-9]+-[0-9]+\]$
   * @minLength 1
   * @maxLength 32
   */
  unhealthyRange?: string;
  /** nodeStartupTimeout is how long a machine may take to become a Node before it counts as unhealthy; 0 switches the check off. */
  nodeStartupTimeout?: Duration;
  /** remediationTemplate references a template of objects that do the remediation instead of deleting the machine. */
  remediationTemplate?: ObjectReference;
}

/** How the machines of a topology are checked. */
export interface MachineHealthCheckTopology extends MachineHealthCheckClass {
  /** enable switches the health check on or off, whatever the class says. */
  enable?: boolean;
}
