// How a machine registers as a Node, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Taint } from "../common.ts";

/** How a machine registers as a Node. */
export interface NodeRegistrationOptions {
  /**
   * name is the name of the Node, and the common name of the kubelet's client certificate. Default: the host name.
   * @minLength 1
   * @maxLength 253
   */
  name?: string;
  /**
   * criSocket is the socket of the container runtime.
   * @minLength 1
   * @maxLength 512
   */
  criSocket?: string;
  /**
   * taints are the taints of the Node; an empty list means none, which leaves a control plane machine open to all Pods.
   * @maxItems 100
   */
  taints?: Taint[];
  /** kubeletExtraArgs are flags of the kubelet, named without leading dashes; they win over kubeadm's own. */
  kubeletExtraArgs?: Record<string, string>;
  /**
   * ignorePreflightErrors names the checks whose failure kubeadm ignores; `all` means every one.
   * @maxItems 50
   * @items.minLength 1
   * @items.maxLength 512
   */
  ignorePreflightErrors?: string[];
  /** imagePullPolicy says when kubeadm pulls images. Default: IfNotPresent. */
  imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** imagePullSerial has kubeadm pull images one after the other. Default: true. Since Kubernetes 1.31. */
  imagePullSerial?: boolean;
}
