// The machines of a control plane, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";
import type { MachineReadinessGate } from "../../../core/v1beta2/gates.ts";
import type { MachineTaint } from "../../../core/v1beta2/machine-taint.ts";
import type { ObjectMeta } from "../../../core/v1beta2/object-meta.ts";
import type { ContractVersionedObjectReference } from "../../../core/v1beta2/references.ts";

/**
 * How the machines of the control plane are deleted.
 * @minProperties 1
 */
export interface KubeadmControlPlaneMachineTemplateDeletionSpec {
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

/** The desired state of the machines of the control plane. */
export interface KubeadmControlPlaneMachineTemplateSpec {
  /** infrastructureRef references the template of the infrastructure provider that machines are created from. */
  infrastructureRef: ContractVersionedObjectReference;
  /**
   * readinessGates name further conditions that must hold before a machine counts as ready, beside those that the control plane adds itself.
   * @listType map
   * @listMapKey conditionType
   * @minItems 1
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
  /** deletion configures how machines are deleted. */
  deletion?: KubeadmControlPlaneMachineTemplateDeletionSpec;
  /**
   * taints are set on the Nodes of these machines.
   * @listType map
   * @listMapKey key
   * @listMapKey effect
   * @minItems 1
   * @maxItems 64
   */
  taints?: MachineTaint[];
}

/** The machines of the control plane. */
export interface KubeadmControlPlaneMachineTemplate {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** spec is the desired state of the machines. */
  spec: KubeadmControlPlaneMachineTemplateSpec;
}

/** How the machines of the control planes are deleted. */
export type KubeadmControlPlaneTemplateMachineTemplateDeletionSpec = KubeadmControlPlaneMachineTemplateDeletionSpec;

/**
 * The desired state of the machines of the control planes that are created.
 * @minProperties 1
 */
export interface KubeadmControlPlaneTemplateMachineTemplateSpec {
  /** deletion configures how machines are deleted. */
  deletion?: KubeadmControlPlaneTemplateMachineTemplateDeletionSpec;
  /**
   * taints are set on the Nodes of these machines.
   * @listType map
   * @listMapKey key
   * @listMapKey effect
   * @minItems 1
   * @maxItems 64
   */
  taints?: MachineTaint[];
}

/**
 * The machines of the control planes that are created.
 * @minProperties 1
 */
export interface KubeadmControlPlaneTemplateMachineTemplate {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** spec is the desired state of the machines. */
  spec?: KubeadmControlPlaneTemplateMachineTemplateSpec;
}
