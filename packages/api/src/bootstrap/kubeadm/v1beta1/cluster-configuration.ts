// What kubeadm sets up for the whole cluster, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Duration, Int32 } from "@capstan/kube";
import type { EncryptionAlgorithmType, HostPathMount } from "../common.ts";
import type { EnvVar } from "../env-var.ts";
import type { ImageMeta, TypeMeta } from "./common.ts";
import type { Etcd } from "./etcd.ts";

/** The settings that the components of a control plane share. */
export interface ControlPlaneComponent {
  /** extraArgs are flags of the component, named without leading dashes; they win over kubeadm's own. */
  extraArgs?: Record<string, string>;
  /**
   * extraVolumes are paths of the host that the component's pod mounts in addition.
   * @maxItems 100
   */
  extraVolumes?: HostPathMount[];
  /**
   * extraEnvs are environment variables of the component; they win over what kubeadm sets, proxy variables among it.
   * @maxItems 100
   */
  extraEnvs?: EnvVar[];
}

/** The settings of the API server. */
export interface APIServer extends ControlPlaneComponent {
  /**
   * certSANs are further host names and addresses that the API server's certificate is valid for.
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 253
   */
  certSANs?: string[];
  /** timeoutForControlPlane is how long kubeadm waits for the API server. */
  timeoutForControlPlane?: Duration;
}

/** The settings of the DNS add-on. */
export type DNS = ImageMeta;

/** The networks of the cluster. */
export interface Networking {
  /**
   * serviceSubnet has the address ranges of Services, separated by commas; those of the Cluster by default.
   * @minLength 1
   * @maxLength 1024
   */
  serviceSubnet?: string;
  /**
   * podSubnet has the address ranges of pods, separated by commas; those of the Cluster by default.
   * @minLength 1
   * @maxLength 1024
   */
  podSubnet?: string;
  /**
   * dnsDomain is the DNS domain of Services. Default: cluster.local.
   * @minLength 1
   * @maxLength 253
   */
  dnsDomain?: string;
}

/** What kubeadm sets up for the whole cluster. */
export interface ClusterConfiguration extends TypeMeta {
  /** etcd is the etcd cluster that the control plane uses: one on its own machines by default. */
  etcd?: Etcd;
  /** networking has the networks of the cluster; those of the Cluster by default. */
  networking?: Networking;
  /**
   * kubernetesVersion is the Kubernetes version of the control plane; that of the Machine by default.
   * @minLength 1
   * @maxLength 256
   */
  kubernetesVersion?: string;
  /**
   * controlPlaneEndpoint is the stable name or address of the control plane, with or without a port; that of the Cluster by default.
   * @minLength 1
   * @maxLength 512
   */
  controlPlaneEndpoint?: string;
  /** apiServer has settings of the API server. */
  apiServer?: APIServer;
  /** controllerManager has settings of the controller manager. */
  controllerManager?: ControlPlaneComponent;
  /** scheduler has settings of the scheduler. */
  scheduler?: ControlPlaneComponent;
  /** dns has settings of the DNS add-on. */
  dns?: DNS;
  /**
   * certificatesDir is the folder of the certificates. Default: /etc/kubernetes/pki.
   * @minLength 1
   * @maxLength 512
   */
  certificatesDir?: string;
  /**
   * imageRepository is the registry and path that images are pulled from; kubeadm's own by default.
   * @minLength 1
   * @maxLength 512
   */
  imageRepository?: string;
  /** featureGates switches features of kubeadm on or off. */
  featureGates?: Record<string, boolean>;
  /**
   * certificateValidityPeriodDays is how long the certificates that kubeadm makes are valid, those of authorities aside. Default: 365. Since Kubernetes 1.31.
   * @minimum 1
   * @maximum 1095
   */
  certificateValidityPeriodDays?: Int32;
  /**
   * caCertificateValidityPeriodDays is how long the authorities that Cluster API makes are valid. Default: 3650. It cannot change.
   * @minimum 1
   * @maximum 36500
   */
  caCertificateValidityPeriodDays?: Int32;
  /** encryptionAlgorithm is the algorithm of keys and certificates that are made from now on; existing authorities keep theirs. Default: RSA-2048. Since Kubernetes 1.31. */
  encryptionAlgorithm?: EncryptionAlgorithmType;
  /**
   * clusterName names the cluster in the configuration of kubeadm.
   * @minLength 1
   * @maxLength 63
   */
  clusterName?: string;
}
