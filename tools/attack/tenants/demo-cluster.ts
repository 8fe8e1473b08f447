// The infrastructure kind of the attacks on controllers.
import { defineInfraCluster, type KubeObject, type ObjectKey, type Resource } from "@capstan/api";
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

const schema = {
  type: "object",
  properties: {
    spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};
/** Its CRD. */
export const demoClusterCrd: KubeObject & { spec: object } = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "democlusters.infrastructure.cluster.x-k8s.io" },
  spec: {
    group: "infrastructure.cluster.x-k8s.io",
    names: { kind: "DemoCluster", listKind: "DemoClusterList", plural: "democlusters", singular: "democluster" },
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
};

/** Creates a Cluster whose infrastructure is the DemoCluster of its name. */
export function createCluster(client: Client, { namespace, name }: ObjectKey): Promise<Cluster> {
  return client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace, name },
    spec: { infrastructureRef: { apiGroup: DemoCluster.group, kind: DemoCluster.kind, name } },
  });
}
