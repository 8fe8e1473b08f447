import { defineInfraCluster } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

/** The compiler reports the same about the element of `contracts`. */
export interface FooCluster extends KubeObject<"test.capstan.dev/v1", "FooCluster"> {
  spec?: { region?: string };
  status?: {
    ready?: boolean;
    failureDomains?: string[];
  };
}
export const FooCluster: Resource<FooCluster> = defineInfraCluster({
  apiVersion: "test.capstan.dev/v1",
  kind: "FooCluster",
  contracts: ["v1beta2"],
});
