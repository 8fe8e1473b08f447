// The kinds of this package's tests: those of contract v1beta2, some of v1beta1, and a kind without a contract.
// Their CRDs keep unknown fields, because this package may not use the generators.
import {
  type AllowedNamespaces,
  type Condition,
  defineBootstrapConfig,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  defineIPPool,
  defineResource,
  type Int32,
  type KubeObject,
  type Resource,
} from "@capstan/api";
import type { Condition as SeverityCondition, FailureDomainSpec } from "@capstan/api/core/v1beta1";
import type { APIEndpoint, FailureDomain, MachineAddress } from "@capstan/api/core/v1beta2";

const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta1";
type ApiVersion = typeof apiVersion;

/** An InfraCluster of contract v1beta2. */
export interface FooCluster extends KubeObject<ApiVersion, "FooCluster"> {
  spec?: { controlPlaneEndpoint?: APIEndpoint; region?: string };
  status?: {
    initialization?: { provisioned?: boolean };
    failureDomains?: FailureDomain[];
    conditions?: Condition[];
    size?: number;
  };
}
export const FooCluster: Resource<FooCluster> = defineInfraCluster({
  apiVersion,
  kind: "FooCluster",
  contracts: ["v1beta2"],
});

/** An InfraCluster that leaves the control plane's endpoint to others. */
export interface HostedCluster extends KubeObject<ApiVersion, "HostedCluster"> {
  status?: { initialization?: { provisioned?: boolean }; conditions?: Condition[] };
}
export const HostedCluster: Resource<HostedCluster> = defineInfraCluster({
  apiVersion,
  kind: "HostedCluster",
  contracts: ["v1beta2"],
  providesEndpoint: false,
});

/** An InfraMachine of contract v1beta2. */
export interface FooMachine extends KubeObject<ApiVersion, "FooMachine"> {
  spec?: { providerID?: string };
  status?: {
    initialization?: { provisioned?: boolean };
    addresses?: MachineAddress[];
    failureDomain?: string;
    conditions?: Condition[];
  };
}
export const FooMachine: Resource<FooMachine> = defineInfraMachine({
  apiVersion,
  kind: "FooMachine",
  contracts: ["v1beta2"],
});

/** An InfraMachinePool of contract v1beta2. */
export interface FooMachinePool extends KubeObject<ApiVersion, "FooMachinePool"> {
  spec?: {
    providerID?: string;
    /**
     * The machines.
     * @listType atomic
     * @maxItems 10000
     */
    providerIDList?: string[];
  };
  status?: {
    ready?: boolean;
    initialization?: { provisioned?: boolean };
    replicas?: Int32;
    infrastructureMachineKind?: string;
    conditions?: Condition[];
  };
}
export const FooMachinePool: Resource<FooMachinePool> = defineInfraMachinePool({
  apiVersion,
  kind: "FooMachinePool",
  contracts: ["v1beta2"],
});

/** An InfraMachinePool of contract v1beta1. */
export interface OldMachinePool extends KubeObject<ApiVersion, "OldMachinePool"> {
  spec?: {
    providerID?: string;
    /**
     * The machines.
     * @listType atomic
     * @maxItems 10000
     */
    providerIDList?: string[];
  };
  status?: { ready?: boolean; replicas?: Int32; conditions?: SeverityCondition[] };
}
export const OldMachinePool: Resource<OldMachinePool> = defineInfraMachinePool({
  apiVersion,
  kind: "OldMachinePool",
  contracts: ["v1beta1"],
});

/** A BootstrapConfig of contract v1beta2. */
export interface FooConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta1", "FooConfig"> {
  spec?: { text?: string };
  status?: {
    initialization?: { dataSecretCreated?: boolean };
    dataSecretName?: string;
    conditions?: Condition[];
  };
}
export const FooConfig: Resource<FooConfig> = defineBootstrapConfig({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
  kind: "FooConfig",
  contracts: ["v1beta2"],
});

