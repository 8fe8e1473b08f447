// Cached kinds are read from memory, all others from the API server.
import type { Client, ListOptions } from "@capstan/client";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import type { CacheQuery, CacheReader } from "@capstan/operator";
import { expect, test } from "vitest";
import type { ListReadOptions } from "../authoring/map-reader.ts";
import { cacheFirst } from "./reader.ts";

const names = ["a", "b"];

/** A cache that has every object of one kind, labeled with its name. */
function cacheOf(cached: Resource, queries: (CacheQuery | undefined)[] = []): CacheReader {
  const objects: readonly KubeObject[] = names.map((name) => ({
    apiVersion: cached.apiVersion,
    kind: cached.kind,
    metadata: { namespace: "ns", name, labels: { name } },
  }));
  const matching = (query: CacheQuery | undefined): readonly KubeObject[] =>
    objects.filter(({ metadata }) => {
      const wanted = query?.labels?.matchLabels?.["name"];
      return wanted === undefined || metadata.labels?.["name"] === wanted;
    });
  const find = (key: ObjectKey): KubeObject | undefined => objects.find(({ metadata }) => metadata.name === key.name);
  return {
    has: (resource) => resource.kind === cached.kind,
    get: <T extends KubeObject>(_: Resource<T>, key: ObjectKey) => structuredClone(find(key)) as T | undefined,
    view: (_, key) => find(key) as never,
    list: () => [],
    listBy: () => [],
    eachBy: (_, value, query) => {
      queries.push({ ...query, index: { name: "by", value } });
      return [find({ namespace: "", name: value })] as never;
    },
    each: (_, query) => {
      queries.push(query);
      return matching(query) as never;
    },
  };
}

/** A client that counts its calls and finds Secret "a" alone. */
function countingClient(calls: string[]): Pick<Client, "find" | "listAll"> {
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace: "ns", name: "a" } };
  return {
    async find<T extends KubeObject>(resource: Resource<T>, { name }: ObjectKey) {
      calls.push(`find ${resource.plural} ${name}`);
      return name === "a" ? (secret as KubeObject as T) : undefined;
    },
    async listAll<T extends KubeObject>(resource: Resource<T>, { keep, ...options }: ListOptions = {}) {
      calls.push(`list ${resource.plural} ${JSON.stringify(options)}`);
      const item = keep === undefined ? secret : keep(secret);
      return { apiVersion: "v1", kind: "SecretList", metadata: {}, items: [item as KubeObject as T] };
    },
  };
}

test("cached kinds are read from memory, all others from the API server", async () => {
  const calls: string[] = [];
  const reader = cacheFirst(cacheOf(ConfigMap), countingClient(calls));
  expect((await reader.get(ConfigMap, { namespace: "ns", name: "a" }))?.metadata.name).toBe("a");
  expect((await reader.list(ConfigMap, { namespace: "ns", labels: { name: "b" } })).length).toBe(1);
  expect(calls).toEqual([]);
  expect((await reader.get(Secret, { namespace: "ns", name: "a" }))?.metadata.name).toBe("a");
  expect(await reader.get(Secret, { namespace: "ns", name: "c" })).toBeUndefined();
  expect((await reader.list(Secret, { namespace: "ns" })).length).toBe(1);
  expect(calls).toEqual(["find secrets a", "find secrets c", 'list secrets {"namespace":"ns"}']);
});

test.each<{ given: ListReadOptions | undefined; cache: CacheQuery; server: object }>([
  { given: undefined, cache: {}, server: {} },
  { given: {}, cache: {}, server: {} },
  { given: { namespace: "ns" }, cache: { namespace: "ns" }, server: { namespace: "ns" } },
  { given: { labels: {} }, cache: { labels: { matchLabels: {} } }, server: { labelSelector: "" } },
  {
    given: { namespace: "ns", labels: { a: "b", c: "d" } },
    cache: { namespace: "ns", labels: { matchLabels: { a: "b", c: "d" } } },
    server: { namespace: "ns", labelSelector: "a=b,c=d" },
  },
  {
    given: { labels: { a: "b" }, labelSelector: "c in (d,e)" },
    cache: { labels: { matchLabels: { a: "b" } } },
    server: { labelSelector: "a=b,c in (d,e)" },
  },
])("a list with $given asks the cache and the API server for the same objects", async ({ given, cache, server }) => {
  const calls: string[] = [];
  const queries: (CacheQuery | undefined)[] = [];
  const reader = cacheFirst(cacheOf(ConfigMap, queries), countingClient(calls));
  await reader.list(ConfigMap, given);
  await reader.list(Secret, given);
  expect(queries).toStrictEqual([cache]);
  expect(calls).toEqual([`list secrets ${JSON.stringify(server)}`]);
});

test("a selector in its string form selects in the cache, too, and one of fields is for the API server", async () => {
  const calls: string[] = [];
  const reader = cacheFirst(cacheOf(ConfigMap), countingClient(calls));
  const selected = await reader.list(ConfigMap, { labelSelector: "name notin (a)" });
  expect(selected.map(({ metadata }) => metadata.name)).toEqual(["b"]);
  await expect(reader.list(ConfigMap, { labelSelector: "((" })).rejects.toMatchObject({ code: "kube/label-selector" });
  expect(calls).toEqual([]);
  await reader.list(ConfigMap, { fieldSelector: "metadata.name=a" });
  expect(calls).toEqual(['list configmaps {"fieldSelector":"metadata.name=a"}']);
});

test("a manager of one namespace lists in that namespace, unless another one is named", async () => {
  const calls: string[] = [];
  const reader = cacheFirst(cacheOf(ConfigMap), countingClient(calls), ["managed"]);
  await reader.list(Secret);
  await reader.list(Secret, { namespace: "other" });
  expect(calls).toEqual(['list secrets {"namespace":"managed"}', 'list secrets {"namespace":"other"}']);
});

test("a view is the object of the cache itself, and without a cache that of the API server", async () => {
  const calls: string[] = [];
  const cache = cacheOf(ConfigMap);
  const reader = cacheFirst(cache, countingClient(calls));
  const key = { namespace: "ns", name: "a" };
  expect(await reader.view(ConfigMap, key)).toBe(cache.view(ConfigMap, key));
  expect(await reader.get(ConfigMap, key)).not.toBe(cache.view(ConfigMap, key));
  expect([(await reader.view(Secret, key))?.kind, calls]).toEqual(["Secret", ["find secrets a"]]);
});

test("a list of the cache has private copies, made in several turns of the event loop", async () => {
  const labels = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`label-${index}`, ""]));
  const objects = names.map((name) => ({ ...Secret, metadata: { namespace: "ns", name, labels } }));
  const cache: CacheReader = { ...cacheOf(Secret), each: () => objects as never };
  let turns = 0;
  const count = (): void => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const found = await cacheFirst(cache, countingClient([])).list(Secret);
  clearImmediate(counting);
  expect(turns).toBeGreaterThan(0);
  expect(found).toEqual(objects);
  expect(found.some((copy, index) => copy.metadata.labels === objects[index]?.metadata.labels)).toBe(false);
});
