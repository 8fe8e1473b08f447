// The hook with which an extension chooses the versions of an upgrade. ClusterClasses name the handler.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Cluster } from "../../core/v1beta2/index.ts";
import type { CommonRequest, CommonResponse } from "./common.ts";

/** One step of an upgrade. */
export interface UpgradeStep {
  /**
   * version is the Kubernetes version.
   * @minLength 1
   */
  version: string;
}

/** Asks for the steps of an upgrade. */
export interface GenerateUpgradePlanRequest extends CommonRequest {
  /** cluster is the Cluster, without its status. */
  cluster: Cluster;
  /**
   * fromControlPlaneKubernetesVersion is the version of the control plane.
   * @minLength 1
   */
  fromControlPlaneKubernetesVersion: string;
  /**
   * fromWorkersKubernetesVersion is the oldest version of the workers; absent without workers.
   * @minLength 1
   */
  fromWorkersKubernetesVersion?: string;
  /**
   * toKubernetesVersion is the requested version.
   * @minLength 1
   */
  toKubernetesVersion: string;
}

/** The steps of an upgrade. */
export interface GenerateUpgradePlanResponse extends CommonResponse {
  /** controlPlaneUpgrades lists the versions of the control plane: in ascending order, without gaps between minor versions, the requested version last. */
  controlPlaneUpgrades?: UpgradeStep[];
  /** workersUpgrades lists the versions of the workers, a subset of the control plane's; without it core computes the fewest steps. */
  workersUpgrades?: UpgradeStep[];
}

/** Called while an upgrade is requested; core caches the response for ten minutes. */
export const GenerateUpgradePlan: Hook<GenerateUpgradePlanRequest, GenerateUpgradePlanResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "GenerateUpgradePlan",
  summary: "Called to get the steps of an upgrade",
  description:
    "Core calls the handler that the ClusterClass names when control plane or workers do not have the requested version.",
  tags: ["Chained Upgrade Hook"],
  handlers: "named",
  since: "1.12",
});
