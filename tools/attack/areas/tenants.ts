// What one object may do to another: its owner is the one with the uid of the reference, not any of that name.
import { defineInfraCluster, type KubeObject, ownerReferenceTo, type Resource } from "@capstan/api";
import { type APIEndpoint, Cluster } from "@capstan/api/core/v1beta2";
import { initProvider, provisioned, removed } from "@capstan/controller-kit";
import { type Client, coreCrds, startProvider, startTestEnv } from "@capstan/controller-kit/testing";
import type { Area, Attack } from "../area.ts";

interface DemoCluster extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "DemoCluster"> {
  spec?: { controlPlaneEndpoint?: APIEndpoint };
  status?: { initialization?: { provisioned?: boolean } };
}
const DemoCluster: Resource<DemoCluster> = defineInfraCluster({
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
const crd = {
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

const at = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });
/** How long a provider has to do what it must not do; what it does right takes less. */
const graceMs = 2000;

/** A Cluster and its infrastructure as after a restore: the reference has the uid of the backup. */
async function restore(client: Client, name: string, isStale: boolean): Promise<void> {
  const infrastructureRef = { apiGroup: DemoCluster.group, kind: "DemoCluster", name };
  const cluster = await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: at(name),
    spec: { infrastructureRef },
  });
  const reference = ownerReferenceTo(cluster);
  await client.create(DemoCluster, {
    apiVersion: DemoCluster.apiVersion,
    kind: "DemoCluster",
    metadata: {
      ...at(name),
      finalizers: ["democluster.infrastructure.cluster.x-k8s.io"],
      ownerReferences: [isStale ? { ...reference, uid: "the-uid-of-the-backup" } : reference],
    },
  });
  await client.delete(DemoCluster, at(name));
}

const staleOwner: Attack = {
  name: "an infrastructure object is deleted whose owner reference has another uid than the Cluster of that name, as after a restore",
  before: "the provider deleted the infrastructure",
  async run() {
    const deleted: string[] = [];
    const kit = initProvider<object>();
    const controller = kit.infraCluster(DemoCluster, {
      reconcile: async () => provisioned(),
      async delete({ object }) {
        deleted.push(object.metadata.name ?? "");
        return removed();
      },
    });
    const provider = kit.provider({ name: "demo", type: "infrastructure", controllers: [controller] });
    await using env = await startTestEnv({ crds: [...coreCrds(), crd] });
    await using running = startProvider(provider, { credentials: env.credentials, services: {} });
    await restore(running.client, "restored", true);
    await restore(running.client, "current", false);
    await new Promise((resolve) => setTimeout(resolve, graceMs));
    if (deleted.join() !== "current") throw new Error(`deleted: ${deleted.join(", ")}`);
    return "it waits until the reference is corrected; an object with the right reference is deleted meanwhile";
  },
};

export const tenants: Area = { name: "tenants", attacks: [staleOwner], fuzzes: [] };
