// The kubeconfig that is written for discovery, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Bytes } from "@capstan/kube";
import type { KubeConfigAuthExecEnv, KubeConfigAuthProvider } from "../kubeconfig-plugins.ts";

/**
 * How a kubeconfig reaches the cluster.
 * @minProperties 1
 */
export interface KubeConfigCluster {
  /**
   * server is the URL of the API server; that of the Cluster by default.
   * @minLength 1
   * @maxLength 512
   */
  server?: string;
  /**
   * tlsServerName is the name that the server's certificate must have; the host name of the URL by default.
   * @minLength 1
   * @maxLength 512
   */
  tlsServerName?: string;
  /** insecureSkipTLSVerify accepts any certificate of the server. */
  insecureSkipTLSVerify?: boolean;
  /**
   * certificateAuthorityData has the authority's certificates in PEM; those of the Cluster by default.
   * @minLength 1
   * @maxLength 51200
   */
  certificateAuthorityData?: Bytes;
  /**
   * proxyURL is the proxy for all requests: http, https or socks5; that of the environment by default.
   * @minLength 1
   * @maxLength 512
   */
  proxyURL?: string;
}

/** A command that fetches credentials. */
export interface KubeConfigAuthExec {
  /**
   * command is the program.
   * @minLength 1
   * @maxLength 1024
   */
  command: string;
  /**
   * args are its arguments.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 512
   */
  args?: string[];
  /**
   * env are further environment variables of the command.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  env?: KubeConfigAuthExecEnv[];
  /**
   * apiVersion is the version of the protocol with the command. Default: client.authentication.k8s.io/v1.
   * @minLength 1
   * @maxLength 512
   */
  apiVersion?: string;
  /** provideClusterInfo tells the command about the cluster, in the variable KUBERNETES_EXEC_INFO. */
  provideClusterInfo?: boolean;
}

/**
 * The credentials of a kubeconfig: a plugin or a command.
 * @minProperties 1
 */
export interface KubeConfigUser {
  /** authProvider is the plugin that authenticates. */
  authProvider?: KubeConfigAuthProvider;
  /** exec is the command that fetches credentials. */
  exec?: KubeConfigAuthExec;
}
