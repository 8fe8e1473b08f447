// IPAddressClaims: which are answered, the order of the steps, the IPAddress, its deletion, and what is never adopted.
import { Cluster } from "@capstan/api/core/v1beta2";
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import type { KubeObject } from "@capstan/kube";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import { allocated, exhausted, poolNotReady, type NewAddress } from "../src/authoring/ip-pool.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { removed, requeueAfter, waiting } from "../src/authoring/result.ts";
import { addressesIn } from "../src/ipam/addresses-in.ts";
import { liveReader, type PassReader } from "../src/workflow/reader.ts";
import { FooIPPool, GlobalIPPool } from "./foo-kinds.ts";
import { IPPoolBench } from "./ip-pool-bench.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
let bench: PassBench;
let ips: IPPoolBench;
let calls: string[];

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  ips = new IPPoolBench(bench);
  calls = [];
});

const fooIPPool: ControllerDefinition<object> = kit.ipPool(FooIPPool, {
  conditions: { AddressFound: ["Searching", "Found"] },
  async allocate({ claim, pool, reserve }) {
    calls.push(`allocate ${claim.metadata.name}`);
    const { ranges, prefix = 24, gateway } = pool.spec ?? {};
    if (ranges === undefined) return poolNotReady("the pool has no ranges");
    const address = await reserve(addressesIn(ranges));
    if (address === undefined) return exhausted("all addresses are in use");
    return allocated({ address, prefix, ...(gateway === undefined ? {} : { gateway }) });
  },
});

const finalizer = "fooippool.ipam.foo.io";
const protect = "ipam.cluster.x-k8s.io/protect-address";

test("a claim gets an IPAddress that it and the pool own, and names it", async () => {
  const pool = await ips.createPool({ ranges: ["10.0.0.0/30"], prefix: 16, gateway: "10.0.0.254" });
  await bench.cluster("c");
  await ips.createClaim("a", { clusterName: "c" });
  expect(await ips.steps(fooIPPool, "a")).toEqual(["pause-recorded", "finalizer-added", "reconciled"]);
  const claim = await bench.get(IPAddressClaim, "a");
  expect(claim.metadata.finalizers).toEqual([finalizer]);
  expect(claim.status?.addressRef).toEqual({ name: "a" });
  expect(await ips.ready("a")).toBe("True/Ready: ");
  const { metadata, spec } = await bench.get(IPAddress, "a");
  expect(spec).toEqual({
    claimRef: { name: "a" },
    poolRef: claim.spec.poolRef,
    address: "10.0.0.1",
    prefix: 16,
    gateway: "10.0.0.254",
  });
  expect(metadata.finalizers).toEqual([protect]);
  expect(metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "c" });
  expect(metadata.ownerReferences).toEqual([
    { ...ownerReferenceTo(claim), controller: true, blockOwnerDeletion: true },
    { ...ownerReferenceTo(pool), controller: false, blockOwnerDeletion: true },
  ]);
  await bench.pass(fooIPPool, "a");
  expect(calls).toEqual(["allocate a"]);
  bench.takeWrites();
  await bench.pass(fooIPPool, "a");
  expect(bench.takeWrites()).toEqual([]);
});

test("claims of other pools are left alone, and two kinds of pool do not touch each other's", async () => {
  await ips.createPool();
  const global = kit.ipPool(GlobalIPPool, { allocate: async () => allocated({ address: "10.9.0.1", prefix: 8 }) });
  const poolRef = { apiGroup: "ipam.foo.io", kind: "GlobalIPPool", name: `g-${bench.namespace}` };
  await bench.client.create(GlobalIPPool, {
    apiVersion: "ipam.foo.io/v1",
    kind: "GlobalIPPool",
    metadata: { name: poolRef.name },
  });
  await ips.createClaim("a", { poolRef });
  await ips.createClaim("b");
  await ips.createClaim("other", { poolRef: { apiGroup: "ipam.other.io", kind: "FooIPPool", name: "p" } });
  bench.takeWrites();
  for (const name of ["a", "other"]) expect(await bench.pass(fooIPPool, name)).toEqual({ step: "foreign" });
  for (const name of ["b", "other"]) expect(await bench.pass(global, name)).toEqual({ step: "foreign" });
  expect(bench.takeWrites()).toEqual([]);
  await bench.settle(global, "a");
  expect(await ips.addressOf("a")).toBe("10.9.0.1");
  expect((await bench.get(IPAddressClaim, "a")).metadata.finalizers).toEqual(["globalippool.ipam.foo.io"]);
});

