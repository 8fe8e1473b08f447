// The kinds of a provider that runs inside of the run itself, and their CRDs. Core may read them: it has rights for their whole group.
import { type Condition, defineInfraCluster, defineInfraMachine, type KubeObject, type Resource } from "@capstan/api";
import type { APIEndpoint } from "@capstan/api/core/v1beta2";

const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta1";

interface EchoStatus {
  initialization?: { provisioned?: boolean };
  conditions?: Condition[];
}

/** An InfraCluster. */
export interface EchoCluster extends KubeObject<typeof apiVersion, "EchoCluster"> {
  spec?: { controlPlaneEndpoint?: APIEndpoint };
  status?: EchoStatus;
}
export const EchoCluster: Resource<EchoCluster> = defineInfraCluster({
  apiVersion,
  kind: "EchoCluster",
  contracts: ["v1beta2"],
});

/** An InfraMachine. */
export interface EchoMachine extends KubeObject<typeof apiVersion, "EchoMachine"> {
  spec?: { providerID?: string };
  status?: EchoStatus;
}
export const EchoMachine: Resource<EchoMachine> = defineInfraMachine({
  apiVersion,
  kind: "EchoMachine",
  contracts: ["v1beta2"],
});

/** The CRDs of these kinds. */
export const echoCrds: readonly object[] = [EchoCluster, EchoMachine].map(({ group, version, kind, plural, scope }) => {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: open, status: open } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, labels: { "cluster.x-k8s.io/v1beta2": version } },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
});
