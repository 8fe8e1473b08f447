// Small shapes that the configurations of kubeadm share, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/** Where the API server of one control plane machine listens. */
export interface APIEndpoint {
  /**
   * advertiseAddress is the IP address that the API server tells others to use.
   * @minLength 1
   * @maxLength 39
   */
  advertiseAddress?: string;
  /** bindPort is the port that the API server listens on. Default: 6443. */
  bindPort?: Int32;
}

/** Which image a component runs. */
export interface ImageMeta {
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

/** Where kubeadm finds patches. */
export interface Patches {
  /**
   * directory is the folder of the patches on the machine, as files `<target>[suffix][+<type>].<json or yaml>`; `files` can write them.
   * @minLength 1
   * @maxLength 512
   */
  directory?: string;
}

/** The version and kind of a configuration of kubeadm. Cluster API chooses both. */
export interface TypeMeta {
  /** apiVersion is the group and version of kubeadm's configuration. */
  apiVersion?: string;
  /** kind is the kind of kubeadm's configuration. */
  kind?: string;
}