test("a pool of the whole cluster does not give an address to claims of two namespaces", async () => {
  const other = await createPassBench(env);
  const name = `g-${bench.namespace}`;
  await bench.client.create(GlobalIPPool, {
    apiVersion: "ipam.foo.io/v1",
    kind: "GlobalIPPool",
    metadata: { name },
    spec: { ranges: ["10.0.0.1-10.0.0.2"] },
  });
  const controller = kit.ipPool(GlobalIPPool, {
    async allocate({ pool, reserve }) {
      const address = await reserve(addressesIn(pool.spec?.ranges ?? []));
      return address === undefined ? exhausted("none") : allocated({ address, prefix: 24 });
    },
  });
  const spec = { poolRef: { apiGroup: "ipam.foo.io", kind: "GlobalIPPool", name } };
  for (const one of [bench, other]) {
    await one.create(IPAddressClaim, { metadata: { name: "a" }, spec });
    await one.settle(controller, "a");
  }
  expect([await ips.addressOf("a"), (await other.get(IPAddress, "a")).spec.address]).toEqual(["10.0.0.1", "10.0.0.2"]);
});

test("the Cluster that a claim names must exist", async () => {
  await ips.createPool();
  await ips.createClaim("a", { clusterName: "c" });
  expect(await ips.steps(fooIPPool, "a")).toEqual(["cluster-missing", "cluster-missing"]);
  await bench.cluster("c");
  await bench.settle(fooIPPool, "a");
  expect(await ips.addressOf("a")).toBe("10.0.0.1");
});

/** What a cache shows that does not have the Cluster yet. */
const withoutClusters = (): PassReader => {
  const { client } = bench;
  return {
    ...liveReader(client),
    listBy: async () => [],
    view: (resource, key) => (resource.kind === Cluster.kind ? Promise.resolve(undefined) : client.find(resource, key)),
  };
};

test("a claim that outlives its Cluster is released", async () => {
  await ips.createPool();
  await bench.cluster("c");
  await ips.createClaim("a", { clusterName: "c" });
  await bench.settle(fooIPPool, "a");
  await bench.remove(Cluster, "c");
  expect(await bench.pass(fooIPPool, "a")).toEqual({ step: "cluster-missing" });
  await bench.remove(IPAddressClaim, "a");
  await ips.steps(fooIPPool, "a");
  expect(await bench.pass(fooIPPool, "a")).toEqual({ step: "not-found" });
  await expect(bench.get(IPAddress, "a")).rejects.toThrow("not found");
});

test.each([{ annotation: "cluster.x-k8s.io/paused" }, { annotation: "clusterctl.cluster.x-k8s.io/delete-for-move" }])(
  "one that has $annotation is not",
  async ({ annotation }) => {
    await ips.createPool();
    await bench.cluster("c");
    await ips.createClaim("a", { clusterName: "c" });
    await bench.settle(fooIPPool, "a");
    await bench.remove(Cluster, "c");
    await bench.patch(IPAddressClaim, "a", { metadata: { annotations: { [annotation]: "" } } });
    await bench.remove(IPAddressClaim, "a");
    expect((await ips.steps(fooIPPool, "a")).at(-1)).toBe("paused");
    expect(await ips.addressOf("a")).toBe("10.0.0.1");
  },
);

test("a Cluster that is not in the cache yet pauses the deletion of a claim", async () => {
  await ips.createPool();
  await bench.cluster("c", { paused: true });
  await ips.createClaim("a", { clusterName: "c" });
  await bench.patch(IPAddressClaim, "a", { metadata: { finalizers: [finalizer] } });
  await bench.remove(IPAddressClaim, "a");
  expect(await bench.pass(fooIPPool, "a", { reader: withoutClusters() })).toEqual({ step: "paused" });
});

const pauses: readonly { name: string; byLabel?: true; pause: object; resume: object }[] = [
  { name: "spec.paused of the Cluster", pause: { spec: { paused: true } }, resume: { spec: { paused: false } } },
  {
    name: "the annotation of the Cluster",
    pause: { metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } },
    resume: { metadata: { annotations: null } },
  },
  {
    name: "spec.paused of the Cluster in the label",
    byLabel: true,
    pause: { spec: { paused: true } },
    resume: { spec: { paused: false } },
  },
];

for (const { name, byLabel, pause, resume } of pauses) {
  test(`${name} pauses a claim, and its deletion`, async () => {
    await ips.createPool();
    await bench.cluster("c");
    await ips.createClaim("a", byLabel === true ? {} : { clusterName: "c" });
    if (byLabel === true)
      await bench.patch(IPAddressClaim, "a", { metadata: { labels: { "cluster.x-k8s.io/cluster-name": "c" } } });
    await bench.patch(Cluster, "c", pause);
    expect((await ips.steps(fooIPPool, "a")).at(-1)).toBe("paused");
    await bench.patch(Cluster, "c", resume);
    await bench.settle(fooIPPool, "a");
    await bench.patch(Cluster, "c", pause);
    await bench.remove(IPAddressClaim, "a");
    expect((await ips.steps(fooIPPool, "a")).at(-1)).toBe("paused");
    expect(await ips.addressOf("a")).toBe("10.0.0.1");
    await bench.patch(Cluster, "c", resume);
    await ips.steps(fooIPPool, "a");
    expect(await bench.pass(fooIPPool, "a")).toEqual({ step: "not-found" });
    await expect(bench.get(IPAddress, "a")).rejects.toThrow("not found");
  });
}

