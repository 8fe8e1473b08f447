// What wakes a claim, in the real manager: its Cluster, its pool, and an address that becomes free. Two kinds of pool in one provider.
import { setTimeout as after } from "node:timers/promises";
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allocated, exhausted } from "../src/authoring/ip-pool.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { done } from "../src/authoring/result.ts";
import { addressesIn } from "../src/ipam/addresses-in.ts";
import { startProvider, type RunningProvider } from "../src/testing/start-provider.ts";
import { FooIPPool, GlobalIPPool } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";

const kit: ProviderKit<{ calls: string[] }> = initProvider();
const provider = kit.provider({
  name: "foo",
  type: "ipam",
  controllers: [
    kit.ipPool(FooIPPool, {
      async allocate({ claim, pool, reserve }, { services }) {
        services.calls.push(claim.metadata.name ?? "");
        const address = await reserve(addressesIn(pool.spec?.ranges ?? []));
        return address === undefined ? exhausted("none") : allocated({ address, prefix: 24 });
      },
    }),
    kit.ipPool(GlobalIPPool, { allocate: async () => allocated({ address: "fd00::1", prefix: 64 }) }),
    // Writes the pool for each of its changes.
    kit.controller(FooIPPool, { conditions: { Checked: ["No", "Yes"] }, reconcile: async () => done() }),
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

function createClaim(name: string, spec: Partial<IPAddressClaim["spec"]> = {}): Promise<IPAddressClaim> {
  const poolRef = { apiGroup: "ipam.foo.io", kind: "FooIPPool", name: "p" };
  return bench.create(IPAddressClaim, { metadata: { name }, spec: { poolRef, ...spec } });
}

async function reason(name: string): Promise<string | undefined> {
  const { status } = await bench.get(IPAddressClaim, name);
  return status?.conditions?.find(({ type }) => type === "Ready")?.reason;
}

test("a claim waits for its Cluster, its pool, more addresses, and an address that becomes free", async () => {
  await createClaim("a", { clusterName: "c" });
  await bench.cluster("c");
  await expect.poll(() => reason("a")).toBe("PoolNotReady");
  await bench.create(FooIPPool, { metadata: { name: "p" }, spec: { ranges: [] } });
  await expect.poll(() => reason("a")).toBe("PoolExhausted");
  await bench.patch(FooIPPool, "p", { spec: { ranges: ["10.0.0.1"] } });
  await expect.poll(() => reason("a")).toBe("Ready");
  await createClaim("b");
  await expect.poll(() => reason("b")).toBe("PoolExhausted");
  await bench.remove(IPAddressClaim, "a");
  await expect.poll(() => reason("b")).toBe("Ready");
  expect((await bench.get(IPAddress, "b")).spec.address).toBe("10.0.0.1");
});

test("claims of two kinds of pool are answered by their own controllers", async () => {
  const name = `g-${bench.namespace}`;
  await bench.client.create(GlobalIPPool, { apiVersion: "ipam.foo.io/v1", kind: "GlobalIPPool", metadata: { name } });
  await createClaim("a", { poolRef: { apiGroup: "ipam.foo.io", kind: "GlobalIPPool", name } });
  await expect.poll(() => reason("a")).toBe("Ready");
  expect((await bench.get(IPAddressClaim, "a")).metadata.finalizers).toEqual(["globalippool.ipam.foo.io"]);
  expect(calls).toEqual([]);
});

describe("a claim that loses its finalizer and is replaced by one of its name, between two passes,", () => {
  /** Less than the minute after which a claim that nothing woke runs again. */
  const soon = 40_000;
  const otherPool = { poolRef: { apiGroup: "ipam.foo.io", kind: "OtherPool", name: "p" } };

  async function replace(spec: Partial<IPAddressClaim["spec"]>): Promise<void> {
    await running.stop();
    running = startProvider(provider, {
      credentials: env.credentials,
      services: { calls },
      namespaces: [bench.namespace],
      minInterval: "1s",
    });
    await bench.create(FooIPPool, { metadata: { name: "p" }, spec: { ranges: ["10.0.0.1"] } });
    await createClaim("a");
    await expect.poll(() => reason("a")).toBe("Ready");
    // They use up the passes that a key may have in a row.
    for (let i = 0; i < 6; i++) await bench.patch(IPAddressClaim, "a", { metadata: { annotations: { i: `${i}` } } });
    await bench.remove(IPAddressClaim, "a");
    await bench.patch(IPAddressClaim, "a", { metadata: { finalizers: [] } });
    await createClaim("a", spec);
  }

  test("of another kind of pool, leaves its address to others", async () => {
    await replace(otherPool);
    await createClaim("b");
    await expect.poll(() => reason("b"), { timeout: soon }).toBe("Ready");
  });

  test("of another kind of pool, which is deleted again, leaves its address to others", async () => {
    await replace(otherPool);
    await after(2500);
    await bench.remove(IPAddressClaim, "a");
    await createClaim("b");
    await expect.poll(() => reason("b"), { timeout: soon }).toBe("Ready");
  });

  test("of the same pool, keeps its address until somebody deletes the IPAddress, as after a restore", async () => {
    await replace({});
    await expect.poll(() => reason("a"), { timeout: soon }).toBe("AllocationFailed");
    await bench.remove(IPAddress, "a");
    await expect.poll(() => reason("a"), { timeout: soon }).toBe("Ready");
    const [claim, address] = [await bench.get(IPAddressClaim, "a"), await bench.get(IPAddress, "a")];
    expect(address.metadata.ownerReferences?.map(({ uid }) => uid)).toContain(claim.metadata.uid);
  });
});

test("the reservations that are written on a pool wake nobody", async () => {
  await bench.create(FooIPPool, { metadata: { name: "p" }, spec: { ranges: ["10.0.0.1-10.0.0.20"] } });
  const names = Array.from({ length: 20 }, (_, index) => `claim-${index}`);
  await Promise.all(names.map((name) => createClaim(name)));
  for (const name of names) await expect.poll(() => reason(name)).toBe("Ready");
  // A second call of some, because the first patch of a claim is an event of its own.
  expect(calls.length).toBeLessThan(60);
});
