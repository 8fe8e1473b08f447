// Images of components, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.

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
