// The controllers against an API server and a scripted core, with machines that are only remembered.
import {
  type Client,
  clusterDeleted,
  clusterProvisioned,
  coreCrds,
  type CoreSim,
  createClient,
  createCoreSim,
  type RunningProvider,
  type SimGoal,
  startProvider,
  startTestEnv,
  type TestEnv,
  type UntilOptions,
} from "@capstan/controller-kit/testing";
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { annotations, Namespace, Secret } from "@capstan/api";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { LocalCluster } from "../src/api/v1beta1/local-cluster.ts";
import { LocalMachine } from "../src/api/v1beta1/local-machine.ts";
import { LocalMachinePool } from "../src/api/v1beta1/local-machine-pool.ts";
import { memoryProcesses, type MemoryProcesses } from "../src/processes/memory-processes.ts";
import { provider } from "../src/provider.ts";
import { createCluster, createPool } from "./cluster-objects.ts";
import { localCrds } from "./local-crds.ts";

let env: TestEnv;
let client: Client;
let sim: CoreSim;
let processes: MemoryProcesses;
let running: RunningProvider;
let namespace: string;
// The machines are processes, which take a while to start on a busy computer.
const patience: UntilOptions = { idle: () => sleep(10), maxSteps: 2000 };

beforeAll(async () => {
  env = await startTestEnv({ crds: [...coreCrds(), ...localCrds()] });
  client = createClient(env.credentials);
}, 120_000);
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(async () => {
  namespace = `test-${Math.random().toString(36).slice(2, 10)}`;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const { port } = new URL(env.credentials.server);
  processes = memoryProcesses({
    state: "serving",
    host: "127.0.0.1",
    port: Number(port),
    kubeconfig: env.kubeconfig(),
  });
  sim = createCoreSim({ client, namespace, workloads: false });
  running = startProvider(provider, { credentials: env.credentials, services: { processes }, namespaces: [namespace] });
});
afterEach(async () => {
  await running.stop();
  sim.close();
});

const key = (name: string): { namespace: string; name: string } => ({ namespace, name });

/** Whether this many Machines are Provisioned; without Nodes they do not become Running. */
function machinesProvisioned(count: number): SimGoal {
  return {
    name: `${count} Machines are Provisioned`,
    async holds() {
      const { items } = await client.listAll(Machine, { namespace });
      return items.filter((machine) => machine.status?.phase === "Provisioned").length === count;
    },
  };
}

test("a cluster is provisioned, its machines started, and deleted without a trace", async () => {
  await createCluster(client, key("demo"), { workers: 2, nodeLabels: { tier: "gold" } });
  await sim.until(clusterProvisioned(key("demo")), patience);
  const cluster = await client.get(Cluster, key("demo"));
  expect(cluster.spec.controlPlaneEndpoint).toEqual({
    host: "127.0.0.1",
    port: Number(new URL(env.credentials.server).port),
  });
  expect(cluster.status?.failureDomains).toEqual([
    { name: "a", controlPlane: true },
    { name: "b", controlPlane: true },
  ]);
  const secret = await client.get(Secret, key("demo-kubeconfig"));
  expect(secret.metadata.ownerReferences?.map(({ kind, name }) => `${kind}/${name}`)).toEqual(["Cluster/demo"]);

  await sim.until(machinesProvisioned(3), patience);
  const machine = await client.get(LocalMachine, key("demo-control-plane"));
  expect(machine.spec?.providerID).toBe(`local://${namespace}/demo-control-plane`);
  expect(machine.status?.failureDomain).toBe("a");
  expect(processes.machines.get(`${namespace}/demo-control-plane`)?.labels).toEqual({
    "topology.kubernetes.io/zone": "a",
    tier: "gold",
  });
  expect([processes.machines.size, processes.started]).toEqual([3, 3]);

  await client.delete(Cluster, key("demo"));
  await sim.until(clusterDeleted(key("demo")), patience);
  expect([processes.machines.size, processes.apiServers.size]).toEqual([0, 0]);
  expect((await client.listAll(LocalMachine, { namespace })).items).toEqual([]);
  expect((await client.listAll(LocalCluster, { namespace })).items).toEqual([]);
}, 60_000);

