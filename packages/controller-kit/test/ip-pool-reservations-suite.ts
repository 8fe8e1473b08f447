// Reservations of addresses as passes make them: again for the same claim, removed in time, and what remains of processes that were killed.
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import { allocated, exhausted, type AllocatePass } from "../src/authoring/ip-pool.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { requeueAfter } from "../src/authoring/result.ts";
import { addressesIn } from "../src/ipam/addresses-in.ts";
import { idOfClaim } from "../src/ipam/claim-id.ts";
import { Reservations } from "../src/ipam/reservations.ts";
import { FooIPPool, GlobalIPPool } from "./foo-kinds.ts";
import { IPPoolBench } from "./ip-pool-bench.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";

const kit: ProviderKit<object> = initProvider();
const note = "ipam.foo.io/reservations";
let env: TestEnv;
let bench: PassBench;
let ips: IPPoolBench;

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  ips = new IPPoolBench(bench);
});

const fooIPPool: ControllerDefinition<object> = kit.ipPool(FooIPPool, {
  async allocate({ pool, reserve }) {
    const address = await reserve(addressesIn(pool.spec?.ranges ?? []));
    return address === undefined ? exhausted("all addresses are in use") : allocated({ address, prefix: 24 });
  },
});

test("another reservation of the same claim is not made, and one is removed when its IPAddress exists", async () => {
  await ips.createPool();
  await ips.createClaim("a");
  await ips.createClaim("b");
  const asked: (string | undefined)[] = [];
  const slow = kit.ipPool(FooIPPool, {
    async allocate({ reserve }: AllocatePass<FooIPPool>) {
      asked.push(await reserve(addressesIn(["10.0.0.1-10.0.0.9"])));
      return requeueAfter("1s");
    },
  });
  await bench.settle(slow, "a");
  // Another process.
  await bench.settle(slow, "a");
  await bench.pass(slow, "a", { reservations: new Reservations(bench.client) });
  expect(asked).toEqual(["10.0.0.1", "10.0.0.1", "10.0.0.1"]);
  await bench.settle(fooIPPool, "a");
  await bench.settle(fooIPPool, "b");
  const { metadata } = await bench.get(FooIPPool, "p");
  const { reservations } = JSON.parse(metadata.annotations?.[note] ?? "") as { reservations: object };
  const b = await bench.get(IPAddressClaim, "b");
  expect(reservations).toEqual({ [idOfClaim(b)]: "10.0.0.2" });
  expect(await ips.addressOf("a")).toBe("10.0.0.1");
});

test("nothing is allocated while the annotation cannot be read", async () => {
  await ips.createPool();
  await bench.patch(FooIPPool, "p", { metadata: { annotations: { [note]: '{"id": 5}' } } });
  await ips.createClaim("a");
  await expect(bench.settle(fooIPPool, "a")).rejects.toThrow(`the annotation ${note} of FooIPPool`);
});

test("a claim that is deleted while its address is created leaves none", async () => {
  await ips.createPool();
  await ips.createClaim("a");
  const controller = kit.ipPool(FooIPPool, {
    async allocate({ reserve }) {
      const address = (await reserve(["10.0.0.1"])) ?? "";
      await bench.remove(IPAddressClaim, "a");
      return allocated({ address, prefix: 24 });
    },
  });
  await bench.settle(controller, "a");
  await expect(bench.get(IPAddress, "a")).rejects.toThrow("not found");
  await bench.settle(controller, "a");
  expect(await bench.pass(controller, "a")).toEqual({ step: "not-found" });
});

async function removeByForce(): Promise<void> {
  await bench.remove(IPAddressClaim, "a");
  await bench.patch(IPAddressClaim, "a", { metadata: { finalizers: [] } });
}

/** Ways in which a claim ends that has reserved the only address, in the call that has or after it, and the claim that gets it then. */
const ends: readonly { how: string; isLater?: boolean; end: () => Promise<unknown>; next?: string }[] = [
  { how: "deleted", end: () => bench.remove(IPAddressClaim, "a") },
  { how: "deleted later", isLater: true, end: () => bench.remove(IPAddressClaim, "a") },
  { how: "deleted without its finalizer", end: removeByForce },
  { how: "deleted later without its finalizer", isLater: true, end: removeByForce },
  {
    how: "replaced by one of its name",
    isLater: true,
    end: () => removeByForce().then(() => ips.createClaim("a")),
    next: "a",
  },
];

