// Hooks around an upgrade of a Cluster with a topology, in the order core calls them: before the upgrade; then before and
// after each step of the control plane, and of the workers where they take the step; then after the upgrade.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Cluster } from "../../core/v1beta2/index.ts";
import type { CommonRequest, CommonRetryResponse } from "./common.ts";

/** A version that an upgrade has not reached yet. */
export interface UpgradeStepInfo {
  /**
   * version is the Kubernetes version.
   * @minLength 1
   */
  version: string;
}

/** A Cluster is about to be upgraded. */
export interface BeforeClusterUpgradeRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /** fromKubernetesVersion is the current version. */
  fromKubernetesVersion: string;
  /** toKubernetesVersion is the version to upgrade to. */
  toKubernetesVersion: string;
  /** controlPlaneUpgrades lists the versions that the control plane will be upgraded to, including the last. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions that the workers will be upgraded to, including the last. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Allows the upgrade or delays it. */
export interface BeforeClusterUpgradeResponse extends CommonRetryResponse {}

/** Called before a Cluster is upgraded. */
export const BeforeClusterUpgrade: Hook<BeforeClusterUpgradeRequest, BeforeClusterUpgradeResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BeforeClusterUpgrade",
  summary: "Called before a Cluster is upgraded",
  description:
    "Core calls it when the control plane is stable and a new version is requested, and again until no handler delays the upgrade. It is called once for an upgrade of several steps.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.2",
});

/** A control plane is about to take a step. */
export interface BeforeControlPlaneUpgradeRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /** fromKubernetesVersion is the current version. */
  fromKubernetesVersion: string;
  /** toKubernetesVersion is the version to upgrade to. */
  toKubernetesVersion: string;
  /** controlPlaneUpgrades lists the versions that the control plane will be upgraded to, including the last. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions that the workers will be upgraded to, including the last. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Allows the step or delays it. */
export interface BeforeControlPlaneUpgradeResponse extends CommonRetryResponse {}

/** Called before the control plane takes a step of an upgrade. */
export const BeforeControlPlaneUpgrade: Hook<BeforeControlPlaneUpgradeRequest, BeforeControlPlaneUpgradeResponse> =
  defineHook({
    apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
    name: "BeforeControlPlaneUpgrade",
    summary: "Called before the control plane takes a step of an upgrade",
    description: "Core calls it after BeforeClusterUpgrade, before each version that the control plane is upgraded to.",
    tags: ["Lifecycle Hooks"],
    blocking: true,
    since: "1.12",
  });

/** A control plane has taken a step. */
export interface AfterControlPlaneUpgradeRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /** kubernetesVersion is the version that was reached. */
  kubernetesVersion: string;
  /** controlPlaneUpgrades lists the versions that the control plane will be upgraded to, including the last. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions that the workers will be upgraded to, including the last. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Allows the upgrade to continue or delays it. */
export interface AfterControlPlaneUpgradeResponse extends CommonRetryResponse {}

/** Called after the control plane has taken a step of an upgrade. */
export const AfterControlPlaneUpgrade: Hook<AfterControlPlaneUpgradeRequest, AfterControlPlaneUpgradeResponse> =
  defineHook({
    apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
    name: "AfterControlPlaneUpgrade",
    summary: "Called after the control plane has taken a step of an upgrade",
    description:
      "Core calls it when all control plane machines have the new version. While the response delays the upgrade, neither the workers nor the next step start.",
    tags: ["Lifecycle Hooks"],
    blocking: true,
    since: "1.2",
  });

/** The workers are about to take a step. */
export interface BeforeWorkersUpgradeRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /** fromKubernetesVersion is the current version. */
  fromKubernetesVersion: string;
  /** toKubernetesVersion is the version to upgrade to. */
  toKubernetesVersion: string;
  /** controlPlaneUpgrades lists the versions that the control plane will be upgraded to, including the last. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions that the workers will be upgraded to, including the last. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Allows the step or delays it. */
export interface BeforeWorkersUpgradeResponse extends CommonRetryResponse {}

/** Called before the workers take a step of an upgrade. */
export const BeforeWorkersUpgrade: Hook<BeforeWorkersUpgradeRequest, BeforeWorkersUpgradeResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BeforeWorkersUpgrade",
  summary: "Called before the workers take a step of an upgrade",
  description:
    "Core calls it only for versions that the workers are upgraded to. While the response delays the step, no worker is upgraded.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.12",
});

/** The workers have taken a step. */
export interface AfterWorkersUpgradeRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /** kubernetesVersion is the version that was reached. */
  kubernetesVersion: string;
  /** controlPlaneUpgrades lists the versions that the control plane will be upgraded to, including the last. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions that the workers will be upgraded to, including the last. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Allows the upgrade to continue or delays it. */
export interface AfterWorkersUpgradeResponse extends CommonRetryResponse {}

/** Called after the workers have taken a step of an upgrade. */
export const AfterWorkersUpgrade: Hook<AfterWorkersUpgradeRequest, AfterWorkersUpgradeResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "AfterWorkersUpgrade",
  summary: "Called after the workers have taken a step of an upgrade",
  description:
    "Core calls it when no worker is being upgraded. While the response delays the upgrade, the control plane does not take its next step.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.12",
});

/** A Cluster has been upgraded. */
export interface AfterClusterUpgradeRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /** kubernetesVersion is the version that was reached. */
  kubernetesVersion: string;
}

/** Allows the next upgrade or delays it. */
export interface AfterClusterUpgradeResponse extends CommonRetryResponse {}

/** Called after a whole upgrade. */
export const AfterClusterUpgrade: Hook<AfterClusterUpgradeRequest, AfterClusterUpgradeResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "AfterClusterUpgrade",
  summary: "Called after a whole upgrade",
  description:
    "Core calls it when control plane and workers have the requested version. While the response delays the next upgrade, core rejects another version of the Cluster. Before release 1.12 the response could not delay anything.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.2",
});