/** A BootstrapConfig of contract v1beta1. */
export interface OldConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta1", "OldConfig"> {
  status?: { ready?: boolean; dataSecretName?: string; conditions?: SeverityCondition[] };
}
export const OldConfig: Resource<OldConfig> = defineBootstrapConfig({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
  kind: "OldConfig",
  contracts: ["v1beta1"],
});

/** An InfraCluster of contract v1beta1. */
export interface OldCluster extends KubeObject<ApiVersion, "OldCluster"> {
  spec?: { controlPlaneEndpoint?: APIEndpoint };
  status?: {
    ready?: boolean;
    failureDomains?: Record<string, FailureDomainSpec>;
    failureReason?: string;
    failureMessage?: string;
    conditions?: SeverityCondition[];
  };
}
export const OldCluster: Resource<OldCluster> = defineInfraCluster({
  apiVersion,
  kind: "OldCluster",
  contracts: ["v1beta1"],
});

/** A pool of IP addresses. */
export interface FooIPPool extends KubeObject<"ipam.foo.io/v1", "FooIPPool"> {
  spec?: { ranges?: string[]; prefix?: Int32; gateway?: string };
  status?: { conditions?: Condition[] };
}
export const FooIPPool: Resource<FooIPPool> = defineIPPool({ apiVersion: "ipam.foo.io/v1", kind: "FooIPPool" });

/** A pool of IP addresses for all namespaces. */
export interface GlobalIPPool extends KubeObject<"ipam.foo.io/v1", "GlobalIPPool"> {
  spec?: { ranges?: string[] };
  status?: { conditions?: Condition[] };
}
export const GlobalIPPool: Resource<GlobalIPPool> = defineIPPool({
  apiVersion: "ipam.foo.io/v1",
  kind: "GlobalIPPool",
  scope: "Cluster",
});

/** An identity, of the whole cluster. */
export interface FooIdentity extends KubeObject<ApiVersion, "FooIdentity"> {
  spec?: { allowedNamespaces?: AllowedNamespaces; secretName?: string };
}
export const FooIdentity: Resource<FooIdentity> = defineResource({ apiVersion, kind: "FooIdentity", scope: "Cluster" });

/** A kind without a contract. */
export interface FooDisk extends KubeObject<ApiVersion, "FooDisk"> {
  spec?: { size?: number };
  status?: { conditions?: Condition[] };
}
export const FooDisk: Resource<FooDisk> = defineResource({ apiVersion, kind: "FooDisk" });

/** The CRDs of these kinds. */
export const fooCrds: readonly object[] = [
  crd(FooCluster, { "cluster.x-k8s.io/v1beta2": "v1beta1" }),
  crd(HostedCluster, { "cluster.x-k8s.io/v1beta2": "v1beta1" }),
  crd(FooMachine, { "cluster.x-k8s.io/v1beta2": "v1beta1" }),
  crd(FooMachinePool, { "cluster.x-k8s.io/v1beta2": "v1beta1" }),
  crd(OldMachinePool, { "cluster.x-k8s.io/v1beta1": "v1beta1" }),
  crd(FooConfig, { "cluster.x-k8s.io/v1beta2": "v1beta1" }),
  crd(OldConfig, { "cluster.x-k8s.io/v1beta1": "v1beta1" }),
  crd(OldCluster, { "cluster.x-k8s.io/v1beta1": "v1beta1" }),
  crd(FooDisk, {}),
  crd(FooIdentity, {}),
  crd(FooIPPool, {}),
  crd(GlobalIPPool, {}),
];

function crd({ group, version, kind, plural, scope }: Resource, labels: Readonly<Record<string, string>>): object {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  // Bounds that tests break.
  const spec = { ...open, properties: { region: { type: "string", maxLength: 63 } } };
  const status = { ...open, properties: { size: { type: "integer", minimum: 0 } } };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec, status } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, labels },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
}
