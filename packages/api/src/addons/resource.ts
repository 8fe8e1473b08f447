// The resources of a ClusterResourceSet; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.
import type { Time } from "@capstan/kube";

/** The kinds of objects that hold the resources of a ClusterResourceSet. */
export type ClusterResourceSetResourceKind = "Secret" | "ConfigMap";

/** Whether resources are applied once, or again whenever they change. */
export type ClusterResourceSetStrategy = "ApplyOnce" | "Reconcile";

/** References a Secret or ConfigMap whose data has the resources. */
export interface ResourceRef {
  /**
   * name is the name of the object, in the namespace of the ClusterResourceSet.
   * @minLength 1
   * @maxLength 253
   */
  name: string;
  /** kind is the kind of the object. */
  kind: ClusterResourceSetResourceKind;
}

/** What is known about one resource of a ClusterResourceSet in one cluster. */
export interface ResourceBinding extends ResourceRef {
  /**
   * hash is a digest of the data that was applied, by which changes are found; not used by the strategy `ApplyOnce`.
   * @minLength 1
   * @maxLength 256
   */
  hash?: string;
  /** lastAppliedTime is when the resource was last applied. */
  lastAppliedTime?: Time;
  /** applied says whether the resource was applied. */
  applied: boolean;
}
