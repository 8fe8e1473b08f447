// The whole life with real processes: machines register Nodes in a workload API server of their own, a killed manager loses
// nothing, a pause holds everything still, a move finds everything again. The core is scripted.
import {
  type Client,
  clusterDeleted,
  coreCrds,
  type CoreSim,
  createClient,
  createCoreSim,
  machinesRunning,
  type RunningProvider,
  startProvider,
  startTestEnv,
  type TestEnv,
  type UntilOptions,
} from "@capstan/controller-kit/testing";
import { Cluster, MachineDeployment } from "@capstan/api/core/v1beta2";
import { parseKubeconfig } from "@capstan/client";
import { kubeconfigOf, Lease, Namespace, Node, Secret } from "@capstan/api";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { LocalMachine } from "../src/api/v1beta1/local-machine.ts";
import { findProcess } from "../src/processes/detached.ts";
import { detachedProcesses } from "../src/processes/detached-processes.ts";
import type { LocalProcesses } from "../src/processes/local-processes.ts";
import { provider } from "../src/provider.ts";
import { createCluster } from "./cluster-objects.ts";
import { localCrds } from "./local-crds.ts";

let env: TestEnv;
let client: Client;
let sim: CoreSim;
let state: string;
let processes: LocalProcesses;
let namespace: string;
/** The real suite runs the workload cluster on the real API server too. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "Real" : "Embedded";
// The machines are processes, which take a while to start on a busy computer.
const patience: UntilOptions = { idle: () => sleep(20), maxSteps: 2000 };

beforeAll(async () => {
  env = await startTestEnv({ crds: [...coreCrds(), ...localCrds()] });
  client = createClient(env.credentials);
  state = await mkdtemp(join(tmpdir(), "provider-local-life-"));
  processes = detachedProcesses(state);
}, 120_000);
afterAll(async () => {
  client.close();
  await env.stop();
  await rm(state, { recursive: true });
});
beforeEach(async () => {
  namespace = `test-${Math.random().toString(36).slice(2, 10)}`;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  sim = createCoreSim({ client, namespace });
});

const key = (name: string): { namespace: string; name: string } => ({ namespace, name });

function manager(services: { processes: LocalProcesses } = { processes }): RunningProvider {
  return startProvider(provider, { credentials: env.credentials, services, namespaces: [namespace] });
}

async function workload(): Promise<Client> {
  const secret = await client.get(Secret, key("demo-kubeconfig"));
  return createClient(await parseKubeconfig(kubeconfigOf(secret) ?? ""));
}

/** The process of the cluster's API server. */
async function apiServerPid(): Promise<number> {
  return (await findProcess(join(state, "clusters", namespace, "demo")))?.pid ?? 0;
}

