// Which claims a deleted IPAddress wakes, and what finding them costs.
import type { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { type ObjectKey, type Resource, resourceOf } from "@capstan/kube";
import type { Cache, CacheEvent, ControllerWatch } from "@capstan/operator";
import { expect, test } from "vitest";
import { mapNow } from "../../test/map-now.ts";
import { watchClaims } from "./ip-pool-watches.ts";

const pool: Resource = resourceOf("ipam.example.dev/v1", "FooPool");
const poolRef = { apiGroup: "ipam.example.dev", kind: "FooPool", name: "pool" };

function claim(namespace: string, name: string, annotations?: Record<string, string>): IPAddressClaim {
  return {
    apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
    kind: "IPAddressClaim",
    metadata: { namespace, name, ...(annotations && { annotations }) },
    spec: { poolRef },
  };
}

const address: IPAddress = {
  apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
  kind: "IPAddress",
  metadata: { namespace: "a", name: "gone" },
  spec: { poolRef, claimRef: { name: "gone" }, address: "10.0.0.1", prefix: 24 },
};

interface Watched {
  /** What the deletion of an IPAddress wakes beside its own claim. */
  readonly wake: () => readonly ObjectKey[];
  /** How often the waiting claims were listed. */
  readonly lists: () => number;
}

function watched(claims: readonly IPAddressClaim[]): Watched {
  let lists = 0;
  const each = (): readonly IPAddressClaim[] => {
    lists += 1;
    return claims;
  };
  // The watches read the cache with `each` alone.
  const cache = { each } as unknown as Cache;
  const watches: readonly ControllerWatch[] = watchClaims(pool, cache).filter(
    ({ resource }) => resource.kind === "IPAddress",
  );
  const wake = (): readonly ObjectKey[] =>
    watches.flatMap((watch) => mapNow(watch, address) ?? []).filter(({ name }) => name !== address.spec.claimRef.name);
  return { wake, lists: () => lists };
}

test("ten of the waiting claims, of each namespace as many, but none that is paused", () => {
  const { wake } = watched([
    ...Array.from({ length: 50 }, (_, i) => claim("many", `c-${i}`)),
    claim("few", "one"),
    claim("few", "two"),
    claim("paused", "paused", { "cluster.x-k8s.io/paused": "" }),
  ]);
  const keys = wake();
  expect(keys.length).toBe(10);
  expect(new Set(keys.map(({ namespace, name }) => `${namespace}/${name}`)).size).toBe(10);
  expect(
    keys
      .filter(({ namespace }) => namespace === "few")
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["one", "two"]);
});

test("an IPAddress that is there at the start concerns its claim, which may be deleted; one that a pass creates does not", () => {
  const cache = { each: () => [] } as unknown as Cache;
  const watches = watchClaims(pool, cache).filter(({ resource }) => resource.kind === "IPAddress");
  const wakes = (event: CacheEvent): boolean => watches.some((watch) => watch.predicate?.(event) === true);
  expect(wakes({ type: "add", object: address, initial: true })).toBe(true);
  expect(wakes({ type: "add", object: address, initial: false })).toBe(false);
  expect(wakes({ type: "update", listed: false, object: address, old: address })).toBe(true);
});

test("all of them, when there are fewer", () => {
  expect(watched([claim("b", "one")]).wake()).toEqual([{ namespace: "b", name: "one" }]);
  expect(watched([]).wake()).toEqual([]);
});

test("the waiting claims are listed once for all addresses that are deleted in one batch", async () => {
  const { wake, lists } = watched([claim("b", "one")]);
  for (let i = 0; i < 100; i += 1) wake();
  expect(lists()).toBe(1);
  await Promise.resolve();
  wake();
  expect(lists()).toBe(2);
});

test("one of each of ten namespaces, at the same cost whatever their number, and in time of all", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `n-${i}`);
  const { wake } = watched(names.map((name) => claim(name, "one")));
  const seen = new Set<string>();
  wake();
  const before = process.threadCpuUsage().user;
  for (let i = 0; i < 5000; i += 1) {
    const namespaces = wake().map(({ namespace }) => namespace);
    expect(new Set(namespaces).size).toBe(10);
    for (const namespace of namespaces) seen.add(namespace);
  }
  // With a look at all namespaces for each address, it took 5 s.
  expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000);
  expect(seen.size).toBeGreaterThan(4000);
});
