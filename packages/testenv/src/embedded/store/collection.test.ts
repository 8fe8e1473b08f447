// The order of a kind's objects, its history, and what the store does with writes of an outdated state.
import { beforeEach, describe, expect, test } from "vitest";
import { createState, placeOf } from "../../../test/server.ts";
import type { ApiKind, ApiObject } from "../kinds/api-kind.ts";
import { Collection, type StoredObject } from "./collection.ts";
import type { ObjectStore } from "./store.ts";

let store: ObjectStore;
let kind: ApiKind;
beforeEach(async () => {
  const state = await createState();
  store = state.store;
  kind = placeOf(state, { resource: "v1/configmaps", name: "" }).resource.kind;
});

const configMap = (name: string, namespace = "default"): ApiObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace, name },
});
const keys = (namespace?: string): string[] =>
  store
    .collection(kind)
    .list(namespace)
    .map(({ key }) => key);

test("objects are sorted by namespace and name, whatever the order of their creation", () => {
  for (const name of ["m", "b", "z", "a"]) store.put(kind, configMap(name), undefined);
  store.put(kind, configMap("x", "default-2"), undefined);
  store.put(kind, configMap("y", "alpha"), undefined);
  expect(keys("default")).toEqual(["default/a", "default/b", "default/m", "default/z"]);
  expect(keys("default-2")).toEqual(["default-2/x"]);
  expect(keys().slice(0, 2)).toEqual(["alpha/y", "default-2/x"]);
  expect(keys().toSorted()).toEqual(keys());
  expect(store.collection(kind).get({ namespace: "default", name: "b" })?.key).toBe("default/b");
  expect(store.collection(kind).get({ namespace: "default", name: "bb" })).toBeUndefined();
});

describe("a write", () => {
  test("gets the next revision as resourceVersion", () => {
    const before = store.revision;
    const stored = store.put(kind, configMap("a"), undefined);
    expect([stored?.revision, stored?.object.metadata.resourceVersion, store.revision]).toEqual([
      before + 1,
      String(before + 1),
      before + 1,
    ]);
  });

  test("against an outdated state is not done", () => {
    const first = store.put(kind, configMap("a"), undefined);
    const second = store.put(kind, configMap("a"), first);
    const { revision } = store;
    expect(store.put(kind, configMap("a"), undefined)).toBeUndefined();
    expect(store.put(kind, configMap("a"), first)).toBeUndefined();
    expect(first === undefined ? "" : store.remove(kind, configMap("a"), first)).toBeUndefined();
    expect([store.revision, store.collection(kind).get({ namespace: "default", name: "a" })]).toEqual([
      revision,
      second,
    ]);
  });
});

test("history replays every change after a revision", () => {
  const start = store.revision;
  const first = store.put(kind, configMap("a"), undefined);
  const second = store.put(kind, configMap("a"), first);
  if (second !== undefined) store.remove(kind, configMap("a"), second);
  const since = (revision: number): unknown =>
    store
      .collection(kind)
      .since(revision)
      ?.map(({ type }) => type);
  expect(since(start)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
  expect(since(start + 2)).toEqual(["DELETED"]);
  expect(since(start + 3)).toEqual([]);
  expect(keys("default")).toEqual([]);
});

test("compaction forgets the history before it, for every kind", () => {
  const before = store.revision;
  store.put(kind, configMap("a"), undefined);
  store.compact();
  const collection = store.collection(kind);
  expect(collection.since(before)).toBeUndefined();
  expect(collection.since(store.revision)).toEqual([]);
  expect(collection.oldest).toBe(store.revision);
  expect(store.collection({ ...kind, plural: "others" }).oldest).toBe(store.revision);
});

test("a dropped kind loses its objects and its history, and ends its watches", () => {
  store.put(kind, configMap("a"), undefined);
  let ended = 0;
  const cancel = store.collection(kind).onEnd(() => (ended += 1));
  store.collection(kind).onEnd(() => (ended += 10));
  cancel();
  store.drop(kind);
  expect([ended, keys(), store.collection(kind).oldest]).toEqual([10, [], store.revision]);
});

test("a list is not changed by later writes", () => {
  const before = store.collection(kind).list();
  const { length } = before;
  store.put(kind, configMap("a"), undefined);
  expect([before.length, store.collection(kind).list().length]).toEqual([length, length + 1]);
});

test("compaction keeps the history after it", () => {
  store.put(kind, configMap("a"), undefined);
  const { revision } = store;
  const collection = store.collection(kind);
  store.put(kind, configMap("b"), undefined);
  collection.compact(revision);
  expect([collection.oldest, collection.since(revision)?.length, collection.since(revision - 1)]).toEqual([
    revision,
    1,
    undefined,
  ]);
  collection.compact(revision - 1);
  expect(collection.oldest).toBe(revision);
});

test("at least the last 20000 changes are kept, and at most twice as many", () => {
  const collection = new Collection(0);
  const [written, object] = [configMap("a"), configMap("a")];
  const stored = { key: "default/a", written, object, revision: 1, json: new Map<string, string>() };
  const write = (from: number, to: number): void => {
    for (let revision = from; revision <= to; revision++)
      collection.apply({ type: revision === 1 ? "ADDED" : "MODIFIED", revision, current: stored, previous: stored });
  };
  write(1, 40_000);
  expect([collection.oldest, collection.since(0)?.length]).toEqual([0, 40_000]);
  write(40_001, 40_001);
  expect([collection.oldest, collection.since(20_001)?.length]).toEqual([20_001, 20_000]);
  expect(collection.since(20_000)).toBeUndefined();
});

test("objects are read in another way without a write when their definition has changed", () => {
  const stored = store.put(kind, configMap("a"), undefined);
  stored?.json.set("v1 object", "{}");
  const { revision } = store;
  for (const a of ["1", "2"]) {
    store.collection(kind).readBy((written) => ({ ...written, [a]: a }));
    const next = store.collection(kind).get({ namespace: "default", name: "a" });
    expect(next).toEqual({ ...stored, object: { ...stored?.written, [a]: a }, json: new Map() });
  }
  expect(store.revision).toBe(revision);
});

test("a kind that was never used can be dropped", () => {
  const others = { ...kind, plural: "others" };
  store.drop(others);
  expect(store.collection(others).oldest).toBe(store.revision);
});

test("listeners are notified until they are removed", () => {
  const seen: string[] = [];
  const cancel = store.collection(kind).subscribe(({ current }) => seen.push(current.key));
  store.put(kind, configMap("a"), undefined);
  cancel();
  store.put(kind, configMap("b"), undefined);
  expect(seen).toEqual(["default/a"]);
});

test("of large objects fewer changes are kept, and the JSON of the last state alone", () => {
  const collection = new Collection(0);
  const state = (revision: number): StoredObject => {
    const object = { ...configMap("a"), data: { text: `${revision}`.padEnd(1_000_000) } };
    return { key: "default/a", written: object, object, revision, json: new Map([["v1 object", "{}"]]) };
  };
  const first = state(1);
  let previous = first;
  collection.apply({ type: "ADDED", revision: 1, current: previous, previous: undefined });
  for (let revision = 2; revision <= 100; revision += 1) {
    const current = state(revision);
    collection.apply({ type: "MODIFIED", revision, current, previous });
    previous = current;
  }
  const kept = collection.since(collection.oldest)?.length ?? 0;
  expect(kept).toBeGreaterThan(10);
  expect(kept).toBeLessThanOrEqual(40);
  expect([first.json.size, previous.json.size]).toEqual([0, 1]);
});
