// Limits of kubeadm's steps, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/**
 * How long the steps of kubeadm may take.
 * @minProperties 1
 */
export interface Timeouts {
  /**
   * controlPlaneComponentHealthCheckSeconds is how long kubeadm waits for a component of the control plane to become healthy. Default: 240.
   * @minimum 0
   */
  controlPlaneComponentHealthCheckSeconds?: Int32;
  /**
   * kubeletHealthCheckSeconds is how long kubeadm waits for the kubelet to become healthy. Default: 240.
   * @minimum 0
   */
  kubeletHealthCheckSeconds?: Int32;
  /**
   * kubernetesAPICallSeconds is how long one request to the API server may take. Default: 60.
   * @minimum 0
   */
  kubernetesAPICallSeconds?: Int32;
  /**
   * etcdAPICallSeconds is how long one request to etcd may take. Default: 120.
   * @minimum 0
   */
  etcdAPICallSeconds?: Int32;
  /**
   * tlsBootstrapSeconds is how long the kubelet of a joining machine may take to get its certificate. Default: 300.
   * @minimum 0
   */
  tlsBootstrapSeconds?: Int32;
  /**
   * discoverySeconds is how long a joining machine may take to find and verify the API server. Default: 300.
   * @minimum 0
   */
  discoverySeconds?: Int32;
}
