// LocalCluster v1beta1: the infrastructure of a cluster whose machines are processes on this computer.
// Shaped for contract v1beta2 and stored in this version; the controller and the generators read it.
import {
  type Condition,
  defineInfraCluster,
  defineTemplate,
  type KubeObject,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { APIEndpoint, FailureDomain } from "@capstan/api/core/v1beta2";
import type { LocalDeprecatedStatus } from "./deprecated-status.ts";

/** LocalAPIServer defines how the workload cluster's API server runs. */
export interface LocalAPIServer {
  /**
   * backend is the program that serves the workload cluster: Embedded is the API server of @capstan/testenv,
   * Real is kube-apiserver with etcd, whose binaries must be on this computer.
   * @default "Embedded"
   */
  backend?: "Embedded" | "Real";
}

/** LocalClusterSpec defines the desired state of LocalCluster. */
export interface LocalClusterSpec {
  /** controlPlaneEndpoint is the address of the workload cluster's API server. Without a port, one is chosen when the server first starts. */
  controlPlaneEndpoint?: APIEndpoint;
  /**
   * failureDomains names the domains that machines are spread over. A local domain is only a name.
   * @minItems 1
   * @maxItems 16
   * @listType set
   * @items.minLength 1
   * @items.maxLength 63
   */
  failureDomains?: string[];
  /**
   * apiServer defines how the workload cluster's API server runs.
   * @default {}
   */
  apiServer?: LocalAPIServer;
}

/**
 * LocalClusterInitializationStatus reports the steps that happen once in the life of a LocalCluster.
 * @minProperties 1
 */
export interface LocalClusterInitializationStatus {
  /** provisioned is true once the workload cluster's API server answers and its kubeconfig Secret is written. */
  provisioned?: boolean;
}

/** LocalClusterStatus defines the observed state of LocalCluster. */
export interface LocalClusterStatus {
  /** initialization reports the steps that happen once in the life of a LocalCluster. */
  initialization?: LocalClusterInitializationStatus;
  /**
   * failureDomains lists the domains that machines may be placed in.
   * @minItems 1
   * @maxItems 100
   * @listType map
   * @listMapKey name
   */
  failureDomains?: FailureDomain[];
  /**
   * conditions are the latest observations of the LocalCluster.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
  /** deprecated holds fields that only older versions report. */
  deprecated?: LocalDeprecatedStatus;
}

/** LocalCluster is the Schema for the localclusters API. */
export interface LocalCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "LocalCluster"> {
  /** spec is the desired state of LocalCluster. */
  spec?: LocalClusterSpec;
  /** status is the observed state of LocalCluster. */
  status?: LocalClusterStatus;
}

export const LocalCluster: Resource<LocalCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "LocalCluster",
  contracts: ["v1beta2"],
  storage: true,
  categories: ["cluster-api"],
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      type: "string",
      description: "Cluster that owns the LocalCluster",
    },
    Provisioned: { path: ".status.initialization.provisioned", description: "Whether the API server answers" },
    Endpoint: { path: ".spec.controlPlaneEndpoint.port", description: "Port of the API server", priority: 1 },
    Age: ".metadata.creationTimestamp",
  },
});

/** LocalClusterTemplate is the Schema for the localclustertemplates API: LocalClusters of a ClusterClass are created from it. */
export type LocalClusterTemplate = TemplateOf<LocalCluster, "controlPlaneEndpoint">;
export const LocalClusterTemplate: Resource<LocalClusterTemplate> = defineTemplate(LocalCluster, {
  omit: ["controlPlaneEndpoint"],
});
