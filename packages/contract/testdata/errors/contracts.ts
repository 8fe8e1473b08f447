// Shape rules of the contracts as compile errors.
import type { KubeObject, Resource } from "@capstan/kube";
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineInfraCluster, defineInfraMachine } from "@capstan/contract/define";
import type { APIEndpoint, FooCluster, FooClusterSpec, FooMachine } from "../kinds.ts";

interface Cluster<Spec, Status> extends KubeObject<"g.io/v1", "FooCluster"> {
  spec?: Spec;
  status?: Status;
}
interface Machine<Spec, Status> extends KubeObject<"g.io/v1", "FooMachine"> {
  spec?: Spec;
  status?: Status;
}
interface Provisioned {
  initialization?: { provisioned?: boolean };
}
const clusters = { apiVersion: "g.io/v1", kind: "FooCluster" } as const;
const machines = { apiVersion: "g.io/v1", kind: "FooMachine" } as const;

export const noInitialization: Resource<Cluster<FooClusterSpec, { ready?: boolean }>> = defineInfraCluster({
  ...clusters,
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/initialization-completed: the status has no field `initialization.provisioned`, which contract v1beta2 reads: add `initialization?: { provisioned?: boolean }` to the status"'.
  contracts: ["v1beta2"],
});
export const noReady: Resource<Cluster<FooClusterSpec, Provisioned>> = defineInfraCluster({
  ...clusters,
  // error(5.8, 6): Type '"v1beta1"' is not assignable to type '"v1beta2" | "infracluster/initialization-completed: the status has no field `ready`, which contract v1beta1 reads: add `ready?: boolean` to the status"'. Did you mean '"v1beta2"'?
  // error(7): Type '"v1beta1"' is not assignable to type '"infracluster/initialization-completed: the status has no field `ready`, which contract v1beta1 reads: add `ready?: boolean` to the status" | "v1beta2"'. Did you mean '"v1beta2"'?
  contracts: ["v1beta2", "v1beta1"],
});
export const initializationOfText: Resource<Cluster<FooClusterSpec, { initialization?: { provisioned?: string } }>> =
  defineInfraCluster({
    ...clusters,
    // error: Type '"v1beta2"' is not assignable to type '"infracluster/initialization-completed: status.initialization.provisioned is not a boolean: type it `boolean`"'.
    contracts: ["v1beta2"],
  });
export const noStatus: Resource<KubeObject<"g.io/v1", "FooCluster"> & { spec?: FooClusterSpec }> = defineInfraCluster({
  ...clusters,
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/spec-and-status: the object has no status: add `status?: FooStatus` to the object"'.
  contracts: ["v1beta2"],
});
export const requiredEndpoint: Resource<Cluster<{ controlPlaneEndpoint: APIEndpoint }, Provisioned>> = defineInfraCluster({
  ...clusters,
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/control-plane-endpoint: spec.controlPlaneEndpoint is required, but the object is created before its endpoint is known: make it optional"'.
  contracts: ["v1beta2"],
});
export const noEndpoint: Resource<Cluster<{ region: string }, Provisioned>> = defineInfraCluster({
  ...clusters,
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/control-plane-endpoint: the spec has no controlPlaneEndpoint: add `controlPlaneEndpoint?: APIEndpoint` or set `providesEndpoint: false`"'.
  contracts: ["v1beta2"],
});
export const endpointOfText: Resource<Cluster<{ controlPlaneEndpoint?: string }, Provisioned>> = defineInfraCluster({
  ...clusters,
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/control-plane-endpoint: spec.controlPlaneEndpoint has no host and port: type it `APIEndpoint`"'.
  contracts: ["v1beta2"],
});
export const endpointOfAnother: Resource<Cluster<{ controlPlaneEndpoint?: { url?: string } }, Provisioned>> =
  defineInfraCluster({
    ...clusters,
    providesEndpoint: false,
    // error: Type '"v1beta2"' is not assignable to type '"infracluster/control-plane-endpoint: spec.controlPlaneEndpoint has no host and port: type it `APIEndpoint`"'.
    contracts: ["v1beta2"],
  });
export const mapOfDomains: Resource<
  Cluster<FooClusterSpec, Provisioned & { failureDomains?: Record<string, { controlPlane?: boolean }> }>
> = defineInfraCluster({
  ...clusters,
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/failure-domains: status.failureDomains is not a list of name, controlPlane and string attributes; the map form is contract v1beta1: type it `FailureDomain[]`; two contracts need two API versions"'.
  contracts: ["v1beta2"],
});
export const listOfDomains: Resource<
  Cluster<FooClusterSpec, { ready?: boolean; failureDomains?: { name: string; controlPlane?: boolean }[] }>
> = defineInfraCluster({
  ...clusters,
  // error: Type '"v1beta1"' is not assignable to type '"infracluster/failure-domains: status.failureDomains is not a map of controlPlane and string attributes; the list form is contract v1beta2: type it `Record<string, FailureDomainSpec>`; two contracts need two API versions"'.
  contracts: ["v1beta1"],
});
export const conditionsWithoutSeverity: Resource<
  Cluster<FooClusterSpec, { ready?: boolean; conditions?: { type: string; status: string }[] }>
