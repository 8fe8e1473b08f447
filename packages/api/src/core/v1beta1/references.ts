// References between objects in API version v1beta1: with an apiVersion.

/**
 * References an object by apiVersion, kind and name; most fields are never used by Cluster API.
 * @mapType atomic
 */
export interface ObjectReference {
  /** kind is the kind of the referenced object. */
  kind?: string;
  /** namespace is the namespace of the referenced object. */
  namespace?: string;
  /** name is the name of the referenced object. */
  name?: string;
  /** uid is the UID of the referenced object. */
  uid?: string;
  /** apiVersion is the group and version of the referenced object. */
  apiVersion?: string;
  /** resourceVersion is the version of the object that was meant. */
  resourceVersion?: string;
  /** fieldPath points to a part of the referenced object. */
  fieldPath?: string;
}

/** References a template in the namespace of the ClusterClass. */
export interface LocalObjectTemplate {
  /** ref references the template. */
  ref: ObjectReference;
}