test.each(ends)(
  "what a claim reserved is free at once when it is $how",
  async ({ end, isLater = false, next = "b" }) => {
    await ips.createPool({ ranges: ["10.0.0.1"] });
    await ips.createClaim("a");
    await ips.createClaim("b");
    const controller = kit.ipPool(FooIPPool, {
      async allocate({ reserve }) {
        const address = (await reserve(["10.0.0.1"])) ?? "";
        if (isLater) return requeueAfter("1s");
        await end();
        return allocated({ address, prefix: 24 });
      },
    });
    await bench.settle(controller, "a");
    if (isLater) await end();
    await ips.steps(fooIPPool, "a");
    await bench.settle(fooIPPool, "b");
    expect(await ips.addressOf(next)).toBe("10.0.0.1");
  },
);

test("an IPAddress whose deletion fails once is deleted by the next pass", async () => {
  await ips.createPool();
  await ips.createClaim("a");
  await bench.settle(fooIPPool, "a");
  await orphan();
  await removeByForce();
  const { client } = bench;
  const failed = vi.spyOn(client, "delete").mockRejectedValueOnce(new Error("the server says no"));
  await expect(bench.pass(fooIPPool, "a")).rejects.toThrow("the server says no");
  failed.mockRestore();
  expect(await bench.pass(fooIPPool, "a")).toEqual({ step: "not-found" });
  expect(await client.find(IPAddress, { namespace: bench.namespace, name: "a" })).toBeUndefined();
});

/** Takes the reference to the claim from its IPAddress, as the garbage collector does for a claim that is deleted or leaves its dependents. */
async function orphan(): Promise<void> {
  const { metadata } = await bench.get(IPAddress, "a");
  const ownerReferences = metadata.ownerReferences?.filter(({ controller }) => controller !== true);
  await bench.patch(IPAddress, "a", { metadata: { ownerReferences } });
}

test.each([
  { how: "whose dependents are orphaned", end: () => bench.remove(IPAddressClaim, "a") },
  { how: "without its finalizer", end: removeByForce },
])("a claim that is deleted $how leaves no IPAddress", async ({ end }) => {
  await ips.createPool();
  await ips.createClaim("a");
  await bench.settle(fooIPPool, "a");
  await orphan();
  await end();
  await ips.steps(fooIPPool, "a");
  expect(await bench.client.find(IPAddress, { namespace: bench.namespace, name: "a" })).toBeUndefined();
  // Without another list.
  await ips.createClaim("b");
  await bench.settle(fooIPPool, "b");
  expect(await ips.addressOf("b")).toBe("10.0.0.1");
});

test("what ends in a pool is known also after a hundred other pools were used", async () => {
  await ips.createPool({ ranges: ["10.0.0.1"] });
  await ips.createClaim("a");
  await bench.settle(fooIPPool, "a");
  const use = async (name: string): Promise<void> => {
    await bench.create(FooIPPool, { metadata: { name }, spec: { ranges: ["10.1.0.1"] } });
    await ips.createClaim(name, { poolRef: { apiGroup: "ipam.foo.io", kind: "FooIPPool", name } });
    await bench.settle(fooIPPool, name);
  };
  // The write of the reservation of "b" is the last one of this pool.
  const failing = kit.ipPool(FooIPPool, {
    async allocate({ reserve }) {
      await reserve(["10.0.0.1", "10.0.0.2"]);
      return requeueAfter("1s");
    },
  });
  await ips.createClaim("b");
  await bench.settle(failing, "b");
  await bench.remove(IPAddressClaim, "b");
  await ips.steps(fooIPPool, "b");
  for (let count = 0; count < 101; count += 1) await use(`other-${count}`);
  await ips.createClaim("c");
  await bench.settle(failing, "c");
  const { metadata } = await bench.get(FooIPPool, "p");
  const { reservations } = JSON.parse(metadata.annotations?.[note] ?? "") as { reservations: object };
  expect(reservations).toEqual({ [idOfClaim(await bench.get(IPAddressClaim, "c"))]: "10.0.0.2" });
});

