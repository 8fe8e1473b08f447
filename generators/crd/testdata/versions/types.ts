import { defineInfraCluster } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";
import { common } from "./common.ts";

interface Endpoint {
  /** @minLength 1 */
  host?: string;
  port?: Int32;
}
interface Spec {
  controlPlaneEndpoint?: Endpoint;
}

/** FooCluster in its first version. */
export interface FooClusterV1Alpha1 extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "FooCluster"> {
  spec?: Spec;
  status?: { ready?: boolean };
}
export const FooClusterV1Alpha1: Resource<FooClusterV1Alpha1> = defineInfraCluster({
  ...common,
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  contracts: ["v1beta1"],
  deprecated: "v1alpha1 is deprecated; use v1beta1",
});

/** FooCluster as it is stored. */
export interface FooCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooCluster"> {
  spec?: Spec;
  /** @minProperties 1 */
  status?: {
    ready?: boolean;
    /** @minProperties 1 */
    initialization?: { provisioned?: boolean };
  };
}
export const FooCluster: Resource<FooCluster> = defineInfraCluster({
  ...common,
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  contracts: ["v1beta1", "v1beta2"],
  storage: true,
  labels: { "example.com/owner": "us" },
  annotations: { "example.com/note": "by hand" },
});
