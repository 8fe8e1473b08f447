// Clusters whose JSON takes fifty times its memory when it is parsed: names that are numbers, in a variable, where any JSON may be.
import { setTimeout } from "node:timers/promises";
import { type ObjectKey, ownerReferenceTo } from "@capstan/api";
import { Cluster, type ClusterVariable } from "@capstan/api/core/v1beta2";
import { type Client, coreCrds, createClient, startTestEnv } from "@capstan/controller-kit/testing";
import type { Attack } from "../area.ts";
import { startVictim, type Victim } from "../victim.ts";
import { createCluster, DemoCluster, demoCrds } from "./demo-cluster.ts";

const clusterCount = 12;
/** Objects in objects, each with a name before which the engine keeps 34 places. */
const deep = 40;
/** As large as an API server stores it. */
const bytes = 1_350_000;
/** The first passes over all. */
const longestMs = 60_000;
/** The passes that a change causes. */
const settleMs = 4000;
const longestStallMs = 600;

function costlyValue(): ClusterVariable["value"] {
  const chain = `${'{"34":'.repeat(deep)}0${"}".repeat(deep)}`;
  // JSON is any JSON.
  return JSON.parse(
    `[${Array(Math.floor(bytes / (chain.length + 1)))
      .fill(chain)
      .join()}]`,
  ) as ClusterVariable["value"];
}

/** A Cluster whose infrastructure is reconciled, so that controllers read it. */
async function createCostly(client: Client, key: ObjectKey, value: ClusterVariable["value"]): Promise<void> {
  const topology = { classRef: { name: "none" }, version: "v1.34.0", variables: [{ name: "x", value }] };
  const cluster = await createCluster(client, key, { topology });
  const metadata = { ...key, ownerReferences: [ownerReferenceTo(cluster)] };
  await client.create(DemoCluster, { apiVersion: DemoCluster.apiVersion, kind: "DemoCluster", metadata });
}

/** The attack. */
export const costlyClusters: Attack = {
  name: `${clusterCount} Clusters of 1.35 MB in whose variable names are numbers, and a change of 50 bytes to one`,
  before: "the manager ended, out of memory, at each start",
  async run() {
    await using env = await startTestEnv({ crds: [...coreCrds(), ...demoCrds] });
    const { credentials } = env;
    const client = createClient(credentials);
    const value = costlyValue();
    const keyOf = (index: number): ObjectKey => ({ namespace: "default", name: `costly${index}` });
    for (let index = 0; index < clusterCount; index += 1) await createCostly(client, keyOf(index), value);
    await using victim = await startVictim(new URL("../victims/manager.ts", import.meta.url), { credentials });
    await untilProvisioned(client, victim);
    const stalls = [(await victim.measure()).longestStallMs];
    await client.patch(Cluster, keyOf(0), { type: "merge", body: { metadata: { annotations: { x: "1" } } } });
    await setTimeout(settleMs);
    const { longestStallMs: last, growthMiB } = await victim.measure();
    const measured = `stalls ${[...stalls, last].map((ms) => ms.toFixed(0)).join(", ")} ms, ${growthMiB.toFixed(0)} MiB`;
    if (Math.max(...stalls, last) > longestStallMs) throw new Error(measured);
    return measured;
  },
};

/** The manager has read all of them then. Rejects when it ends, or takes too long. */
async function untilProvisioned(client: Client, victim: Pick<Victim<object>, "exit" | "output">): Promise<void> {
  const signal = AbortSignal.timeout(longestMs);
  for (;;) {
    if (victim.exit !== undefined) throw new Error(`the manager ended with ${victim.exit}:\n${victim.output}`);
    const { items } = await client.listAll(DemoCluster, { signal });
    if (items.every(({ status }) => status?.initialization?.provisioned === true)) return;
    await setTimeout(200, undefined, { signal });
  }
}