test("a claim that waits for an address is not read again in each pass", async () => {
  await ips.createPool({ ranges: ["10.0.0.1"] });
  await ips.createClaim("a");
  await ips.createClaim("b");
  const slow = kit.ipPool(FooIPPool, {
    async allocate({ reserve }: AllocatePass<FooIPPool>) {
      await reserve(["10.0.0.1"]);
      return requeueAfter("1s");
    },
  });
  await bench.settle(slow, "a");
  const find = vi.spyOn(bench.client, "find");
  for (let count = 0; count < 3; count += 1) {
    await bench.pass(slow, "a");
    await bench.pass(fooIPPool, "b");
  }
  const reads = find.mock.calls.filter(([{ kind }]) => kind === "IPAddressClaim");
  find.mockRestore();
  // The bench has no cache: each pass begins with a read of its claim.
  expect(reads.length).toBe(6);
});

test("an IPAddress without our finalizer stays", async () => {
  await ips.createPool();
  await ips.createClaim("a");
  await bench.settle(fooIPPool, "a");
  await orphan();
  await bench.patch(IPAddress, "a", { metadata: { finalizers: [] } });
  await bench.remove(IPAddressClaim, "a");
  await ips.steps(fooIPPool, "a");
  expect(await ips.addressOf("a")).toBe("10.0.0.1");
});

test("an IPAddress that somebody creates does not decide the address of a claim of another namespace", async () => {
  const other = await createPassBench(env);
  const name = `g-${bench.namespace}`;
  const poolRef = { apiGroup: "ipam.foo.io", kind: "GlobalIPPool", name };
  await bench.client.create(GlobalIPPool, {
    apiVersion: "ipam.foo.io/v1",
    kind: "GlobalIPPool",
    metadata: { name },
    spec: { ranges: ["10.0.0.1-10.0.0.3"] },
  });
  const controller = kit.ipPool(GlobalIPPool, {
    async allocate({ pool, reserve }) {
      const address = await reserve(addressesIn(pool.spec?.ranges ?? []));
      return address === undefined ? exhausted("none") : allocated({ address, prefix: 24 });
    },
  });
  const claim = await ips.createClaim("a", { poolRef });
  // The finalizer keeps it from the garbage collector, for which the owner does not exist.
  const ownerReferences = [{ ...ownerReferenceTo(claim), controller: true }];
  const forge = (object: string, address: string): Promise<IPAddress> =>
    other.create(IPAddress, {
      metadata: { name: object, finalizers: ["example.com/keep"], ownerReferences },
      spec: { claimRef: { name: "a" }, poolRef, address, prefix: 24 },
    });
  await forge("a", "192.168.66.66");
  await forge("b", "10.0.0.1");
  await bench.settle(controller, "a");
  expect(await ips.addressOf("a")).toBe("10.0.0.2");
});

test("when candidates run out, addresses that others have freed are found after some seconds", async () => {
  await ips.createPool({ ranges: ["10.0.0.1"] });
  await ips.createClaim("a");
  await ips.createClaim("b");
  await bench.settle(fooIPPool, "a");
  await bench.settle(fooIPPool, "b");
  const others = { reservations: new Reservations(bench.client) };
  await bench.remove(IPAddressClaim, "a");
  await bench.pass(fooIPPool, "a", others);
  await bench.settle(fooIPPool, "b");
  expect(await ips.ready("b")).toContain("PoolExhausted");
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 6_000);
  await bench.settle(fooIPPool, "b");
  clock.mockRestore();
  expect(await ips.addressOf("b")).toBe("10.0.0.1");
});

test("a reservation whose claim does not exist any more ends after a minute", async () => {
  await ips.createPool({ ranges: ["10.0.0.1"] });
  const left = { id: "of a process that was killed", reservations: { "a-deleted-claim": "10.0.0.1" } };
  await bench.patch(FooIPPool, "p", { metadata: { annotations: { [note]: JSON.stringify(left) } } });
  await ips.createClaim("a");
  await bench.settle(fooIPPool, "a");
  expect(await ips.ready("a")).toContain("PoolExhausted");
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 70_000);
  await bench.settle(fooIPPool, "a");
  clock.mockRestore();
  expect(await ips.addressOf("a")).toBe("10.0.0.1");
});
