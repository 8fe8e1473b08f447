// The machines of a control plane, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Duration } from "@capstan/kube";
import type { ObjectMeta } from "../../../core/v1beta1/common.ts";
import type { MachineReadinessGate } from "../../../core/v1beta1/gates.ts";
import type { MachineTaint } from "../../../core/v1beta1/machine-taint.ts";
import type { ObjectReference } from "../../../core/v1beta1/references.ts";

/** The machines of the control plane. */
export interface KubeadmControlPlaneMachineTemplate {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** infrastructureRef references the template of the infrastructure provider that machines are created from. */
  infrastructureRef: ObjectReference;
  /**
   * readinessGates name further conditions that must hold before a machine counts as ready, beside those that the control plane adds itself.
   * @listType map
   * @listMapKey conditionType
   * @maxItems 32
   */
  readinessGates?: MachineReadinessGate[];
  /** nodeDrainTimeout is how long draining the Node may take; 0 means for ever. */
  nodeDrainTimeout?: Duration;
  /** nodeVolumeDetachTimeout is how long detaching the Node's volumes may take; 0 means for ever. */
  nodeVolumeDetachTimeout?: Duration;
  /** nodeDeletionTimeout is how long deletion of the Node is retried; 0 means for ever. */
  nodeDeletionTimeout?: Duration;
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

/** The machines of the control planes that are created. */
export interface KubeadmControlPlaneTemplateMachineTemplate {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** nodeDrainTimeout is how long draining the Node may take; 0 means for ever. */
  nodeDrainTimeout?: Duration;
  /** nodeVolumeDetachTimeout is how long detaching the Node's volumes may take; 0 means for ever. */
  nodeVolumeDetachTimeout?: Duration;
  /** nodeDeletionTimeout is how long deletion of the Node is retried; 0 means for ever. */
  nodeDeletionTimeout?: Duration;
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
