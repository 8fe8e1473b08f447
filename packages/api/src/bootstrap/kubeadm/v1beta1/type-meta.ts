// How kubeadm's configurations name themselves, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.

/** The version and kind of a configuration of kubeadm. Cluster API chooses both. */
export interface TypeMeta {
  /** apiVersion is the group and version of kubeadm's configuration. */
  apiVersion?: string;
  /** kind is the kind of kubeadm's configuration. */
  kind?: string;
}
