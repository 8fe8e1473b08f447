// MachineHealthCheck, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type {
  Condition as V1Beta2Condition,
  Duration,
  Int32,
  Int64,
  IntOrString,
  KubeObject,
  LabelSelector,
  Resource,
} from "@capstan/kube";
import type { Condition } from "./condition.ts";
import type { UnhealthyCondition, UnhealthyMachineCondition } from "./health-check.ts";
import type { ObjectReference } from "./references.ts";

/** The desired state of a MachineHealthCheck. */
export interface MachineHealthCheckSpec {
  /**
   * clusterName names the Cluster this object belongs to.
   * @minLength 1
   * @maxLength 63
   */
  clusterName: string;
  /** selector selects the machines that are checked. */
  selector: LabelSelector;
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
  /** maxUnhealthy allows remediation only while no more machines than this are unhealthy, as a number or a percentage. */
  maxUnhealthy?: IntOrString;
  /**
   * unhealthyRange allows remediation only while the number of unhealthy machines is within `[min-max]`; it wins over maxUnhealthy.
   * @minLength 1
   * @maxLength 32
   * @pattern ^\[[0-9]+-[0-9]+\]$
   */
  unhealthyRange?: string;
  /** nodeStartupTimeout is how long a machine may take to become a Node before it counts as unhealthy; 0 switches the check off. */
  nodeStartupTimeout?: Duration;
  /** remediationTemplate references a template of objects that do the remediation. */
  remediationTemplate?: ObjectReference;
}

/** What API version v1beta2 has in its status itself. */
export interface MachineHealthCheckV1Beta2Status {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: V1Beta2Condition[];
}

/** The observed state of a MachineHealthCheck. */
export interface MachineHealthCheckStatus {
  /**
   * expectedMachines counts the machines that are checked.
   * @minimum 0
   */
  expectedMachines?: Int32;
  /**
   * currentHealthy counts the machines that are healthy.
   * @minimum 0
   */
  currentHealthy?: Int32;
  /**
   * remediationsAllowed is how many more machines may be remediated before remediation is held back.
   * @minimum 0
   */
  remediationsAllowed?: Int32;
  /** observedGeneration is the generation of the object that this status describes. */
  observedGeneration?: Int64;
  /**
   * targets names the machines that are checked.
   * @maxItems 10000
   * @items.minLength 1
   * @items.maxLength 253
   */
  targets?: string[];
  /** conditions are the current observations, one per type. */
  conditions?: Condition[];
  /** v1beta2 holds what API version v1beta2 has elsewhere. */
  v1beta2?: MachineHealthCheckV1Beta2Status;
}

/** A MachineHealthCheck watches the machines that it selects and has unhealthy ones remediated. */
export interface MachineHealthCheck extends KubeObject<"cluster.x-k8s.io/v1beta1", "MachineHealthCheck"> {
  /** spec is the desired state. */
  spec?: MachineHealthCheckSpec;
  /** status is the observed state. */
  status?: MachineHealthCheckStatus;
}
export const MachineHealthCheck: Resource<MachineHealthCheck> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta1",
  kind: "MachineHealthCheck",
  labels: { "cluster.x-k8s.io/v1beta1": "v1beta1" },
  shortNames: ["mhc", "mhcs"],
  categories: ["cluster-api"],
  deprecated: true,
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    ExpectedMachines: { path: ".status.expectedMachines", description: "Machines that are checked" },
    MaxUnhealthy: { path: ".spec.maxUnhealthy", description: "How many unhealthy machines still allow remediation" },
    CurrentHealthy: { path: ".status.currentHealthy", description: "Machines that are healthy" },
    Age: ".metadata.creationTimestamp",
  },
});
