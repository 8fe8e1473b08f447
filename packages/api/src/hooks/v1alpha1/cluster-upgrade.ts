// Hooks around an upgrade of a Cluster with a topology, in the order core calls them: before the upgrade; then before and
// after each step of the control plane, and of the workers where they take the step; then after the upgrade.
import { defineHook, type Hook } from "@capstan/contract";
import type { Cluster } from "../../core/v1beta2/index.ts";
import type { CommonRequest, CommonRetryResponse } from "./common.ts";

/** A version that an upgrade still has to step through. */
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
  /** fromKubernetesVersion is the version before. */
  fromKubernetesVersion: string;
  /** toKubernetesVersion is the version after. */
  toKubernetesVersion: string;
  /** controlPlaneUpgrades lists the versions the control plane still steps through, the target included. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions the workers still step through, the target included. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Lets the upgrade begin or holds it. */
export interface BeforeClusterUpgradeResponse extends CommonRetryResponse {}

/** Called before a Cluster is upgraded. */
export const BeforeClusterUpgrade: Hook<BeforeClusterUpgradeRequest, BeforeClusterUpgradeResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BeforeClusterUpgrade",
  summary: "Called before a Cluster is upgraded",
  description:
    "Core asks once the control plane is stable and a new version is wanted, and again until no handler holds it. It is not asked again for the steps in between.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.2",
});

/** A control plane is about to take a step. */
export interface BeforeControlPlaneUpgradeRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /** fromKubernetesVersion is the version before. */
  fromKubernetesVersion: string;
  /** toKubernetesVersion is the version after. */
  toKubernetesVersion: string;
  /** controlPlaneUpgrades lists the versions the control plane still steps through, the target included. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions the workers still step through, the target included. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Lets the step begin or holds it. */
export interface BeforeControlPlaneUpgradeResponse extends CommonRetryResponse {}

/** Called before the control plane takes a step of an upgrade. */
export const BeforeControlPlaneUpgrade: Hook<BeforeControlPlaneUpgradeRequest, BeforeControlPlaneUpgradeResponse> =
  defineHook({
    apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
    name: "BeforeControlPlaneUpgrade",
    summary: "Called before the control plane takes a step of an upgrade",
    description: "Core asks after BeforeClusterUpgrade and before every version that the control plane steps through.",
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
  /** controlPlaneUpgrades lists the versions the control plane still steps through, the target included. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions the workers still step through, the target included. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Lets the upgrade go on or holds it. */
export interface AfterControlPlaneUpgradeResponse extends CommonRetryResponse {}

/** Called after the control plane has taken a step of an upgrade. */
export const AfterControlPlaneUpgrade: Hook<AfterControlPlaneUpgradeRequest, AfterControlPlaneUpgradeResponse> =
  defineHook({
    apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
    name: "AfterControlPlaneUpgrade",
    summary: "Called after the control plane has taken a step of an upgrade",
    description:
      "Core asks once all control plane machines have the new version; while it is held neither the workers nor the next step begin.",
    tags: ["Lifecycle Hooks"],
    blocking: true,
    since: "1.2",
  });

/** The workers are about to take a step. */
export interface BeforeWorkersUpgradeRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /** fromKubernetesVersion is the version before. */
  fromKubernetesVersion: string;
  /** toKubernetesVersion is the version after. */
  toKubernetesVersion: string;
  /** controlPlaneUpgrades lists the versions the control plane still steps through, the target included. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions the workers still step through, the target included. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Lets the step begin or holds it. */
export interface BeforeWorkersUpgradeResponse extends CommonRetryResponse {}

/** Called before the workers take a step of an upgrade. */
export const BeforeWorkersUpgrade: Hook<BeforeWorkersUpgradeRequest, BeforeWorkersUpgradeResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "BeforeWorkersUpgrade",
  summary: "Called before the workers take a step of an upgrade",
  description:
    "Core asks only for versions that the workers step through; while it is held no worker picks the version up.",
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
  /** controlPlaneUpgrades lists the versions the control plane still steps through, the target included. */
  controlPlaneUpgrades?: UpgradeStepInfo[];
  /** workersUpgrades lists the versions the workers still step through, the target included. */
  workersUpgrades?: UpgradeStepInfo[];
}

/** Lets the upgrade go on or holds it. */
export interface AfterWorkersUpgradeResponse extends CommonRetryResponse {}

/** Called after the workers have taken a step of an upgrade. */
export const AfterWorkersUpgrade: Hook<AfterWorkersUpgradeRequest, AfterWorkersUpgradeResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "AfterWorkersUpgrade",
  summary: "Called after the workers have taken a step of an upgrade",
  description: "Core asks once no worker is upgrading; while it is held the control plane does not take its next step.",
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

/** Lets the next upgrade be asked for or holds it. */
export interface AfterClusterUpgradeResponse extends CommonRetryResponse {}

/** Called after a whole upgrade. */
export const AfterClusterUpgrade: Hook<AfterClusterUpgradeRequest, AfterClusterUpgradeResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "AfterClusterUpgrade",
  summary: "Called after a whole upgrade",
  description:
    "Core asks once control plane and workers have the wanted version; while it is held the Cluster refuses another version. Before release 1.12 the answer could not hold anything.",
  tags: ["Lifecycle Hooks"],
  blocking: true,
  since: "1.2",
});