test("bootstrap data that cannot be read stalls the machine with a reason", async () => {
  await createCluster(client, key("demo"), { workers: 0 });
  await client.patch(Secret, key("demo-bootstrap"), {
    type: "merge",
    body: { stringData: { value: '{"nodeLabel": {}}' } },
  });
  const stalledMachine: SimGoal = {
    name: "the machine is stalled",
    async holds() {
      const { status } = await client.get(LocalMachine, key("demo-control-plane"));
      return status?.conditions?.some(({ reason }) => reason === "BadBootstrapData") === true;
    },
  };
  await sim.until(stalledMachine, patience);
  const { status } = await client.get(LocalMachine, key("demo-control-plane"));
  expect(status?.conditions?.find(({ type }) => type === "ProcessRunning")?.message).toBe(
    'the bootstrap data has the unknown field "nodeLabel"; known is: nodeLabels',
  );
  expect(processes.started).toBe(0);
}, 60_000);

test("a pool runs as many machines as its MachinePool asks for, and ends those that are too many", async () => {
  await createCluster(client, key("demo"), { workers: 0, nodeLabels: { tier: "gold" } });
  await sim.until(clusterProvisioned(key("demo")), patience);
  await createPool(client, key("demo"), 3);
  const listed = async (): Promise<unknown> => (await client.get(LocalMachinePool, key("pool"))).spec?.providerIDList;
  const ids = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `local://${namespace}/pool.${index}`);
  await expect.poll(listed, { timeout: 20_000 }).toEqual(ids(3));
  // The status is written after the spec.
  await expect
    .poll(async () => (await client.get(LocalMachinePool, key("pool"))).status, { timeout: 20_000 })
    .toMatchObject({ replicas: 3, ready: true, initialization: { provisioned: true } });
  expect(processes.machines.get(`${namespace}/pool.1`)?.labels).toEqual({ tier: "gold" });

  await client.patch(MachinePool, key("pool"), { type: "merge", body: { spec: { replicas: 1 } } });
  await expect.poll(listed, { timeout: 20_000 }).toEqual(ids(1));
  expect(poolProcesses()).toEqual(["pool.0"]);

  await client.delete(LocalMachinePool, key("pool"));
  await expect.poll(() => client.find(LocalMachinePool, key("pool")), { timeout: 20_000 }).toBeUndefined();
  expect(poolProcesses()).toEqual([]);
}, 60_000);

test("each machine of a pool has a Machine, which ends it; one that is deleted is replaced, and one that is marked goes first", async () => {
  await createCluster(client, key("demo"), { workers: 0 });
  await sim.until(clusterProvisioned(key("demo")), patience);
  await createPool(client, key("demo"), 2, { machineObjects: "Each", capacity: { cpus: 1 } });
  await sim.until(poolHas("pool.0", "pool.1"), patience);
  const { metadata, spec } = await client.get(LocalMachine, key("pool.0"));
  expect(spec).toMatchObject({ capacity: { cpus: 1 }, providerID: `local://${namespace}/pool.0` });
  expect(metadata.ownerReferences?.map(({ kind }) => kind)).toEqual(["LocalMachinePool", "Machine"]);

  await client.delete(Machine, key("pool.0"));
  await sim.until(poolHas("pool.1", "pool.2"), patience);

  const mark = { metadata: { annotations: { [annotations.deleteMachine]: "" } } };
  await client.patch(Machine, key("pool.1"), { type: "merge", body: mark });
  await client.patch(MachinePool, key("pool"), { type: "merge", body: { spec: { replicas: 1 } } });
  await sim.until(poolHas("pool.2"), patience);

  const without = { spec: { machineObjects: "None" } } as const;
  await client.patch(LocalMachinePool, key("pool"), { type: "merge", body: without });
  await sim.until(poolHas(), patience);
  await expect.poll(poolProcesses, { timeout: 20_000 }).toEqual(["pool.0"]);
}, 60_000);

/** Whether the pool has exactly these LocalMachines and Machines, and they and no others run. */
function poolHas(...names: readonly string[]): SimGoal {
  return {
    name: `the pool has ${names.length === 0 ? "no Machines" : names.join(" and ")}`,
    async holds() {
      const ofPool = { namespace, labelSelector: "cluster.x-k8s.io/pool-name=pool" };
      const machines = await client.listAll(Machine, ofPool);
      const objects = await client.listAll(LocalMachine, ofPool);
      const found = [machines, objects].map(({ items }) => items.map(({ metadata }) => metadata.name));
      const ready = machines.items.every(({ status }) => status?.initialization?.infrastructureProvisioned === true);
      if (names.length > 0) found.push(poolProcesses());
      return ready && found.every((each) => each.join() === names.join());
    },
  };
}

function poolProcesses(): string[] {
  const prefix = `${namespace}/`;
  return [...processes.machines.keys()]
    .filter((name) => name.startsWith(`${prefix}pool.`))
    .map((name) => name.slice(prefix.length))
    .toSorted();
}
