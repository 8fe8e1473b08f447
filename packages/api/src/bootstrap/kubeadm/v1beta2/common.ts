// Small shapes that the configurations of kubeadm share, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/**
 * Where the API server of one control plane machine listens.
 * @minProperties 1
 */
export interface APIEndpoint {
  /**
   * advertiseAddress is the IP address that the API server tells others to use.
   * @minLength 1
   * @maxLength 39
   */
  advertiseAddress?: string;
  /**
   * bindPort is the port that the API server listens on. Default: 6443.
   * @minimum 1
   */
  bindPort?: Int32;
}

/** A flag of a component. */
export interface Arg {
  /**
   * name is the name of the flag, without leading dashes.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /**
   * value is the value of the flag.
   * @minLength 0
   * @maxLength 1024
   */
  value: string;
}

/**
 * Where kubeadm finds patches.
 * @minProperties 1
 */
export interface Patches {
  /**
   * directory is the folder of the patches on the machine, as files `<target>[suffix][+<type>].<json or yaml>`; `files` can write them.
   * @minLength 1
   * @maxLength 512
   */
  directory?: string;
}

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
