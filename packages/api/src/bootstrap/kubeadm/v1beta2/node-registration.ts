// How a machine registers as a Node, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Taint } from "../common.ts";
import type { Arg } from "./common.ts";

/**
 * How a machine registers as a Node.
 * @minProperties 1
 */
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
   * @minItems 0
   * @maxItems 100
   */
  taints?: Taint[];
  /**
   * kubeletExtraArgs are flags of the kubelet, named without leading dashes; they win over kubeadm's own.
   * @listType map
   * @listMapKey name
   * @listMapKey value
   * @minItems 1
   * @maxItems 100
   * @cel {"rule": "self.all(x, self.exists_one(y, x.name == y.name))", "message": "a flag may be listed once"}
   */
  kubeletExtraArgs?: Arg[];
  /**
   * ignorePreflightErrors names the checks whose failure kubeadm ignores; `all` means every one.
   * @listType atomic
   * @minItems 1
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
