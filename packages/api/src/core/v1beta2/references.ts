// References between objects, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/** References an object in the same namespace by group, kind and name; the contract decides the version. */
export interface ContractVersionedObjectReference {
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
   * apiGroup is the API group of the referenced object; its version is found through the contract labels of the CRD.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  apiGroup: string;
}

/** References a Node of the workload cluster. */
export interface MachineNodeReference {
  /**
   * name is the name of the Node.
   * @minLength 1
   * @maxLength 253
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$
   */
  name: string;
}