> = defineInfraCluster({
  ...clusters,
  // error: Type '"v1beta1"' is not assignable to type '"infracluster/conditions: status.conditions is not a list of conditions with a severity, which contract v1beta1 reads: type it `SeverityCondition[]`"'.
  contracts: ["v1beta1"],
});
export const conditionsOfText: Resource<Cluster<FooClusterSpec, Provisioned & { conditions?: string[] }>> =
  defineInfraCluster({
    ...clusters,
    // error: Type '"v1beta2"' is not assignable to type '"infracluster/conditions: status.conditions is not a list of conditions: type it `Condition[]`"'.
    contracts: ["v1beta2"],
  });
export const failureOfNumber: Resource<Cluster<FooClusterSpec, { ready?: boolean; failureReason?: number }>> =
  defineInfraCluster({
    ...clusters,
    // error: Type '"v1beta1"' is not assignable to type '"infracluster/terminal-failures: status.failureReason is not a string: type it `string`"'.
    contracts: ["v1beta1"],
  });
export const noSuchContract: Resource<FooCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooCluster",
  // error: Type '"v1beta3"' is not assignable to type '"infracluster/contract-label: there is no contract of this name: name one or more of v1beta1, v1beta2"'.
  contracts: ["v1beta3"],
});
export const wrongKind: Resource<FooMachine> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  // error: Type '"v1beta2"' is not assignable to type '"infracluster/kind-convention: the kind of the InfraCluster does not end in Cluster: name it for example FooCluster"'.
  contracts: ["v1beta2"],
});
export const wrongMachine: Resource<FooCluster> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooCluster",
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/kind-convention: the kind of the InfraMachine does not end in Machine: name it for example FooMachine"'.
  contracts: ["v1beta2"],
});
export const misspelt: Resource<FooCluster> = defineInfraCluster({
  // error: Type '"infrastructure.cluster.x-k8s.io/v1beta2"' is not assignable to type '"infrastructure.cluster.x-k8s.io/v1beta1"'.
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
  // error: Type '"FooClster"' is not assignable to type '"FooCluster"'.
  kind: "FooClster",
  contracts: ["v1beta2"],
});
export const clusterScoped: Resource<FooCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooCluster",
  contracts: ["v1beta2"],
  // error: Type '"Cluster"' is not assignable to type '"Namespaced"'.
  scope: "Cluster",
});
// error: Argument of type '{ apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1"; kind: "FooCluster"; }' is not assignable to parameter of type 'Omit<ResourceOptions, "scope"> & CheckedOptions<FooCluster, PrintColumns, ScalePaths, string> & { ...; } & CheckedContracts<...>'.
//   Property 'contracts' is missing in type '{ apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1"; kind: "FooCluster"; }' but required in type 'CheckedContracts<FooCluster, string, "InfraCluster", never>'.
export const noContracts: Resource<FooCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooCluster",
});
export const noProviderID: Resource<Machine<{ size?: string }, Provisioned>> = defineInfraMachine({
  ...machines,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/provider-id: the spec has no field `providerID`: add `providerID?: string` to the spec"'.
  contracts: ["v1beta2"],
});
export const requiredProviderID: Resource<Machine<{ providerID: string }, Provisioned>> = defineInfraMachine({
  ...machines,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/provider-id: spec.providerID is required, but the object is created before its machine is known: make it optional"'.
  contracts: ["v1beta2"],
});
export const machineNotReady: Resource<Machine<{ providerID?: string }, Provisioned>> = defineInfraMachine({
  ...machines,
  // error: Type '"v1beta1"' is not assignable to type '"inframachine/initialization-completed: the status has no field `ready`, which contract v1beta1 reads: add `ready?: boolean` to the status"'.
  contracts: ["v1beta1"],
});
export const addressesOfText: Resource<Machine<{ providerID?: string }, Provisioned & { addresses?: string[] }>> =
  defineInfraMachine({
    ...machines,
    // error: Type '"v1beta2"' is not assignable to type '"inframachine/addresses: status.addresses is not a list of address and type, which is one of core's five: type it `MachineAddress[]`"'.
    contracts: ["v1beta2"],
  });
export const conditionsWithSeverity: Resource<
  Machine<{ providerID?: string }, Provisioned & { conditions?: SeverityCondition[] }>
> = defineInfraMachine({
  ...machines,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/conditions: status.conditions has a severity, which only contract v1beta1 has: type it `Condition[]`"'.
  contracts: ["v1beta2"],
});
// error(7): Variable must have an explicit type annotation with --isolatedDeclarations.
export const forgottenAnnotation = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooCluster",
  // error: Type '"v1beta2"' is not assignable to type '"crd/annotation: the compiler cannot see the object's type: annotate the constant, for example `export const Foo: Resource<Foo> = define...(...)`"'.
  contracts: ["v1beta2"],
});
export const unknownOfCluster: Resource<KubeObject<"g.io/v1", "FooCluster"> & { spec?: { a?: string } }> = defineInfraCluster({
  apiVersion: "g.io/v1",
  kind: "FooCluster",
  // error: Type '"v1alpha4"' is not assignable to type '"infracluster/contract-label: there is no contract of this name: name one or more of v1beta1, v1beta2"'.
  contracts: ["v1alpha4"],
});
export const unknownOfMachine: Resource<KubeObject<"g.io/v1", "FooMachine"> & { spec?: { a?: string } }> = defineInfraMachine({
  apiVersion: "g.io/v1",
  kind: "FooMachine",
  // error: Type '"v1alpha4"' is not assignable to type '"inframachine/contract-label: there is no contract of this name: name one or more of v1beta1, v1beta2"'.
  contracts: ["v1alpha4"],
});
