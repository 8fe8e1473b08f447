// The etcd cluster of a control plane, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { EnvVar } from "../env-var.ts";
import type { Arg } from "./common.ts";

/**
 * An etcd cluster on the control plane machines.
 * @minProperties 1
 */
export interface LocalEtcd {
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
  /**
   * dataDir is the folder of etcd's data. Default: /var/lib/etcd.
   * @minLength 1
   * @maxLength 512
   */
  dataDir?: string;
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
   * extraEnvs are environment variables of the component; they win over what kubeadm sets, proxy variables among it.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  extraEnvs?: EnvVar[];
  /**
   * serverCertSANs are further host names and addresses that etcd's serving certificate is valid for.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 253
   */
  serverCertSANs?: string[];
  /**
   * peerCertSANs are further host names and addresses that the certificate between etcd's members is valid for.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 253
   */
  peerCertSANs?: string[];
}

/** An etcd cluster that is not on the control plane machines; its certificates must be on the machine. */
export interface ExternalEtcd {
  /**
   * endpoints are the addresses of etcd's members.
   * @listType atomic
   * @minItems 1
   * @maxItems 50
   * @items.minLength 1
   * @items.maxLength 512
   */
  endpoints: string[];
  /**
   * caFile is the path of the certificate of etcd's authority.
   * @minLength 1
   * @maxLength 512
   */
  caFile: string;
  /**
   * certFile is the path of the client certificate for etcd.
   * @minLength 1
   * @maxLength 512
   */
  certFile: string;
  /**
   * keyFile is the path of the key of the client certificate.
   * @minLength 1
   * @maxLength 512
   */
  keyFile: string;
}

/**
 * Which etcd cluster the control plane uses.
 * @minProperties 1
 */
export interface Etcd {
  /** local configures an etcd cluster on the control plane machines; not together with external. */
  local?: LocalEtcd;
  /** external says how to reach an etcd cluster elsewhere; not together with local. */
  external?: ExternalEtcd;
}