/** The pids of the machines, by name. */
async function pids(): Promise<Record<string, number | undefined>> {
  const { items } = await client.listAll(LocalMachine, { namespace });
  const found = items.map(
    async ({ metadata: { name = "" } }) => [name, (await processes.findMachine(key(name)))?.pid] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}

async function remove(): Promise<void> {
  await client.delete(Cluster, key("demo"));
  await sim.until(clusterDeleted(key("demo")), patience);
  sim.close();
}

test("create, Ready, scale, pause, delete", async () => {
  await using _running = manager();
  await createCluster(client, key("demo"), { backend, workers: 2, nodeLabels: { tier: "gold" } });
  await sim.until(machinesRunning(key("demo"), 3), patience);
  const nodes = await workload();
  const { items } = await nodes.listAll(Node);
  expect(items.map(({ metadata }) => metadata.labels?.["tier"])).toEqual(["gold", "gold", "gold"]);
  await vi.waitFor(
    async () => expect((await nodes.listAll(Lease, { namespace: "kube-node-lease" })).items).toHaveLength(3),
    { timeout: 60_000 },
  );

  await client.patch(MachineDeployment, key("demo-workers"), { type: "merge", body: { spec: { replicas: 3 } } });
  await sim.until(machinesRunning(key("demo"), 4), patience);
  const before = await pids();

  await client.patch(Cluster, key("demo"), { type: "merge", body: { spec: { paused: true } } });
  await client.delete(LocalMachine, key("demo-control-plane"));
  await sleep(300);
  expect(await pids()).toEqual(before);
  await client.patch(Cluster, key("demo"), { type: "merge", body: { spec: { paused: false } } });
  nodes.close();
  await remove();
  expect(await readdir(join(state, "machines", namespace))).toEqual([]);
  expect(await readdir(join(state, "clusters", namespace))).toEqual([]);
}, 120_000);

test("a manager that knows nothing finds every process again", async () => {
  const first = manager();
  await createCluster(client, key("demo"), { backend, workers: 1 });
  await sim.until(machinesRunning(key("demo"), 2), patience);
  const before = await pids();
  await first.stop();

  // The effect of a move on the objects: the lost status matters here, new UIDs do not.
  for (const { metadata } of (await client.listAll(LocalMachine, { namespace })).items) {
    const at = key(metadata.name ?? "");
    await client.patch(LocalMachine, at, { type: "merge", body: { status: null }, subresource: "status" });
  }
  const _second = manager();
  await sim.until(machinesRunning(key("demo"), 2), patience);
  expect(await pids()).toEqual(before);
  const statuses = (await client.listAll(LocalMachine, { namespace })).items.map(
    ({ status }) => status?.initialization,
  );
  expect(statuses).toEqual([{ provisioned: true }, { provisioned: true }]);
  await remove();
  await _second.stop();
}, 120_000);

test("an API server that died comes back at its endpoint, and the machines join it again", async () => {
  const first = manager();
  await createCluster(client, key("demo"), { backend, workers: 0 });
  await sim.until(machinesRunning(key("demo"), 1), patience);
  const { controlPlaneEndpoint } = (await client.get(Cluster, key("demo"))).spec;
  const before = [await apiServerPid(), await pids()] as const;
  await first.stop();
  process.kill(before[0], "SIGKILL");

  await using _second = manager();
  const back = { name: "the Node is there again", holds: async () => (await nodeNames()).length === 1 };
  await sim.until(back, patience);
  expect(await apiServerPid()).not.toBe(before[0]);
  expect(await pids()).toEqual(before[1]);
  expect((await client.get(Cluster, key("demo"))).spec.controlPlaneEndpoint).toEqual(controlPlaneEndpoint);
  await remove();
}, 120_000);

async function nodeNames(): Promise<readonly (string | undefined)[]> {
  const nodes = await workload();
  const list = await nodes.listAll(Node).catch(() => ({ items: [] }));
  nodes.close();
  return list.items.map(({ metadata }) => metadata.name);
}

test("a manager killed at any of three points leaves one process per machine", async () => {
  let dieAfterStart = true;
  const dying: LocalProcesses = {
    ...processes,
    async ensureMachine(at, config) {
      const started = await processes.ensureMachine(at, config);
      if (dieAfterStart) throw new Error("killed before the providerID was written");
      return started;
    },
    async stopMachine(at) {
      await processes.stopMachine(at);
      throw new Error("killed before the finalizer was taken off");
    },
  };
  const first = manager({ processes: dying });
  await createCluster(client, key("demo"), { backend, workers: 0 });
  const started = {
    name: "a process runs",
    holds: async () => (await processes.findMachine(key("demo-control-plane"))) !== undefined,
  };
  await sim.until(started, patience);
  const before = await pids();
  dieAfterStart = false;
  await first.stop();

  const second = manager({ processes: dying });
  await sim.until(machinesRunning(key("demo"), 1), patience);
  expect(await pids()).toEqual(before);
  await client.delete(Cluster, key("demo"));
  const ended = {
    name: "the process has ended",
    holds: async () => (await processes.findMachine(key("demo-control-plane"))) === undefined,
  };
  await sim.until(ended, patience);
  await second.stop();

  const _third = manager();
  await sim.until(clusterDeleted(key("demo")), patience);
  expect(await readdir(join(state, "machines", namespace))).toEqual([]);
  await _third.stop();
}, 120_000);
