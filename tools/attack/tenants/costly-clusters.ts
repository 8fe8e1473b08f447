// Clusters whose JSON takes fifty times its memory when it is parsed: names that are numbers, in a variable, where any JSON may be.
import { setTimeout } from "node:timers/promises";
import { type ObjectKey, ownerReferenceTo } from "@capstan/api";
import { Cluster, type ClusterVariable } from "@capstan/api/core/v1beta2";
import { type Client, coreCrds, createClient, startTestEnv } from "@capstan/controller-kit/testing";
import type { Attack } from "../area.ts";
import { startVictim, type Victim } from "../victim.ts";
import { createCluster, DemoCluster, demoCrds } from "./demo-cluster.ts";

/** Objects in objects, each with a name before which the engine keeps 34 places. */
const deep = 40;
/** As large as an API server stores it. */
const bytes = 1_350_000;
/** The first passes over all. */
const longestMs = 60_000;
/** The passes that a change causes. */
const settleMs = 4000;
const longestStallMs = 600;

/** Clusters with variables that cost memory. */
interface CostlyClusters extends Pick<Attack, "name" | "before"> {
  readonly count: number;
  readonly variables: () => ClusterVariable[];
  readonly mostGrowthMiB: number;
}

/** One long list. */
function longVariable(): ClusterVariable[] {
  const chain = `${'{"34":'.repeat(deep)}0${"}".repeat(deep)}`;
  return [{ name: "x", value: listOf(chain, Math.floor(bytes / (chain.length + 1))) }];
}

/** Lists that are just too short to stay JSON, each beside one that is long enough. */
function shortVariables(): ClusterVariable[] {
  const pair = { b: listOf('{"34":0}', 1815), a: listOf('{"34":0}', 1830) };
  return Array.from({ length: 40 }, (_, index) => ({ name: `v${index}`, value: pair }));
}

function listOf(item: string, length: number): ClusterVariable["value"] {
  // JSON is any JSON.
  return JSON.parse(`[${Array(length).fill(item).join()}]`) as ClusterVariable["value"];
}

/** A Cluster whose infrastructure is reconciled, so that controllers read it. */
async function createCostly(client: Client, key: ObjectKey, variables: ClusterVariable[]): Promise<void> {
  const topology = { classRef: { name: "none" }, version: "v1.34.0", variables };
  const cluster = await createCluster(client, key, { topology });
  const metadata = { ...key, ownerReferences: [ownerReferenceTo(cluster)] };
  await client.create(DemoCluster, { apiVersion: DemoCluster.apiVersion, kind: "DemoCluster", metadata });
}

function attackWith({ name, before, count, variables, mostGrowthMiB }: CostlyClusters): Attack {
  return {
    name,
    before,
    async run() {
      await using env = await startTestEnv({ crds: [...coreCrds(), ...demoCrds] });
      const { credentials } = env;
      const client = createClient(credentials);
      const keyOf = (index: number): ObjectKey => ({ namespace: "default", name: `costly${index}` });
      for (let index = 0; index < count; index += 1) await createCostly(client, keyOf(index), variables());
      await using victim = await startVictim(new URL("../victims/manager.ts", import.meta.url), { credentials });
      await untilProvisioned(client, victim);
      const stalls = [(await victim.measure()).longestStallMs];
      await client.patch(Cluster, keyOf(0), { type: "merge", body: { metadata: { annotations: { x: "1" } } } });
      await setTimeout(settleMs);
      const { longestStallMs: last, growthMiB } = await victim.measure();
      const measured = `stalls ${[...stalls, last].map((ms) => ms.toFixed(0)).join(", ")} ms, ${growthMiB.toFixed(0)} MiB`;
      if (Math.max(...stalls, last) > longestStallMs || growthMiB > mostGrowthMiB) throw new Error(measured);
      return measured;
    },
  };
}

/** The attacks. */
export const costlyClusters: readonly Attack[] = [
  attackWith({
    name: "12 Clusters of 1.35 MB in whose variable names are numbers, and a change of 50 bytes to one",
    before: "the manager ended, out of memory, at each start",
    count: 12,
    variables: longVariable,
    mostGrowthMiB: 200,
  }),
  attackWith({
    name: "30 Clusters of 1.3 MB in whose variables such JSON is cut into pieces of 16 KB, and a change of 50 bytes to one",
    before: "not tried; the manager ended before the pieces were counted together",
    count: 30,
    variables: shortVariables,
    mostGrowthMiB: 200,
  }),
];

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
