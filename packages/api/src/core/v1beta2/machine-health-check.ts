// MachineHealthCheck, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import { defineResource } from "@capstan/contract/define";
import type { Condition, Int32, Int64, IntOrString, KubeObject, LabelSelector, Resource } from "@capstan/kube";
import type { Condition as V1Beta1Condition } from "../v1beta1/condition.ts";
import type {
  MachineHealthCheckRemediationTemplateReference,
  UnhealthyMachineCondition,
  UnhealthyNodeCondition,
} from "./health-check.ts";

/**
 * The conditions that make a machine unhealthy.
 * @minProperties 1
 */
export interface MachineHealthCheckChecks {
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
 * When remediation is held back.
 * @minProperties 1
 */
export interface MachineHealthCheckRemediationTriggerIf {
  /** unhealthyLessThanOrEqualTo allows remediation only while no more machines than this are unhealthy, as a number or a percentage. */
  unhealthyLessThanOrEqualTo?: IntOrString;
  /**
   * unhealthyInRange allows remediation only while the number of unhealthy machines is within `[min-max]`.
   * @minLength 1
   * @maxLength 32
   * @pattern ^\[[0-9]+-[0-9]+\]$
   */
  unhealthyInRange?: string;
}

/**
 * What is done about unhealthy machines.
 * @minProperties 1
 */
export interface MachineHealthCheckRemediation {
  /** triggerIf stops remediation when too many machines are unhealthy. */
  triggerIf?: MachineHealthCheckRemediationTriggerIf;
  /** templateRef references the template. */
  templateRef?: MachineHealthCheckRemediationTemplateReference;
}

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
  /** checks are the conditions that make a machine unhealthy. */
  checks?: MachineHealthCheckChecks;
  /** remediation configures the replacement of unhealthy machines. */
  remediation?: MachineHealthCheckRemediation;
}

/** Fields that only API version v1beta1 has. */
export interface MachineHealthCheckV1Beta1DeprecatedStatus {
  /** conditions are the current observations, one per type. */
  conditions?: V1Beta1Condition[];
}

/** Fields that only older API versions have. */
export interface MachineHealthCheckDeprecatedStatus {
  /** v1beta1 has the fields that only API version v1beta1 has. */
  v1beta1?: MachineHealthCheckV1Beta1DeprecatedStatus;
}

/**
 * The observed state of a MachineHealthCheck.
 * @minProperties 1
 */
export interface MachineHealthCheckStatus {
  /**
   * conditions are the current observations, one per type.
   * @listType map
   * @listMapKey type
   * @maxItems 32
   */
  conditions?: Condition[];
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
  /**
   * observedGeneration is the generation of the object that this status describes.
   * @minimum 1
   */
  observedGeneration?: Int64;
  /**
   * targets names the machines that are checked.
   * @listType atomic
   * @maxItems 10000
   * @items.minLength 1
   * @items.maxLength 253
   */
  targets?: string[];
  /** deprecated has the fields that only older API versions have. */
  deprecated?: MachineHealthCheckDeprecatedStatus;
}

/** A MachineHealthCheck watches the machines that it selects and has unhealthy ones remediated. */
export interface MachineHealthCheck extends KubeObject<"cluster.x-k8s.io/v1beta2", "MachineHealthCheck"> {
  /** spec is the desired state. */
  spec: MachineHealthCheckSpec;
  /** status is the observed state. */
  status?: MachineHealthCheckStatus;
}
export const MachineHealthCheck: Resource<MachineHealthCheck> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineHealthCheck",
  labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" },
  shortNames: ["mhc", "mhcs"],
  categories: ["cluster-api"],
  storage: true,
  printColumns: {
    Cluster: { path: ".spec.clusterName", description: "The Cluster this belongs to" },
    Replicas: { path: ".status.expectedMachines", description: "Machines that are checked" },
    Healthy: { path: ".status.currentHealthy", description: "Machines that are healthy" },
    Paused: {
      path: '.status.conditions[?(@.type=="Paused")].status',
      description: "Whether reconciliation is paused",
      priority: 10,
    },
    Age: ".metadata.creationTimestamp",
  },
});
