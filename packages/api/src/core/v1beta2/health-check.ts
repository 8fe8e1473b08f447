// What the health checks of classes and topologies share, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/** A condition of a Node that makes its machine unhealthy when it lasts. */
export interface UnhealthyNodeCondition {
  /**
   * type is the type of the Node's condition.
   * @minLength 1
   */
  type: string;
  /** status is the condition's status that counts as unhealthy. */
  status: "True" | "False" | "Unknown";
  /**
   * timeoutSeconds is how long the condition must last.
   * @minimum 0
   */
  timeoutSeconds: Int32;
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
  /**
   * timeoutSeconds is how long the condition must last.
   * @minimum 0
   */
  timeoutSeconds: Int32;
}

/** References a template of objects that do the remediation. */
export interface MachineHealthCheckRemediationTemplateReference {
  /**
   * kind is the kind of the referenced object.
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$
   */
  kind: string;
  /**
   * name is the name of the referenced object.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
  /**
   * apiVersion is the group and version of the referenced object.
   * @minLength 1
   * @maxLength 317
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[a-z]([-a-z0-9]*[a-z0-9])?$
   */
  apiVersion: string;
}
