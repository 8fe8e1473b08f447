// Small shapes that several kinds share, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/** Where a Kubernetes API server is reached. */
export interface APIEndpoint {
  /**
   * host is a host name or IP address.
   * @maxLength 512
   */
  host?: string;
  /** port is the port. */
  port?: Int32;
}

/** A part of the infrastructure that fails on its own: a zone, a rack, a host. */
export interface FailureDomainSpec {
  /** controlPlane is true if control plane machines may be placed here. */
  controlPlane?: boolean;
  /** attributes describe the failure domain to people and to schedulers of the infrastructure provider. */
  attributes?: Record<string, string>;
}

/** An address of a machine. */
export interface MachineAddress {
  /** type is the kind of address. */
  type: "Hostname" | "ExternalIP" | "InternalIP" | "ExternalDNS" | "InternalDNS";
  /**
   * address is the address itself.
   * @minLength 1
   * @maxLength 256
   */
  address: string;
}

/** Labels and annotations for objects that are created from this one. */
export interface ObjectMeta {
  /** labels are key and value pairs by which objects are organized and selected. */
  labels?: Record<string, string>;
  /** annotations are notes for tools, copied to what is created; they cannot be selected by. */
  annotations?: Record<string, string>;
}

/** How machines are named. */
export interface MachineNamingStrategy {
  /**
   * template is the Go template of the name.
   * @minLength 1
   * @maxLength 256
   */
  template?: string;
}
