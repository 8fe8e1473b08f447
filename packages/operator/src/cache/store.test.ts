// Large lists: they are stored in slices, and the first one can be read when it is complete.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import type { CacheEvent } from "./cache.ts";
import { Store } from "./store.ts";

function foos(count: number, version: number = 1): KubeObject[] {
  return Array.from({ length: count }, (_, i) => ({
    apiVersion: "example.com/v1",
    kind: "Foo",
    metadata: {
      namespace: "ns",
      name: `foo-${i}`,
      uid: `${i}`,
      resourceVersion: `${version}`,
      labels: { i: `${i % 7}` },
    },
  }));
}

const count = 5000;

/** A store whose listener takes a while, as handlers of several controllers do. */
function slowStore(told: CacheEvent[]): Store {
  const store = new Store((event) => {
    told.push(event);
    const until = performance.now() + 0.02;
    while (performance.now() < until);
  });
  void store.addIndex("i", ({ metadata }) => [metadata.labels?.["i"] ?? ""]);
  return store;
}

/** Runs work; returns how many turns of the event loop came meanwhile, and what a reader saw in each. */
async function turnsOf(work: Promise<void>, read: () => number): Promise<readonly number[]> {
  const seen: number[] = [];
  let isRunning = true;
  const look = (): void => {
    if (!isRunning) return;
    seen.push(read());
    setImmediate(look);
  };
  setImmediate(look);
  await work;
  isRunning = false;
  return seen;
}

test("a first list is stored in slices, and is complete for readers before the first event of it (C3)", async () => {
  const told: CacheEvent[] = [];
  const store = slowStore(told);
  const seen = await turnsOf(store.replace(foos(count), "1"), () => store.size);
  // 100 ms of listeners in slices of 5 ms.
  expect(seen.length).toBeGreaterThan(10);
  expect(new Set([0, count, ...seen])).toEqual(new Set([0, count]));
  expect([told.length, told.every((event) => event.type === "add" && event.initial)]).toEqual([count, true]);
  expect([...(store.indexed("i", "3") ?? [])]).toHaveLength(foos(count).filter((_, i) => i % 7 === 3).length);
});

test("an index that is added while the first list is filed has all objects of that list (C14)", async () => {
  const store = new Store(() => undefined);
  let isAdded = false;
  void store.addIndex("first", ({ metadata }) => {
    // Between two slices of the list.
    if (!isAdded) setImmediate(() => void store.addIndex("second", () => ["x"]));
    isAdded = true;
    const until = performance.now() + 0.02;
    while (performance.now() < until);
    return [metadata.uid ?? ""];
  });
  const seen = await turnsOf(store.replace(foos(count), "1"), () => store.size);
  expect(seen.length).toBeGreaterThan(10);
  expect([...(store.indexed("second", "x") ?? [])]).toHaveLength(count);
  expect([...(store.indexed("first", "7") ?? [])]).toHaveLength(1);
});

test("a later list is stored in slices, too, and its updates say that they come from a list", async () => {
  const told: CacheEvent[] = [];
  const store = slowStore(told);
  await store.replace(foos(count), "1");
  told.length = 0;
  const seen = await turnsOf(store.replace(foos(count - 10, 2), "2"), () => store.size);
  expect(seen.length).toBeGreaterThan(10);
  const types = Object.groupBy(told, ({ type }) => type);
  expect([types.delete?.length, types.update?.length, types.add]).toEqual([10, count - 10, undefined]);
  expect(told.every((event) => event.type === "delete" || (event.type === "update" && event.listed))).toBe(true);
  expect([store.size, store.version]).toEqual([count - 10, "2"]);
});

test("a few objects whose listeners take long are stored in slices", async () => {
  const store = new Store(() => {
    const until = performance.now() + 10;
    while (performance.now() < until);
  });
  const seen = await turnsOf(store.replace(foos(20), "1"), () => store.size);
  // A turn for each of them.
  expect(seen.length).toBeGreaterThan(10);
});

test("the state of a restored server replaces the objects one by one: a reader always finds all that the server has (F18)", async () => {
  const told: CacheEvent[] = [];
  const store = slowStore(told);
  await store.replace(foos(count, 7), "7");
  const seen = await turnsOf(store.replace(foos(count - 1, 3), "3", { reportsAll: true }), () => store.size);
  expect([seen.length > 5, Math.min(...seen) >= count - 1]).toEqual([true, true]);
  expect(told.slice(count).map(({ type }) => type)).toEqual([
    "delete",
    ...Array.from({ length: count - 1 }, () => "update"),
  ]);
  expect([...store.values()].every(({ metadata }) => metadata.resourceVersion === "3")).toBe(true);
});
