// Which changes of core's objects cause passes: not those that core makes of what a pass has reported, or that the kind's workflow does not read. Runs the real manager.
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { machinePoolLabels, ownerReferenceTo } from "@capstan/contract";
import type { KubeObject, Resource } from "@capstan/kube";
import { FooCluster, FooConfig, FooMachine, FooMachinePool, HostedCluster } from "./foo-kinds.ts";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { provisioned, removed, requeueAfter } from "../src/authoring/result.ts";
import { startProvider, type RunningProvider } from "../src/testing/start-provider.ts";

const kit: ProviderKit<{ calls: string[] }> = initProvider();
const called = (calls: string[], object: KubeObject): void => void calls.push(`${object.kind} ${object.metadata.name}`);

const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(HostedCluster, {
      async reconcile({ object }, ctx) {
        called(ctx.services.calls, object);
        return provisioned();
      },
      delete: async () => removed(),
    }),
    kit.infraMachine(FooMachine, {
      cluster: FooCluster,
      coreChanges: {
        Cluster: (before, after) => before.metadata.labels?.["region"] !== after.metadata.labels?.["region"],
        Machine: (before, after) => before.status?.nodeRef?.name !== after.status?.nodeRef?.name,
      },
      async reconcile({ object }, ctx) {
        called(ctx.services.calls, object);
        return requeueAfter("1h");
      },
      delete: async () => removed(),
    }),
    kit.infraMachinePool(FooMachinePool, {
      cluster: FooCluster,
      machines: FooMachine,
      async reconcile({ object }, ctx) {
        called(ctx.services.calls, object);
        return requeueAfter("1h");
      },
      delete: async () => removed(),
    }),
    kit.bootstrapConfig(FooConfig, {
      async reconcile({ object }, ctx) {
        called(ctx.services.calls, object);
        return requeueAfter("1h");
      },
    }),
  ],
});

let env: TestEnv;
let bench: PassBench;
let calls: string[];
let running: RunningProvider;

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  calls = [];
  running = startProvider(provider, {
    credentials: env.credentials,
    services: { calls },
    namespaces: [bench.namespace],
  });
});
afterEach(() => running.stop());

/** The Cluster "c" with its infrastructure, which is provisioned. */
async function givenCluster(): Promise<Cluster> {
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  return cluster;
}

const clusterLabel = { "cluster.x-k8s.io/cluster-name": "c" };
const configRef = { apiGroup: FooConfig.group, kind: FooConfig.kind, name: "b" };

/** An object of ours with its owner. */
async function givenOwned(resource: Resource, name: string, owner: KubeObject): Promise<void> {
  const metadata = { name, labels: clusterLabel, ownerReferences: [ownerReferenceTo(owner)] };
  await bench.create<KubeObject>(resource, { metadata });
}

/** Of a Machine whose bootstrap data exist. */
const ready = { bootstrap: { configRef, dataSecretName: "b" } };

async function givenMachine(): Promise<void> {
  const machine = await bench.machine("m", await givenCluster(), ready);
  await givenOwned(FooMachine, "m", machine);
  await givenOwned(FooConfig, "b", machine);
}

const poolRef = { apiGroup: FooMachinePool.group, kind: FooMachinePool.kind, name: "p" };

async function givenPool(): Promise<MachinePool> {
  const cluster = await givenCluster();
  const pool = await bench.machinePool("p", cluster, { infrastructureRef: poolRef, ...ready });
  await givenOwned(FooMachinePool, "p", pool);
  await givenOwned(FooConfig, "b", pool);
  return pool;
}

/** Waits for the first call of each of these objects, and until there are no more. */
async function firstCalls(...wanted: readonly string[]): Promise<number> {
  await expect.poll(() => wanted.filter((call) => !calls.includes(call))).toEqual([]);
  return (await settled()).length;
}