test("the paused annotation of a claim pauses it", async () => {
  await ips.createPool();
  await ips.createClaim("a");
  await bench.patch(IPAddressClaim, "a", { metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } });
  expect((await ips.steps(fooIPPool, "a")).at(-1)).toBe("paused");
  expect(calls).toEqual([]);
});

test("an address is free again when its claim is deleted, after release", async () => {
  await ips.createPool({ ranges: ["10.0.0.1"] });
  const releasing = kit.ipPool(FooIPPool, {
    allocate: async ({ reserve }) => {
      const address = await reserve(["10.0.0.1"]);
      return address === undefined ? exhausted("all addresses are in use") : allocated({ address, prefix: 24 });
    },
    async release({ claim, pool, address }) {
      calls.push(`release ${address} of ${claim.metadata.name} to ${pool?.metadata.name}`);
      return calls.length === 1 ? requeueAfter("1s") : removed();
    },
  });
  await ips.createClaim("a");
  await ips.createClaim("b");
  await bench.settle(releasing, "a");
  await bench.settle(releasing, "b");
  expect(await ips.ready("b")).toBe("False/PoolExhausted: all addresses are in use");
  expect((await bench.pass(releasing, "b")).requeueAfter).toBe("1m");
  await bench.remove(IPAddressClaim, "a");
  expect(await bench.pass(releasing, "a")).toEqual({ step: "reconciled", requeueAfter: "1s" });
  expect(await ips.addressOf("a")).toBe("10.0.0.1");
  expect(await bench.pass(releasing, "a")).toEqual({ step: "reconciled" });
  expect(await bench.pass(releasing, "a")).toEqual({ step: "not-found" });
  await expect(bench.get(IPAddress, "a")).rejects.toThrow("not found");
  await bench.settle(releasing, "b");
  expect(await ips.addressOf("b")).toBe("10.0.0.1");
  expect(calls).toEqual(["release 10.0.0.1 of a to p", "release 10.0.0.1 of a to p"]);
});

test("a claim without an IPAddress is released, too", async () => {
  const releasing = kit.ipPool(FooIPPool, {
    allocate: async () => poolNotReady("wait"),
    async release({ pool, address }) {
      calls.push(`${pool?.metadata.name} ${address}`);
      return removed();
    },
  });
  await ips.createClaim("a");
  await bench.settle(releasing, "a");
  expect(await ips.ready("a")).toContain("False/PoolNotReady: FooIPPool");
  await bench.remove(IPAddressClaim, "a");
  await bench.settle(releasing, "a");
  expect(calls).toEqual(["undefined undefined"]);
  expect(await bench.pass(releasing, "a")).toEqual({ step: "not-found" });
});

test("an IPAddress is protected: a deletion by hand waits for its claim", async () => {
  await ips.createPool();
  await ips.createClaim("a");
  await bench.settle(fooIPPool, "a");
  await bench.remove(IPAddress, "a");
  await bench.settle(fooIPPool, "a");
  expect(await ips.ready("a")).toBe("True/Ready: ");
  await bench.remove(IPAddressClaim, "a");
  await ips.steps(fooIPPool, "a");
  await expect(bench.get(IPAddress, "a")).rejects.toThrow("not found");
});

test("an IPAddress whose finalizer was removed, too, is created again with the same address", async () => {
  await ips.createPool();
  await ips.createClaim("first");
  await ips.createClaim("a");
  await bench.settle(fooIPPool, "first");
  await bench.settle(fooIPPool, "a");
  await bench.remove(IPAddressClaim, "first");
  await ips.steps(fooIPPool, "first");
  await bench.remove(IPAddress, "a");
  await bench.patch(IPAddress, "a", { metadata: { finalizers: null } });
  await bench.settle(fooIPPool, "a");
  expect(await ips.addressOf("a")).toBe("10.0.0.2");
});

