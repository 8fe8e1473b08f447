// How a machine finds the cluster it joins, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { KubeConfigCluster, KubeConfigUser } from "./kubeconfig.ts";

/**
 * How a bootstrap token finds the cluster.
 * @minProperties 1
 */
export interface BootstrapTokenDiscovery {
  /**
   * token is the bootstrap token.
   * @minLength 1
   * @maxLength 512
   */
  token?: string;
  /**
   * apiServerEndpoint is the address of an API server, without a scheme.
   * @minLength 1
   * @maxLength 512
   */
  apiServerEndpoint?: string;
  /**
   * caCertHashes are digests of the public keys of authorities, as `sha256:<hex>`; the cluster's must be one of them.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 512
   */
  caCertHashes?: string[];
  /** unsafeSkipCAVerification trusts any authority: others can then pose as the control plane. */
  unsafeSkipCAVerification?: boolean;
}

/** The kubeconfig that is written for discovery. */
export interface FileDiscoveryKubeConfig {
  /** cluster says how the cluster is reached; the endpoint and the authority are filled in. */
  cluster?: KubeConfigCluster;
  /** user has the credentials. */
  user: KubeConfigUser;
}

/** How a kubeconfig finds the cluster. */
export interface FileDiscovery {
  /**
   * kubeConfigPath is the path or URL of the kubeconfig.
   * @minLength 1
   * @maxLength 512
   */
  kubeConfigPath: string;
  /** kubeConfig has the file written to that path; the endpoint and the authority are those of the Cluster. */
  kubeConfig?: FileDiscoveryKubeConfig;
}

/**
 * How a machine finds the cluster that it joins, and verifies it.
 * @minProperties 1
 */
export interface Discovery {
  /** bootstrapToken finds the cluster by a bootstrap token; not together with file. */
  bootstrapToken?: BootstrapTokenDiscovery;
  /** file finds the cluster by a kubeconfig; not together with bootstrapToken. */
  file?: FileDiscovery;
  /**
   * tlsBootstrapToken is the token with which the kubelet gets its certificate; needed beside a kubeconfig without credentials.
   * @minLength 1
   * @maxLength 512
   */
  tlsBootstrapToken?: string;
}
