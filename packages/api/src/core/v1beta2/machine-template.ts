// Machines as sets and deployments create them, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { MachineSpec } from "./machine.ts";
import type { ObjectMeta } from "./object-meta.ts";

/** The Machines that are created. */
export interface MachineTemplateSpec {
  /** metadata has labels and annotations for the objects that are created. */
  metadata?: ObjectMeta;
  /** spec is the desired state. */
  spec: MachineSpec;
}

/**
 * How machines are named.
 * @minProperties 1
 */
export interface MachineNamingSpec {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 256
   */
  template?: string;
}
