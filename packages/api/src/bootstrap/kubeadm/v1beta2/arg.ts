// Flags of components, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/** A flag of a component. */
export interface Arg {
  /**
   * name is the name of the flag, without leading dashes.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /**
   * value is the value of the flag.
   * @minLength 0
   * @maxLength 1024
   */
  value: string;
}