/** The calls since a moment, once there are no more. */
async function settled(since = 0): Promise<readonly string[]> {
  for (let before = -1; before !== calls.length;) {
    before = calls.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return calls.slice(since);
}

/** What core writes of a Ready condition whose message is another in each pass. */
function mirrored(request: number): object {
  const lastTransitionTime = "2026-01-01T00:00:00Z";
  const of = (type: string): object => ({
    type,
    status: "False",
    reason: "NotReady",
    message: `request ${request} failed`,
    lastTransitionTime,
  });
  return { status: { conditions: [of("InfrastructureReady"), of("BootstrapConfigReady")] } };
}

test("a condition that core mirrors into a Machine causes no pass, the Machine's spec does", async () => {
  await givenMachine();
  const before = await firstCalls("FooConfig b", "FooMachine m");
  for (let request = 1; request <= 5; request += 1) await bench.patchStatus(Machine, "m", mirrored(request));
  expect(await settled(before)).toEqual([]);
  await bench.patch(Machine, "m", { spec: { failureDomain: "z" } });
  await expect.poll(() => calls.slice(before).toSorted()).toEqual(["FooConfig b", "FooMachine m"]);
});

test("a condition that core mirrors into a MachinePool causes no pass, the MachinePool's spec does", async () => {
  await givenPool();
  const before = await firstCalls("FooConfig b", "FooMachinePool p");
  for (let request = 1; request <= 5; request += 1) await bench.patchStatus(MachinePool, "p", mirrored(request));
  expect(await settled(before)).toEqual([]);
  await bench.patch(MachinePool, "p", { spec: { replicas: 3 } });
  await expect.poll(() => calls.slice(before).toSorted()).toEqual(["FooConfig b", "FooMachinePool p"]);
});

test("the status of a pool's InfraMachine causes no pass over the pool, its spec, labels, owners and deletion do", async () => {
  const pool = await givenPool();
  const owner = ownerReferenceTo(await bench.get(FooMachinePool, "p"));
  const labels = { ...clusterLabel, ...machinePoolLabels(pool) };
  const ofPool = (): number => calls.filter((call) => call === "FooMachinePool p").length;
  await firstCalls("FooConfig b", "FooMachinePool p");
  let before = ofPool();
  const counted = async (): Promise<void> => {
    before += 1;
    await expect.poll(ofPool).toBe(before);
  };
  await bench.create(FooMachine, { metadata: { name: "m", labels, ownerReferences: [owner] } });
  await counted();
  for (let request = 1; request <= 5; request += 1) {
    await bench.patchStatus(FooMachine, "m", mirrored(request));
    await bench.patch(FooMachine, "m", { metadata: { annotations: { request: `${request}` } } });
  }
  await settled();
  expect(ofPool()).toBe(before);
  const other = ownerReferenceTo(await bench.get(Cluster, "c"));
  for (const change of [
    { spec: { providerID: "foo://1" } },
    { metadata: { labels: { a: "b" } } },
    { metadata: { ownerReferences: [owner, other] } },
  ]) {
    await bench.patch(FooMachine, "m", change);
    await counted();
  }
  await bench.remove(FooMachine, "m");
  await counted();
});

test("changes of a Cluster that no gate reads cause no pass over its 200 machines, those that the author names do", async () => {
  const cluster = await givenCluster();
  const names = Array.from({ length: 200 }, (_, i) => `m${i}`);
  for (const name of names) await givenOwned(FooMachine, name, await bench.machine(name, cluster, ready));
  const all = names.map((name) => `FooMachine ${name}`);
  const before = await firstCalls(...all);
  for (let i = 1; i <= 5; i += 1) {
    await bench.patchStatus(Cluster, "c", { status: { workers: { replicas: i } } });
    await bench.patch(Cluster, "c", { metadata: { labels: { i: `${i}` }, annotations: { i: `${i}` } } });
    await bench.patch(Cluster, "c", { spec: { clusterNetwork: { apiServerPort: i } } });
  }
  expect(await settled(before)).toEqual([]);
  await bench.patch(Cluster, "c", { metadata: { labels: { region: "north" } } });
  await expect.poll(() => calls.slice(before).toSorted()).toEqual(all.toSorted());
  const then = calls.length;
  await bench.patchStatus(Machine, "m7", { status: { nodeRef: { name: "n" } } });
  expect(await settled(then)).toEqual(["FooMachine m7"]);
});

test("an InfraCluster whose endpoint others set is woken when the Cluster has one, and by no label", async () => {
  const infrastructureRef = { apiGroup: HostedCluster.group, kind: HostedCluster.kind, name: "h" };
  const cluster = await bench.cluster("c", { infrastructureRef });
  await givenOwned(HostedCluster, "h", cluster);
  const reason = async (): Promise<string | undefined> =>
    (await bench.get(HostedCluster, "h")).status?.conditions?.find(({ type }) => type === "Ready")?.reason;
  await expect.poll(reason).toBe("WaitingForControlPlaneEndpoint");
  await bench.patch(Cluster, "c", { spec: { controlPlaneEndpoint: { host: "a", port: 1 } } });
  const before = await firstCalls("HostedCluster h");
  await bench.patch(Cluster, "c", { metadata: { labels: { a: "b" } } });
  expect(await settled(before)).toEqual([]);
});
