// What kubeadm does on the machines that join, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { APIEndpoint, Patches, Timeouts } from "./common.ts";
import type { Discovery } from "./discovery.ts";
import type { NodeRegistrationOptions } from "./node-registration.ts";

/** What a machine that joins as part of the control plane runs. */
export interface JoinControlPlane {
  /** localAPIEndpoint is where the API server of this machine listens. */
  localAPIEndpoint?: APIEndpoint;
}

/**
 * What kubeadm does on every other machine.
 * @minProperties 1
 */
export interface JoinConfiguration {
  /** nodeRegistration says how the machine registers as a Node; use the same for the first and the joining control plane machines. */
  nodeRegistration?: NodeRegistrationOptions;
  /**
   * caCertPath is the path of the certificate of the cluster's authority. Default: /etc/kubernetes/pki/ca.crt.
   * @minLength 1
   * @maxLength 512
   */
  caCertPath?: string;
  /** discovery says how the machine finds the cluster and verifies it. */
  discovery?: Discovery;
  /** controlPlane makes the machine a part of the control plane. */
  controlPlane?: JoinControlPlane;
  /**
   * skipPhases are the phases that kubeadm leaves out.
   * @listType atomic
   * @minItems 1
   * @maxItems 50
   * @items.minLength 1
   * @items.maxLength 256
   */
  skipPhases?: string[];
  /** patches says where kubeadm finds patches for the components that it deploys. */
  patches?: Patches;
  /** timeouts limits how long the steps of kubeadm may take. */
  timeouts?: Timeouts;
}
