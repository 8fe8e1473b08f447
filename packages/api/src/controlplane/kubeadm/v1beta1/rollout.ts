// When and how the machines of a control plane are replaced and named, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Duration, Int32, IntOrString } from "@capstan/kube";

/** What machines are replaced ahead of. */
export interface RolloutBefore {
  /** certificatesExpiryDays has a machine replaced when its certificates expire within so many days. */
  certificatesExpiryDays?: Int32;
}

/** How far a rolling update may go at a time. */
export interface RollingUpdate {
  /** maxSurge is how many machines there may be beyond the desired number: 1 adds a machine first, 0 deletes one first. Default: 1. */
  maxSurge?: IntOrString;
}

/** The strategies for replacing machines. */
export type RolloutStrategyType = "RollingUpdate";

/** How machines are replaced. */
export interface RolloutStrategy {
  /** type is the kind of the strategy. */
  type?: RolloutStrategyType;
  /** rollingUpdate configures the strategy `RollingUpdate`. */
  rollingUpdate?: RollingUpdate;
}

/** How often unhealthy machines are replaced. */
export interface RemediationStrategy {
  /** maxRetry limits how often a replacement that fails too is replaced again; without it there is no limit. */
  maxRetry?: Int32;
  /** retryPeriod is the wait before a replacement that fails too is replaced again; none by default. */
  retryPeriod?: Duration;
  /** minHealthyPeriod is how long a replacement must have been healthy for its failure to count as a new one. Default: 1h. */
  minHealthyPeriod?: Duration;
}

/** How machines are named. */
export interface MachineNamingStrategy {
  /**
   * template is the Go template of the name, from `.cluster.name`, `.kubeadmControlPlane.name` and `.random`, which must be part of it.
   * @minLength 1
   * @maxLength 256
   */
  template?: string;
}
