// Settings of the Ignition format, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.

/**
 * What is added to the machine's Ignition configuration.
 * @minProperties 1
 */
export interface ContainerLinuxConfig {
  /**
   * additionalConfig is a Container Linux Config that is merged into the one that the bootstrap provider makes.
   * @minLength 1
   * @maxLength 32768
   */
  additionalConfig?: string;
  /** strict makes warnings about additionalConfig errors. */
  strict?: boolean;
}

/**
 * The settings of bootstrap data in the Ignition format.
 * @minProperties 1
 */
export interface IgnitionSpec {
  /** containerLinuxConfig is what is added to the configuration. */
  containerLinuxConfig?: ContainerLinuxConfig;
}
