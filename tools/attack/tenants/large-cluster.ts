// One large Cluster with many machines: each change of it causes a pass over every machine.
import { ownerReferenceTo } from "@capstan/api";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { type Client, coreCrds, createClient, startTestEnv } from "@capstan/controller-kit/testing";
import type { Attack } from "../area.ts";
import { startVictim } from "../victim.ts";
import { createCluster, DemoMachine, demoCrds } from "./demo-cluster.ts";

const machineCount = 150;
/** As large as an API server stores it. */
const labelCount = 130_000;
/** Passes that are caused by a change, and what follows them. */
const settleMs = 4000;
/** The change costs 170 to 230 ms of processor time: counting, parsing and comparing it. A machine with six times as much work as processors has taken 505. */
const longestStallMs = 1000;

async function createMachine(client: Client, cluster: Cluster, name: string): Promise<void> {
  const { namespace = "", name: clusterName = "" } = cluster.metadata;
  const labels = { "cluster.x-k8s.io/cluster-name": clusterName };
  const infrastructureRef = { apiGroup: DemoMachine.group, kind: DemoMachine.kind, name };
  const machine = await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { namespace, name, labels },
    spec: { clusterName, bootstrap: { dataSecretName: "x" }, infrastructureRef },
  });
  const metadata = { namespace, name, labels, ownerReferences: [ownerReferenceTo(machine)] };
  await client.create(DemoMachine, { apiVersion: DemoMachine.apiVersion, kind: "DemoMachine", metadata });
}

/** The attack. */
export const largeCluster: Attack = {
  name: `a Cluster of 1.4 MB with ${machineCount} machines, and a change of 50 bytes to it, three times`,
  before: "a stall of 8 s for each, until the lease was lost",
  async run() {
    await using env = await startTestEnv({ crds: [...coreCrds(), ...demoCrds] });
    const client = createClient(env.credentials);
    const key = { namespace: "default", name: "large" };
    const cluster = await createCluster(client, key);
    const labels = Object.fromEntries(Array.from({ length: labelCount }, (_, i) => [`l${i.toString(36)}`, ""]));
    await client.patch(Cluster, key, { type: "merge", body: { metadata: { labels } } });
    for (let i = 0; i < machineCount; i += 1) await createMachine(client, cluster, `m${i}`);
    const { credentials } = env;
    await using victim = await startVictim(new URL("../victims/manager.ts", import.meta.url), { credentials });
    await settle();
    const stalls = [(await victim.measure()).longestStallMs];
    for (let change = 0; change < 3; change += 1) {
      await client.patch(Cluster, key, { type: "merge", body: { metadata: { annotations: { x: String(change) } } } });
      await settle();
      stalls.push((await victim.measure()).longestStallMs);
    }
    const { growthMiB } = await victim.measure();
    const measured = `stalls ${stalls.map((ms) => ms.toFixed(0)).join(", ")} ms, ${growthMiB.toFixed(0)} MiB`;
    if (Math.max(...stalls) > longestStallMs) throw new Error(measured);
    return measured;
  },
};

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, settleMs));
}
