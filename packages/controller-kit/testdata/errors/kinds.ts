// The kinds and services that the type tests use.
import { type Condition, defineInfraCluster, defineInfraMachine, defineIPPool, defineResource, type KubeObject, type Resource } from "@capstan/api";
import type { APIEndpoint, MachineAddress } from "@capstan/api/core/v1beta2";
import { initProvider, type ProviderKit } from "@capstan/controller-kit";

export interface FooCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooCluster"> {
  spec?: { controlPlaneEndpoint?: APIEndpoint; region?: string };
  status?: { initialization?: { provisioned?: boolean }; conditions?: Condition[] };
}
export const FooCluster: Resource<FooCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooCluster",
  contracts: ["v1beta2"],
});

export interface FooMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachine"> {
  spec?: { providerID?: string };
  status?: { initialization?: { provisioned?: boolean }; addresses?: MachineAddress[]; conditions?: Condition[] };
}
export const FooMachine: Resource<FooMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  contracts: ["v1beta2"],
});

export interface FooMachinePool extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachinePool"> {
  status?: { ready?: boolean; failureReason?: string };
}
export const FooMachinePool: Resource<FooMachinePool> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachinePool",
});

export interface FooNetwork extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooNetwork"> {
  spec?: { cidr?: string };
}
export const FooNetwork: Resource<FooNetwork> = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooNetwork",
});

export interface FooIPPool extends KubeObject<"ipam.cluster.x-k8s.io/v1alpha1", "FooIPPool"> {
  spec?: { ranges?: string[] };
  status?: { conditions?: Condition[] };
}
export const FooIPPool: Resource<FooIPPool> = defineIPPool({
  apiVersion: "ipam.cluster.x-k8s.io/v1alpha1",
  kind: "FooIPPool",
});

export interface Cloud {
  ensure(region: string): Promise<{ ready: boolean; progress: string }>;
}
export const kit: ProviderKit<{ cloud: Cloud }> = initProvider();
