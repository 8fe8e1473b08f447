// When and how the machines of a control plane are replaced and named, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32, IntOrString, Time } from "@capstan/kube";

/**
 * What machines are replaced ahead of.
 * @minProperties 1
 */
export interface KubeadmControlPlaneRolloutBeforeSpec {
  /**
   * certificatesExpiryDays has a machine replaced when its certificates expire within so many days.
   * @minimum 7
   */
  certificatesExpiryDays?: Int32;
}

/** The strategies for replacing machines. */
export type KubeadmControlPlaneRolloutStrategyType = "RollingUpdate";

/**
 * How far a rolling update may go at a time.
 * @minProperties 1
 */
export interface KubeadmControlPlaneRolloutStrategyRollingUpdate {
  /** maxSurge is how many machines there may be beyond the desired number: 1 adds a machine first, 0 deletes one first. Default: 1. */
  maxSurge?: IntOrString;
}

/**
 * How machines are replaced.
 * @minProperties 1
 */
export interface KubeadmControlPlaneRolloutStrategy {
  /** type is the kind of the strategy. */
  type: KubeadmControlPlaneRolloutStrategyType;
  /** rollingUpdate configures the strategy `RollingUpdate`. */
  rollingUpdate?: KubeadmControlPlaneRolloutStrategyRollingUpdate;
}

/**
 * When and how machines are replaced.
 * @minProperties 1
 */
export interface KubeadmControlPlaneRolloutSpec {
  /** before has machines replaced before something expires. */
  before?: KubeadmControlPlaneRolloutBeforeSpec;
  /** after has machines replaced that were created before this time, once it has come. */
  after?: Time;
  /** strategy says how machines are replaced. */
  strategy?: KubeadmControlPlaneRolloutStrategy;
}

/**
 * How often unhealthy machines are replaced.
 * @minProperties 1
 */
export interface KubeadmControlPlaneRemediationSpec {
  /** maxRetry limits how often a replacement that fails too is replaced again; without it there is no limit. */
  maxRetry?: Int32;
  /**
   * retryPeriodSeconds is the wait before a replacement that fails too is replaced again; none by default.
   * @minimum 0
   */
  retryPeriodSeconds?: Int32;
  /**
   * minHealthyPeriodSeconds is how long a replacement must have been healthy for its failure to count as a new one. Default: 3600.
   * @minimum 0
   */
  minHealthyPeriodSeconds?: Int32;
}

/**
 * How machines are named.
 * @minProperties 1
 */
export interface MachineNamingSpec {
  /**
   * template is the Go template of the name, from `.cluster.name`, `.kubeadmControlPlane.name` and `.random`, which must be part of it.
   * @minLength 1
   * @maxLength 256
   */
  template?: string;
}
