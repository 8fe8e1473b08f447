// The infrastructure kinds of the attacks on controllers.
import { defineInfraCluster, defineInfraMachine, type KubeObject, type ObjectKey, type Resource } from "@capstan/api";
import { type APIEndpoint, Cluster } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/controller-kit/testing";

/** The infrastructure of a Cluster. */
export interface DemoCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "DemoCluster"> {
  spec?: { controlPlaneEndpoint?: APIEndpoint };
  status?: { initialization?: { provisioned?: boolean } };
}
/** Its resource. */
export const DemoCluster: Resource<DemoCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "DemoCluster",
  contracts: ["v1beta2"],
});

/** The infrastructure of a Machine. */
export interface DemoMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "DemoMachine"> {
  spec?: { providerID?: string };
  status?: { initialization?: { provisioned?: boolean } };
}
/** Its resource. */
export const DemoMachine: Resource<DemoMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "DemoMachine",
  contracts: ["v1beta2"],
});

const schema = {
  type: "object",
  properties: {
    spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};
/** The CRDs of both. */
export const demoCrds: readonly object[] = [DemoCluster, DemoMachine].map(({ group, kind, plural }) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
    scope: "Namespaced",
    versions: [
      {
        name: "v1beta1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {} },
      },
    ],
  },
}));

/** Creates a Cluster whose infrastructure is the DemoCluster of its name. */
export function createCluster(
  client: Client,
  { namespace, name }: ObjectKey,
  more: Partial<NonNullable<Cluster["spec"]>> = {},
): Promise<Cluster> {
  return client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace, name },
    spec: { ...more, infrastructureRef: { apiGroup: DemoCluster.group, kind: DemoCluster.kind, name } },
  });
}
