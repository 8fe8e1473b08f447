// What kubeadm does on the first control plane machine, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32, Time } from "@capstan/kube";
import type { APIEndpoint, Patches, Timeouts } from "./common.ts";
import type { NodeRegistrationOptions } from "./node-registration.ts";

/**
 * A bootstrap token as `<id>.<secret>`.
 * @minLength 1
 * @maxLength 23
 */
export type BootstrapTokenString = string;

/** A token with which Nodes join. */
export interface BootstrapToken {
  /** token is the token itself. */
  token: BootstrapTokenString;
  /**
   * description tells people what the token is for.
   * @minLength 1
   * @maxLength 512
   */
  description?: string;
  /**
   * ttlSeconds is how long the token lives; not together with expires. Default: 24 hours.
   * @minimum 0
   */
  ttlSeconds?: Int32;
  /** expires is when the token ends; not together with a time to live. */
  expires?: Time;
  /**
   * usages are the ways the token may be used; by default both signing and authentication.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  usages?: string[];
  /**
   * groups are further groups of clients that authenticate with the token.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  groups?: string[];
}

/**
 * What kubeadm does on the first control plane machine.
 * @minProperties 1
 */
export interface InitConfiguration {
  /**
   * bootstrapTokens are the tokens that are created.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  bootstrapTokens?: BootstrapToken[];
  /** nodeRegistration says how the machine registers as a Node; use the same for the first and the joining control plane machines. */
  nodeRegistration?: NodeRegistrationOptions;
  /** localAPIEndpoint is where the API server of this machine listens; the endpoint of the whole control plane is in the cluster configuration. */
  localAPIEndpoint?: APIEndpoint;
  /**
   * skipPhases are the phases that kubeadm leaves out.
   * @listType atomic
   * @minItems 1
   * @maxItems 50
   * @items.minLength 1
   * @items.maxLength 256
   */
  skipPhases?: string[];
  /** patches says where kubeadm finds patches for the components that it deploys. */
  patches?: Patches;
  /** timeouts limits how long the steps of kubeadm may take. */
  timeouts?: Timeouts;
}
