// Every reason that the controllers declare, with its cause. A declared reason without a row fails.
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Client,
  coreCrds,
  createClient,
  createCoreSim,
  startProvider,
  startTestEnv,
  type TestEnv,
} from "@capstan/controller-kit/testing";
import { Namespace, Secret } from "@capstan/api";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { LocalCluster } from "../src/api/v1beta1/local-cluster.ts";
import { LocalMachine } from "../src/api/v1beta1/local-machine.ts";
import { LocalMachinePool } from "../src/api/v1beta1/local-machine-pool.ts";
import type { ApiServerState, LocalProcesses } from "../src/processes/local-processes.ts";
import { memoryProcesses } from "../src/processes/memory-processes.ts";
import { provider } from "../src/provider.ts";
import { createCluster, createPool } from "./cluster-objects.ts";
import { localCrds } from "./local-crds.ts";

let env: TestEnv;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ crds: [...coreCrds(), ...localCrds()] });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

type State = (env: TestEnv) => ApiServerState;

const serving: State = (here) => ({
  state: "serving",
  host: "127.0.0.1",
  port: Number(new URL(here.credentials.server).port),
  kubeconfig: here.kubeconfig(),
});
/** Its state is serving, but nothing answers at its address. */
const unreachable: State = (here) => ({
  state: "serving",
  host: "127.0.0.1",
  port: 1,
  kubeconfig: here.kubeconfig().replaceAll(here.credentials.server, "https://127.0.0.1:1"),
});
const neverStarted: Partial<LocalProcesses> = { ensureMachine: () => Promise.resolve(undefined) };

interface Row {
  readonly when: string;
  readonly apiServer: State;
  readonly processes?: Partial<LocalProcesses>;
  readonly bootstrap?: string;
  /** Condition types and their reasons. */
  readonly cluster?: Readonly<Record<string, string>>;
  readonly machine?: Readonly<Record<string, string>>;
  readonly pool?: Readonly<Record<string, string>>;
}

const rows: readonly Row[] = [
  {
    when: "the API server is starting",
    apiServer: () => ({ state: "starting" }),
    cluster: { APIServerReady: "Starting" },
  },
  {
    when: "the API server does not start",
    apiServer: () => ({ state: "failed", message: "no such program" }),
    cluster: { APIServerReady: "StartFailed" },
  },
  {
    when: "all is well",
    apiServer: serving,
    cluster: { APIServerReady: "Serving", KubeconfigReady: "Written" },
    machine: { ProcessRunning: "Running" },
    pool: { ProcessesRunning: "Running" },
  },
  {
    when: "the API server does not answer",
    apiServer: unreachable,
    machine: { ProcessRunning: "WaitingForAPIServer" },
    pool: { ProcessesRunning: "WaitingForAPIServer" },
  },
  {
    when: "the process is starting",
    apiServer: serving,
    processes: neverStarted,
    machine: { ProcessRunning: "Starting" },
    pool: { ProcessesRunning: "Starting" },
  },
  {
    when: "the bootstrap data cannot be read",
    apiServer: serving,
    bootstrap: "[]",
    machine: { ProcessRunning: "BadBootstrapData" },
    pool: { ProcessesRunning: "BadBootstrapData" },
  },
];

test.each(rows)("when $when", async ({ apiServer, processes, bootstrap, cluster = {}, machine = {}, pool = {} }) => {
  const namespace = `reasons-${Math.random().toString(36).slice(2, 10)}`;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const services = { processes: { ...memoryProcesses(apiServer(env)), ...processes } };
  const running = startProvider(provider, { credentials: env.credentials, services, namespaces: [namespace] });
  const sim = createCoreSim({ client, namespace, workloads: false });
  onTestFinished(async () => {
    await running.stop();
    sim.close();
  });
  await createCluster(client, { namespace, name: "demo" }, { workers: 0 });
  await createPool(client, { namespace, name: "demo" }, 2);
  if (bootstrap !== undefined)
    await client.patch(
      Secret,
      { namespace, name: "demo-bootstrap" },
      {
        type: "merge",
        body: { stringData: { value: bootstrap } },
      },
    );
  const seen = async (): Promise<boolean> => {
    const infraCluster = await client.get(LocalCluster, { namespace, name: "demo" });
    const infraMachine = await client.get(LocalMachine, { namespace, name: "demo-control-plane" });
    const infraPool = await client.get(LocalMachinePool, { namespace, name: "pool" });
    return shows(infraCluster, cluster) && shows(infraMachine, machine) && shows(infraPool, pool);
  };
  await sim.until({ name: "the reasons are there", holds: seen }, { idle: () => sleep(10), maxSteps: 2000 });
  expect(await seen()).toBe(true);
});

function shows(
  { status }: LocalCluster | LocalMachine | LocalMachinePool,
  wanted: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(wanted).every(([type, reason]) =>
    status?.conditions?.some((condition) => condition.type === type && condition.reason === reason),
  );
}

test("each declared reason is shown above", () => {
  const shown = rows.flatMap(({ cluster, machine, pool }) => Object.entries({ ...cluster, ...machine, ...pool }));
  const declared = provider.controllers.flatMap(({ conditions }) =>
    Object.entries(conditions).flatMap(([type, reasons]) => reasons.map((reason) => `${type} ${reason}`)),
  );
  expect(declared.length).toBeGreaterThan(0);
  expect([...new Set(shown.map((pair) => pair.join(" ")))].toSorted()).toEqual(declared.toSorted());
});
