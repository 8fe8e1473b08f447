// Which events cause passes: every wait of the workflow ends with an event of another object, without a resync and without a change of the
// object itself. Runs the real manager.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { channel, defineIndex, type KeyChannel } from "@capstan/operator";
import { keyOf } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { FooCluster, FooDisk, FooMachine } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { done, provisioned, removed } from "../src/authoring/result.ts";
import { maps, owns } from "../src/authoring/watch.ts";
import { startProvider, type RunningProvider } from "../src/testing/start-provider.ts";

const kit: ProviderKit<{ calls: string[]; near: string[]; events: KeyChannel }> = initProvider();
const byRegion = defineIndex(FooDisk, "region", ({ metadata }) => [metadata.annotations?.["region"] ?? "none"]);
const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(FooCluster, {
      watches: [
        owns(FooDisk),
        // The key of a Secret names no object: the clusters that use it are read, in another turn of the event loop.
        maps(Secret, async (secret, { client }) => {
          const clusters = await client.list(FooCluster, { namespace: keyOf(secret).namespace });
          return clusters.filter(({ metadata }) => metadata.annotations?.["secret"] === keyOf(secret).name).map(keyOf);
        }),
      ],
      indexes: [byRegion],
      sources: [{ name: "cloud-events", open: ({ services, ...context }) => services.events.open(context) }],
      async reconcile({ object }, ctx) {
        const disks = await ctx.client.list(FooDisk, { namespace: object.metadata.namespace ?? "" });
        ctx.services.calls.push(`cluster with ${disks.length} disks`);
        const near = await ctx.client.listBy(byRegion, "north", { namespace: object.metadata.namespace ?? "" });
        ctx.services.near.push(...near.map((disk) => keyOf(disk).name));
        return provisioned();
      },
      delete: async () => removed(),
    }),
    kit.infraMachine(FooMachine, {
      cluster: FooCluster,
      async reconcile({ machine }, ctx) {
        ctx.services.calls.push(`machine ${machine.metadata.name}`);
        return done();
      },
      delete: async () => removed(),
    }),
  ],
});

let env: TestEnv;
let bench: PassBench;
let calls: string[];
let near: string[];
let events: KeyChannel;
let running: RunningProvider;

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  calls = [];
  events = channel("events");
  near = [];
  const services = { calls, near, events };
  running = startProvider(provider, { credentials: env.credentials, services, namespaces: [bench.namespace] });
});
afterEach(() => running.stop());

test("an owner that core sets later, and a pause that ends, cause a pass over the InfraCluster", async () => {
  const cluster = await bench.cluster("c", { paused: true });
  await bench.create(FooCluster, { metadata: { name: "a" } });
  await bench.patch(FooCluster, "a", { metadata: { ownerReferences: [ownerReferenceTo(cluster)] } });
  const paused = async (): Promise<string | undefined> =>
    (await bench.get(FooCluster, "a")).status?.conditions?.find(({ type }) => type === "Paused")?.status;
  await expect.poll(paused).toBe("True");
  expect(calls).toEqual([]);
  await bench.patch(Cluster, "c", { spec: { paused: false } });
  await expect.poll(() => calls[0]).toBe("cluster with 0 disks");
  await expect.poll(paused).toBe("False");
});

test("a change of an owned object causes a pass over its owner", async () => {
  const cluster = await bench.cluster("c");
  const owner = await bench.create(FooCluster, {
    metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] },
  });
  await expect.poll(() => calls.at(-1)).toBe("cluster with 0 disks");
  await bench.create(FooDisk, {
    metadata: { name: "d", ownerReferences: [ownerReferenceTo(owner, { controller: true })] },
  });
  await expect.poll(() => calls.at(-1)).toBe("cluster with 1 disks");
});

test("a pass finds cached objects by an index", async () => {
  await bench.create(FooDisk, { metadata: { name: "far", annotations: { region: "south" } } });
  await bench.create(FooDisk, { metadata: { name: "near", annotations: { region: "north" } } });
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await expect.poll(() => near).toEqual(["near"]);
});

test("an event of the provider's services causes a pass", async () => {
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await expect.poll(() => calls.length).toBe(1);
  events.push({ namespace: bench.namespace, name: "a" });
  await expect.poll(() => calls.length).toBe(2);
});

test("a Secret causes passes over the objects that its function finds", async () => {
  const cluster = await bench.cluster("c");
  const ownerReferences = [ownerReferenceTo(cluster)];
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences, annotations: { secret: "s" } } });
  await bench.create(FooCluster, { metadata: { name: "b", ownerReferences } });
  await expect.poll(() => calls.length).toBe(2);
  await bench.create(Secret, { metadata: { name: "s" } });
  await expect.poll(() => calls.length).toBe(3);
  await bench.patch(Secret, "s", { metadata: { labels: { a: "b" } } });
  await expect.poll(() => calls.length).toBe(4);
});

test("the Cluster's infrastructure and the Machine's bootstrap data cause a pass over the InfraMachine", async () => {
  const cluster = await bench.cluster("c", {
    infrastructureRef: { apiGroup: FooCluster.group, kind: "FooCluster", name: "a" },
  });
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const machine = await bench.machine("m", cluster);
  const labels = { "cluster.x-k8s.io/cluster-name": "c" };
  await bench.create(FooMachine, { metadata: { name: "m", labels, ownerReferences: [ownerReferenceTo(machine)] } });
  const reason = async (): Promise<string | undefined> =>
    (await bench.get(FooMachine, "m")).status?.conditions?.find(({ type }) => type === "Ready")?.reason;
  await expect.poll(reason).toBe("WaitingForClusterInfrastructure");
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  await expect.poll(reason).toBe("WaitingForBootstrapData");
  await bench.patch(Machine, "m", { spec: { bootstrap: { dataSecretName: "b" } } });
  await expect.poll(() => calls).toContain("machine m");
});

test("counters in the status of a Cluster cause no pass over its machines, its control plane does", async () => {
  const cluster = await bench.cluster("c", {
    infrastructureRef: { apiGroup: FooCluster.group, kind: "FooCluster", name: "a" },
  });
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  const machine = await bench.machine("m", cluster);
  await bench.patch(Machine, "m", { spec: { bootstrap: { dataSecretName: "b" } } });
  const labels = { "cluster.x-k8s.io/cluster-name": "c" };
  await bench.create(FooMachine, { metadata: { name: "m", labels, ownerReferences: [ownerReferenceTo(machine)] } });
  await expect.poll(() => calls).toContain("machine m");
  const settled = async (): Promise<number> => {
    let before = -1;
    while (before !== calls.length) {
      before = calls.length;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return before;
  };
  const before = await settled();
  for (let replicas = 1; replicas <= 5; replicas += 1)
    await bench.patchStatus(Cluster, "c", { status: { workers: { replicas } } });
  expect(await settled()).toBe(before);
  await bench.patchStatus(Cluster, "c", { status: { initialization: { controlPlaneInitialized: true } } });
  await expect.poll(() => calls.length).toBeGreaterThan(before);
});
