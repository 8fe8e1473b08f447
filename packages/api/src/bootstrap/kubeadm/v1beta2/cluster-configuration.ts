// What kubeadm sets up for the whole cluster, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";
import type { EncryptionAlgorithmType, HostPathMount } from "../common.ts";
import type { EnvVar } from "../env-var.ts";
import type { Arg } from "./common.ts";
import type { Etcd } from "./etcd.ts";

/**
 * The settings of the API server.
 * @minProperties 1
 */
export interface APIServer {
  /**
   * extraArgs are flags of the component, named without leading dashes; they win over kubeadm's own.
   * @listType map
   * @listMapKey name
   * @listMapKey value
   * @minItems 1
   * @maxItems 100
   * @cel {"rule": "self.all(x, self.exists_one(y, x.name == y.name))", "message": "a flag may be listed once"}
   */
  extraArgs?: Arg[];
  /**
   * extraVolumes are paths of the host that the component's pod mounts in addition.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  extraVolumes?: HostPathMount[];
  /**
   * extraEnvs are environment variables of the component; they win over what kubeadm sets, proxy variables among it.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  extraEnvs?: EnvVar[];
  /**
   * certSANs are further host names and addresses that the API server's certificate is valid for.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 253
   */
  certSANs?: string[];
}

/**
 * The settings of the controller manager.
 * @minProperties 1
 */
export interface ControllerManager {
  /**
   * extraArgs are flags of the component, named without leading dashes; they win over kubeadm's own.
   * @listType map
   * @listMapKey name
   * @listMapKey value
   * @minItems 1
   * @maxItems 100
   * @cel {"rule": "self.all(x, self.exists_one(y, x.name == y.name))", "message": "a flag may be listed once"}
   */
  extraArgs?: Arg[];
  /**
   * extraVolumes are paths of the host that the component's pod mounts in addition.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  extraVolumes?: HostPathMount[];
  /**
   * extraEnvs are environment variables of the component; they win over what kubeadm sets, proxy variables among it.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  extraEnvs?: EnvVar[];
}

/**
 * The settings of the scheduler.
 * @minProperties 1
 */
export interface Scheduler {
  /**
   * extraArgs are flags of the component, named without leading dashes; they win over kubeadm's own.
   * @listType map
   * @listMapKey name
   * @listMapKey value
   * @minItems 1
   * @maxItems 100
   * @cel {"rule": "self.all(x, self.exists_one(y, x.name == y.name))", "message": "a flag may be listed once"}
   */
  extraArgs?: Arg[];
  /**
   * extraVolumes are paths of the host that the component's pod mounts in addition.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  extraVolumes?: HostPathMount[];
  /**
   * extraEnvs are environment variables of the component; they win over what kubeadm sets, proxy variables among it.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  extraEnvs?: EnvVar[];
}

/**
 * The settings of the DNS add-on.
 * @minProperties 1
 */
export interface DNS {
  /**
   * imageRepository is the registry and path that the image is pulled from; that of the cluster configuration by default.
   * @minLength 1
   * @maxLength 512
   */
  imageRepository?: string;
  /**
   * imageTag pins the tag of the image, which kubeadm then keeps during upgrades.
   * @minLength 1
   * @maxLength 256
   */
  imageTag?: string;
}

/**
 * What kubeadm sets up for the whole cluster.
 * @minProperties 1
 */
export interface ClusterConfiguration {
  /** etcd is the etcd cluster that the control plane uses: one on its own machines by default. */
  etcd?: Etcd;
  /**
   * controlPlaneEndpoint is the stable name or address of the control plane, with or without a port; that of the Cluster by default.
   * @minLength 1
   * @maxLength 512
   */
  controlPlaneEndpoint?: string;
  /** apiServer has settings of the API server. */
  apiServer?: APIServer;
  /** controllerManager has settings of the controller manager. */
  controllerManager?: ControllerManager;
  /** scheduler has settings of the scheduler. */
  scheduler?: Scheduler;
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
}
