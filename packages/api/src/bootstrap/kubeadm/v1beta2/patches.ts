// Where kubeadm finds patches, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

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
