// HttpCluster v1beta1: a network of the cloud, whose address is the control plane's endpoint.
import {
  type Condition,
  defineInfraCluster,
  defineTemplate,
  type KubeObject,
  type Resource,
  type TemplateOf,
} from "@capstan/api";
import type { APIEndpoint } from "@capstan/api/core/v1beta2";

/** HttpClusterSpec defines the desired state of HttpCluster. */
export interface HttpClusterSpec {
  /** controlPlaneEndpoint is where the control plane is reached. The controller sets it to the address of the network. */
  controlPlaneEndpoint?: APIEndpoint;
  /**
   * identity is the name of the HttpIdentity whose account is used. It cannot be changed.
   * @minLength 1
   * @maxLength 253
   */
  identity: string;
}

/**
 * HttpClusterInitializationStatus reports the steps that happen once in the life of a HttpCluster.
 * @minProperties 1
 */
export interface HttpClusterInitializationStatus {
  /** provisioned is true once the network is ready. */
  provisioned?: boolean;
}

/** HttpClusterStatus defines the observed state of HttpCluster. */
export interface HttpClusterStatus {
  /** initialization reports the steps that happen once in the life of a HttpCluster. */
  initialization?: HttpClusterInitializationStatus;
  /**
   * conditions are the latest observations of the HttpCluster.
   * @maxItems 32
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** HttpCluster is the Schema for the httpclusters API. */
export interface HttpCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "HttpCluster"> {
  /** spec is the desired state of HttpCluster. */
  spec?: HttpClusterSpec;
  /** status is the observed state of HttpCluster. */
  status?: HttpClusterStatus;
}

export const HttpCluster: Resource<HttpCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "HttpCluster",
  contracts: ["v1beta2"],
  categories: ["cluster-api"],
  printColumns: {
    Identity: { path: ".spec.identity", description: "Account that is used" },
    Provisioned: { path: ".status.initialization.provisioned", description: "Whether the network is ready" },
    Age: ".metadata.creationTimestamp",
  },
});

/** HttpClusterTemplate is the Schema for the httpclustertemplates API: HttpClusters of a ClusterClass are created from it. */
export type HttpClusterTemplate = TemplateOf<HttpCluster, "controlPlaneEndpoint">;
export const HttpClusterTemplate: Resource<HttpClusterTemplate> = defineTemplate(HttpCluster, {
  omit: ["controlPlaneEndpoint"],
});
