// An owner is the object with the uid of the reference, not any of that name.
import { ownerReferenceTo } from "@capstan/api";
import { initProvider, provisioned, removed } from "@capstan/controller-kit";
import { type Client, coreCrds, startProvider, startTestEnv } from "@capstan/controller-kit/testing";
import type { Attack } from "../area.ts";
import { createCluster, DemoCluster, demoCrds } from "./demo-cluster.ts";

const at = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });
/** How long a provider has to do what it must not do; what it does right takes less. */
const graceMs = 2000;

/** A Cluster and its infrastructure as after a restore: the reference has the uid of the backup. */
async function restore(client: Client, name: string, isStale: boolean): Promise<void> {
  const reference = ownerReferenceTo(await createCluster(client, at(name)));
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

/** The attack, and an object with the right reference beside it. */
export const staleOwner: Attack = {
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
    await using env = await startTestEnv({ crds: [...coreCrds(), ...demoCrds] });
    await using running = startProvider(provider, { credentials: env.credentials, services: {} });
    await restore(running.client, "restored", true);
    await restore(running.client, "current", false);
    await new Promise((resolve) => setTimeout(resolve, graceMs));
    if (deleted.join() !== "current") throw new Error(`deleted: ${deleted.join(", ")}`);
    return "it waits until the reference is corrected; an object with the right reference is deleted meanwhile";
  },
};
