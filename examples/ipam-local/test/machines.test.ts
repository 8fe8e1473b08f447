// Played machines get their addresses from a LocalIPPool, and give them back.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { resourceOf, type UnstructuredObject } from "@capstan/api";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { IPAddress } from "@capstan/api/ipam/v1beta2";
import {
  type Client,
  clusterDeleted,
  coreCrds,
  createCoreSim,
  devCrds,
  startProvider,
  startTestEnv,
} from "@capstan/controller-kit/testing";
import { expect, test } from "vitest";
import { provider } from "../src/provider.ts";

const crdFolder = join(import.meta.dirname, "..", "generated", "crds");
const crds = readdirSync(crdFolder)
  .filter((name) => name.endsWith(".json"))
  .map((name): object => JSON.parse(readFileSync(join(crdFolder, name), "utf8")));
const key = { namespace: "default", name: "one" };
const ipam = "ipam.cluster.x-k8s.io";
const infrastructure = "infrastructure.cluster.x-k8s.io";
const pool = { apiGroup: ipam, kind: "LocalIPPool", name: "pool" };

/** Kind, apiVersion and spec of the objects of the cluster. */
const objects: readonly (readonly [string, string, object])[] = [
  ["DevCluster", `${infrastructure}/v1beta2`, {}],
  ["DevMachine", `${infrastructure}/v1beta2`, { addressesFromPools: [pool] }],
  [
    "Cluster",
    "cluster.x-k8s.io/v1beta2",
    { infrastructureRef: { apiGroup: infrastructure, kind: "DevCluster", name: "one" } },
  ],
  [
    "Machine",
    "cluster.x-k8s.io/v1beta2",
    {
      clusterName: "one",
      bootstrap: { dataSecretName: "given" },
      infrastructureRef: { apiGroup: infrastructure, kind: "DevMachine", name: "one" },
    },
  ],
];

async function create(client: Client, kind: string, apiVersion: string, spec: object): Promise<void> {
  const metadata = kind === "LocalIPPool" ? { ...key, name: pool.name } : key;
  await client.create(resourceOf<UnstructuredObject>(apiVersion, kind), { apiVersion, kind, metadata, spec });
}

const addressesOf = async (client: Client): Promise<readonly string[] | undefined> =>
  (await client.get(Machine, key)).status?.addresses?.map(({ address }) => address);

test("a played machine waits for the address of its pool, and gives it back when it is deleted", async () => {
  await using stack = new AsyncDisposableStack();
  const env = await startTestEnv({ crds: [...coreCrds(), ...devCrds(), ...crds] });
  stack.defer(() => env.stop());
  const { client } = stack.use(startProvider(provider, { credentials: env.credentials, services: {} }));
  const sim = createCoreSim({ client, workloads: false, play: { infrastructure: 1 } });
  stack.defer(() => sim.close());
  const patience = { idle: (): Promise<void> => sleep(20), maxSteps: 1000 };

  for (const [kind, apiVersion, spec] of objects) await create(client, kind, apiVersion, spec);
  for (let count = 0; count < 10; count++) await sim.step();
  expect(await addressesOf(client)).toBeUndefined();
  await create(client, pool.kind, `${ipam}/v1beta1`, { ranges: ["10.0.0.7-10.0.0.9"], prefix: 24 });
  const addressed = { name: "an address", holds: async () => (await addressesOf(client)) !== undefined };
  await sim.until(addressed, patience);
  expect(await addressesOf(client)).toEqual(["one", "10.0.0.7"]);

  await client.delete(Cluster, key);
  await sim.until(clusterDeleted(key), patience);
  await expect.poll(async () => (await client.listAll(IPAddress)).items).toEqual([]);
});
