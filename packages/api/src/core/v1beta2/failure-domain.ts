// Failure domains as providers report them, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/** A part of the infrastructure that fails on its own: a zone, a rack, a host. */
export interface FailureDomain {
  /**
   * name identifies the failure domain.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /** controlPlane is true if control plane machines may be placed here. */
  controlPlane?: boolean;
  /** attributes describe the failure domain to people and to schedulers of the infrastructure provider. */
  attributes?: Record<string, string>;
}
