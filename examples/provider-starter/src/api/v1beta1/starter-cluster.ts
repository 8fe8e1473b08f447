// StarterCluster: what a cluster needs from the infrastructure before it can have machines. `npm run generate` creates its CRD.
import {
  type Condition,
  defineInfraCluster,
  defineTemplate,
  type KubeObject,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { APIEndpoint, FailureDomain } from "@capstan/api/core/v1beta2";

/** StarterClusterSpec defines the desired state of StarterCluster. */
export interface StarterClusterSpec {
  /** controlPlaneEndpoint is where the control plane is reached. The controller writes it when it is not given. */
  controlPlaneEndpoint?: APIEndpoint;
  /**
   * zones are the places that machines are spread over.
   * @minItems 1
   * @maxItems 16
   * @listType set
   * @items.minLength 1
   * @items.maxLength 63
   */
  zones?: string[];
}

/**
 * StarterClusterInitializationStatus reports the steps that happen once in the life of each StarterCluster.
 * @minProperties 1
 */
export interface StarterClusterInitializationStatus {
  /** provisioned is true once the infrastructure is there. */
  provisioned?: boolean;
}

/** StarterClusterStatus defines the observed state of StarterCluster. */
export interface StarterClusterStatus {
  /** initialization reports the steps that happen once in the life of each StarterCluster. */
  initialization?: StarterClusterInitializationStatus;
  /**
   * failureDomains lists the domains that machines may be placed in.
   * @minItems 1
   * @maxItems 100
   * @listType map
   * @listMapKey name
   */
  failureDomains?: FailureDomain[];
  /**
   * conditions are the latest observations of the StarterCluster.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** StarterCluster is the Schema for the starterclusters API. */
export interface StarterCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "StarterCluster"> {
  /** spec is the desired state of StarterCluster. */
  spec?: StarterClusterSpec;
  /** status is the observed state of StarterCluster. */
  status?: StarterClusterStatus;
}

export const StarterCluster: Resource<StarterCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "StarterCluster",
  contracts: ["v1beta2"],
  categories: ["cluster-api"],
  printColumns: {
    Provisioned: { path: ".status.initialization.provisioned", description: "Whether the infrastructure is there" },
    Age: ".metadata.creationTimestamp",
  },
});

/** StarterClusterTemplate is the Schema for the starterclustertemplates API: a ClusterClass makes StarterClusters from it. */
export type StarterClusterTemplate = TemplateOf<StarterCluster, "controlPlaneEndpoint">;
export const StarterClusterTemplate: Resource<StarterClusterTemplate> = defineTemplate(StarterCluster, {
  omit: ["controlPlaneEndpoint"],
});