test("an IPAddress that the claim does not control is not adopted", async () => {
  const pool = await ips.createPool();
  const { spec } = await ips.createClaim("a");
  await bench.create(IPAddress, {
    metadata: { name: "a", ownerReferences: [ownerReferenceTo(pool)] },
    spec: { claimRef: { name: "a" }, poolRef: spec.poolRef, address: "10.0.0.9", prefix: 24 },
  });
  await expect(bench.settle(fooIPPool, "a")).rejects.toThrow(
    `IPAddress ${bench.namespace}/a exists, and the IPAddressClaim of the same name is not its controller`,
  );
  expect(await ips.ready("a")).toContain("False/AllocationFailed: IPAddress");
  expect((await bench.get(IPAddressClaim, "a")).status?.addressRef).toBeUndefined();
  await bench.remove(IPAddressClaim, "a");
  await bench.settle(fooIPPool, "a");
  expect(await ips.addressOf("a")).toBe("10.0.0.9");
});

test("the IPAddress of an earlier claim of the same name is removed when it is being deleted", async () => {
  await ips.createPool();
  const { spec, apiVersion, kind } = await ips.createClaim("a");
  const left: Omit<IPAddress, "apiVersion" | "kind"> = {
    metadata: {
      name: "a",
      finalizers: [protect],
      ownerReferences: [{ apiVersion, kind, name: "a", uid: "an-earlier-one", controller: true }],
    },
    spec: { claimRef: { name: "a" }, poolRef: spec.poolRef, address: "10.0.0.1", prefix: 24 },
  };
  await bench.create(IPAddress, left);
  // Where there is a garbage collector, it does that.
  await bench.remove(IPAddress, "a");
  await bench.settle(fooIPPool, "a");
  expect(await ips.ready("a")).toBe("True/Ready: ");
  // The same without a claim.
  await bench.create(IPAddress, { ...left, metadata: { ...left.metadata, name: "gone" } });
  await bench.remove(IPAddress, "gone");
  await bench.pass(fooIPPool, "gone");
  await expect(bench.get(IPAddress, "gone")).rejects.toThrow("not found");
});

test("conditions say why a claim has no address", async () => {
  await ips.createClaim("a");
  await bench.settle(fooIPPool, "a");
  expect(await ips.ready("a")).toBe(`False/PoolNotReady: FooIPPool ${bench.namespace}/p does not exist`);
  await bench.create<KubeObject>(FooIPPool, { metadata: { name: "p", finalizers: ["example.com/keep"] } });
  await bench.settle(fooIPPool, "a");
  expect(await ips.ready("a")).toBe("False/PoolNotReady: the pool has no ranges");
  await bench.patch(FooIPPool, "p", { spec: { ranges: [] } });
  await bench.settle(fooIPPool, "a");
  expect(await ips.ready("a")).toBe("False/PoolExhausted: all addresses are in use");
  const searching = kit.ipPool(FooIPPool, {
    conditions: { AddressFound: ["Searching", "Found"] },
    allocate: async () => waiting("AddressFound", "Searching", "the IPAM system is slow"),
  });
  await bench.settle(searching, "a");
  expect(await ips.ready("a")).toBe("False/NotReady: * AddressFound: the IPAM system is slow");
  await bench.remove(FooIPPool, "p");
  await bench.settle(fooIPPool, "a");
  expect(await ips.ready("a")).toBe(`False/PoolNotReady: FooIPPool ${bench.namespace}/p is being deleted`);
});

const wrong: readonly { name: string; address: NewAddress; message: string }[] = [
  {
    name: "an address with a prefix",
    address: { address: "10.0.0.1/24", prefix: 24 },
    message: '"10.0.0.1/24" is not',
  },
  { name: "a name", address: { address: "10.0.0.1", prefix: 24, gateway: "gate" }, message: '"gate" is not an IP' },
  { name: "33 bits of IPv4", address: { address: "10.0.0.1", prefix: 33 }, message: "33 is not the length" },
  { name: "half a bit", address: { address: "fd00::1", prefix: 1.5 }, message: "1.5 is not the length" },
];

for (const { name, address, message } of wrong) {
  test(`${name} makes the pass fail`, async () => {
    await ips.createPool();
    await ips.createClaim("a");
    const controller = kit.ipPool(FooIPPool, { allocate: async () => allocated(address) });
    await expect(bench.settle(controller, "a")).rejects.toThrow(message);
    expect(await ips.ready("a")).toContain(`False/AllocationFailed: ${message}`);
    await expect(bench.get(IPAddress, "a")).rejects.toThrow("not found");
  });
}

test("a pass that is too late stores nothing", async () => {
  await ips.createPool();
  await ips.createClaim("a");
  const stopping = new AbortController();
  const controller = kit.ipPool(FooIPPool, {
    async allocate() {
      stopping.abort();
      return allocated({ address: "10.0.0.1", prefix: 24 });
    },
  });
  await bench.pass(controller, "a");
  await bench.pass(controller, "a");
  expect(await bench.pass(controller, "a", {}, stopping.signal)).toEqual({ step: "aborted" });
  await expect(bench.get(IPAddress, "a")).rejects.toThrow("not found");
});
