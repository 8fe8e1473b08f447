// References between claims, addresses and pools before API version v1beta2, as Kubernetes has them.
// Shapes and bounds are those of Cluster API 1.14.

/**
 * References an object in the same namespace by group, kind and name.
 * @mapType atomic
 */
export interface TypedLocalObjectReference {
  /** apiGroup is the API group of the referenced object; without it the core group. */
  apiGroup?: string;
  /** kind is the kind of the referenced object. */
  kind: string;
  /** name is the name of the referenced object. */
  name: string;
}

/**
 * References an object of a known kind in the same namespace.
 * @mapType atomic
 */
export interface LocalObjectReference {
  /**
   * name is the name of the referenced object.
   * @default ""
   */
  name?: string;
}
