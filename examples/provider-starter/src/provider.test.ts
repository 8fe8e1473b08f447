// A cluster from creation to deletion: the provider runs on an API server inside this test, and Cluster API's core is simulated.
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Secret } from "@capstan/api";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import {
  type Client,
  clusterDeleted,
  clusterProvisioned,
  coreCrds,
  createCoreSim,
  type RunningProvider,
  startProvider,
  startTestEnv,
  type TestEnv,
} from "@capstan/controller-kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StarterCluster } from "./api/v1beta1/starter-cluster.ts";
import { StarterMachine } from "./api/v1beta1/starter-machine.ts";
import { memoryCloud } from "./cloud.ts";
import { provider } from "./provider.ts";

const key = { namespace: "default", name: "one" };
const machineKey = { namespace: "default", name: "one-machine" };
let env: TestEnv;
let running: RunningProvider;
let client: Client;

beforeAll(async () => {
  const folder = new URL("../generated/crds/", import.meta.url);
  const own = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name): object => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
  env = await startTestEnv({ crds: [...coreCrds(), ...own] });
  running = startProvider(provider, { credentials: env.credentials, services: { cloud: memoryCloud() } });
  client = running.client;
});

afterAll(async () => {
  await running.stop();
  await env.stop();
});

async function createObjects(): Promise<void> {
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { ...machineKey },
    stringData: { value: "#cloud-config\n" },
  });
  await client.create(StarterCluster, {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
    kind: "StarterCluster",
    metadata: { ...key },
    spec: { zones: ["north"] },
  });
  await client.create(StarterMachine, {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
    kind: "StarterMachine",
    metadata: { ...machineKey },
    spec: { size: "Large" },
  });
  const apiGroup = "infrastructure.cluster.x-k8s.io";
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { ...key },
    spec: { infrastructureRef: { apiGroup, kind: "StarterCluster", name: key.name } },
  });
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { ...machineKey, labels: { "cluster.x-k8s.io/cluster-name": key.name } },
    spec: {
      clusterName: key.name,
      bootstrap: { dataSecretName: machineKey.name },
      infrastructureRef: { apiGroup, kind: "StarterMachine", name: machineKey.name },
      failureDomain: "north",
    },
  });
}

test("a cluster is provisioned, gets its machine and is deleted", async () => {
  const core = createCoreSim({ client, workloads: false });
  const idle = (): Promise<void> => delay(10);
  await createObjects();

  await core.until(clusterProvisioned(key), { idle });
  expect((await client.get(Cluster, key)).spec.controlPlaneEndpoint).toEqual({
    host: "default.one.starter.example.com",
    port: 6443,
  });

  const provisioned = {
    name: "the machine is provisioned",
    holds: async (on: Client) =>
      (await on.get(StarterMachine, machineKey)).status?.initialization?.provisioned === true,
  };
  await core.until(provisioned, { idle });
  const machine = await client.get(StarterMachine, machineKey);
  expect(machine.spec?.providerID).toBe("starter://server-default.one-machine");
  expect(machine.status?.failureDomain).toBe("north");

  await client.delete(Cluster, key);
  await core.until(clusterDeleted(key), { idle });
  expect(await client.find(StarterMachine, machineKey)).toBeUndefined();
  core.close();
});
