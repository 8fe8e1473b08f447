// LocalCluster v1alpha1: the older version, shaped for contract v1beta1 (ready flag, domain map, severity conditions).
// Served in addition to v1beta1, into which it is converted; no controller reads it.
import { defineInfraCluster, defineTemplate, type KubeObject, type Resource, type TemplateOf } from "@capstan/api";
import type { APIEndpoint, Condition, FailureDomainSpec } from "@capstan/api/core/v1beta1";

/** LocalClusterSpec defines the desired state of LocalCluster. */
export interface LocalClusterSpec {
  /** controlPlaneEndpoint is the address of the workload cluster's API server. Without a port, one is chosen when the server first starts. */
  controlPlaneEndpoint?: APIEndpoint;
  /**
   * zones names the domains that machines are spread over. A local zone is only a name.
   * @minItems 1
   * @maxItems 16
   * @listType set
   * @items.minLength 1
   * @items.maxLength 63
   */
  zones?: string[];
  /**
   * backend is the program that serves the workload cluster: embedded is the API server of @capstan/testenv,
   * real is kube-apiserver with etcd, whose binaries must be on this computer.
   * @default "embedded"
   */
  backend?: "embedded" | "real";
}

/** LocalClusterStatus defines the observed state of LocalCluster. */
export interface LocalClusterStatus {
  /** ready is true once the workload cluster's API server answers and its kubeconfig Secret is written. */
  ready?: boolean;
  /** failureDomains maps the name of each domain that machines may be placed in to its properties. */
  failureDomains?: Record<string, FailureDomainSpec>;
  /** failureReason is a one-word reason for an error that no retry fixes. */
  failureReason?: string;
  /** failureMessage explains an error that no retry fixes. */
  failureMessage?: string;
  /** conditions are the latest observations of the LocalCluster. */
  conditions?: Condition[];
}

/** LocalCluster is the Schema for the localclusters API. */
export interface LocalCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "LocalCluster"> {
  /** spec is the desired state of LocalCluster. */
  spec?: LocalClusterSpec;
  /** status is the observed state of LocalCluster. */
  status?: LocalClusterStatus;
}

export const LocalCluster: Resource<LocalCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "LocalCluster",
  contracts: ["v1beta1"],
  categories: ["cluster-api"],
  printColumns: {
    Cluster: {
      path: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
      type: "string",
      description: "Cluster that owns the LocalCluster",
    },
    Ready: { path: ".status.ready", description: "Whether the API server answers" },
    Age: ".metadata.creationTimestamp",
  },
});

/** LocalClusterTemplate is the Schema for the localclustertemplates API: LocalClusters of a ClusterClass are created from it. */
export type LocalClusterTemplate = TemplateOf<LocalCluster, "controlPlaneEndpoint">;
export const LocalClusterTemplate: Resource<LocalClusterTemplate> = defineTemplate(LocalCluster, {
  omit: ["controlPlaneEndpoint"],
});
