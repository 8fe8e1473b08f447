// References of a ClusterClass to templates, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/** References a template of a provider. */
export interface ClusterClassTemplateReference {
  /**
   * kind is the kind of the referenced object.
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$
   */
  kind: string;
  /**
   * name is the name of the referenced object.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
  /**
   * apiVersion is the group and version of the referenced object.
   * @minLength 1
   * @maxLength 317
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[a-z]([-a-z0-9]*[a-z0-9])?$
   */
  apiVersion: string;
}
