// The watches of a controller: core's kinds by role, the author's by declaration.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { labels } from "@capstan/contract";
import { keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import { generationChanged, silentLogger, type Cache } from "@capstan/operator";
import { expect, test } from "vitest";
import { FakeClient } from "../../test/fake-client.ts";
import { FooCluster, FooDisk, FooMachine } from "../../test/foo-kinds.ts";
import { mapNow } from "../../test/map-now.ts";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { MapsContext } from "../authoring/map-reader.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed } from "../authoring/result.ts";
import { maps, owns, reads, writes } from "../authoring/watch.ts";
import { clusterIndexValues } from "../roles/core-watches.ts";
import { readsOf, watchesOf } from "./watches.ts";

const kit: ProviderKit<object> = initProvider();
const author = { reconcile: async () => done(), delete: async () => removed() };

/** A cache in which every kind has one object, "indexed" by the value asked for. */
const cache: Cache = {
  has: () => true,
  get: () => undefined,
  view: () => undefined,
  list: () => [],
  *each(_, query) {
    const [namespace = "", name = ""] = (query?.index?.value ?? "").split("/");
    yield { apiVersion: "g/v1", kind: "K", metadata: { namespace, name: `of-${name}` } } as never;
  },
  listBy: () => [],
  eachBy: () => [],
  addIndex: () => undefined,
};

const controllers: Readonly<Record<string, ControllerDefinition<object>>> = {
  cluster: kit.infraCluster(FooCluster, author),
  machine: kit.infraMachine(FooMachine, { ...author, cluster: FooCluster }),
  disk: kit.controller(FooDisk, { reconcile: author.reconcile }),
};
const ref = (kind: string, apiGroup = "infrastructure.cluster.x-k8s.io"): object => ({ apiGroup, kind, name: "infra" });
const object = (kind: string, spec: object, marks: Record<string, string> = {}): KubeObject & { spec: object } => ({
  apiVersion: "g/v1",
  kind,
  metadata: { namespace: "ns", name: "x", labels: marks },
  spec,
});
const infra = [{ namespace: "ns", name: "infra" }];
const indexed = [{ namespace: "ns", name: "of-x" }];

test.each([
  { of: "cluster", kind: "Cluster", given: object("Cluster", { infrastructureRef: ref("FooCluster") }), want: infra },
  { of: "cluster", kind: "Cluster", given: object("Cluster", { infrastructureRef: ref("Other") }), want: [] },
  { of: "cluster", kind: "Cluster", given: object("Cluster", { infrastructureRef: ref("FooCluster", "g") }), want: [] },
  { of: "cluster", kind: "Cluster", given: object("Cluster", {}), want: [] },
  { of: "machine", kind: "Machine", given: object("Machine", { infrastructureRef: ref("FooMachine") }), want: infra },
  { of: "machine", kind: "Machine", given: object("Machine", { infrastructureRef: ref("FooCluster") }), want: [] },
  { of: "machine", kind: "Cluster", given: object("Cluster", {}), want: indexed },
  { of: "machine", kind: "FooCluster", given: object("FooCluster", {}, { [labels.clusterName]: "x" }), want: indexed },
  { of: "machine", kind: "FooCluster", given: object("FooCluster", {}), want: [] },
  { of: "disk", kind: "Cluster", given: object("Cluster", {}), want: indexed },
])("a $kind runs a pass over $want of $of", ({ of, kind, given, want }) => {
  const watches = watchesOf(controllers[of] as ControllerDefinition, cache);
  const watch = watches.find(({ resource }) => resource.kind === kind);
  expect(mapNow(watch, given)).toEqual(want);
});

test("events of one batch share the list of a Cluster's objects; the next batch lists again", async () => {
  const controller = controllers["machine"] as ControllerDefinition;
  for (const [kind, given] of [
    ["Cluster", object("Cluster", {})],
    ["FooCluster", object("FooCluster", {}, { [labels.clusterName]: "x" })],
  ] as const) {
    const watch = watchesOf(controller, cache).find(({ resource }) => resource.kind === kind);
    const first = mapNow(watch, given);
    expect(first).toEqual(indexed);
    expect(mapNow(watch, given)).toBe(first);
    await Promise.resolve();
    expect(mapNow(watch, given)).not.toBe(first);
  }
});

test("each role watches core's kinds that it depends on", () => {
  const kindsOf = (of: string): readonly string[] =>
    watchesOf(controllers[of] as ControllerDefinition, cache).map(({ resource }) => resource.kind);
  expect(kindsOf("cluster")).toEqual([Cluster.kind]);
  expect(kindsOf("machine")).toEqual([Machine.kind, Cluster.kind, "FooCluster"]);
  expect(kindsOf("disk")).toEqual([Cluster.kind]);
});

test("owned and mapped kinds are watched with their predicates; read and written kinds are not", () => {
  const keys = [{ namespace: "ns", name: "mapped" }];
  const controller = kit.controller(FooDisk, {
    reconcile: author.reconcile,
    watches: [
      owns(ConfigMap, { predicate: generationChanged }),
      owns(FooMachine),
      maps(FooCluster, () => keys, { predicate: generationChanged }),
      reads(FooMachine),
      writes(Secret),
    ],
  });
  const [, config, machine, cluster, ...others] = watchesOf(controller, cache);
  expect(config).toEqual({ resource: ConfigMap, owner: "any", predicate: generationChanged });
  expect(machine).toEqual({ resource: FooMachine, owner: "any" });
  expect(cluster).toMatchObject({ predicate: generationChanged });
  expect(mapNow(cluster, object("FooCluster", {}))).toEqual(keys);
  expect(others).toEqual([]);
  expect(readsOf(controller)).toEqual([{ resource: FooMachine }]);
});

test("a function of `maps` reads a ConfigMap that is only read from the API server, also when the cache has some of the kind", async () => {
  const keys: ObjectKey[] = [];
  const map = async (_: FooCluster, { client }: MapsContext): Promise<readonly ObjectKey[]> => {
    const found = await client.get(ConfigMap, { namespace: "ns", name: "live" });
    return [found, ...(await client.list(ConfigMap))].flatMap((one) => (one === undefined ? [] : [keyOf(one)]));
  };
  const controller = kit.controller(FooDisk, {
    reconcile: author.reconcile,
    watches: [maps(FooCluster, map), reads(ConfigMap)],
  });
  const fake = new FakeClient();
  fake.put({ ...object("ConfigMap", {}), apiVersion: "v1", metadata: { namespace: "ns", name: "live" } });
  const [, watch] = watchesOf(controller, cache);
  const context = { cache, client: fake.whole, signal: new AbortController().signal, log: silentLogger };
  keys.push(...((await watch?.map?.(object("FooCluster", {}), context)) ?? []));
  expect(keys.map(({ name }) => name)).toEqual(["live", "live"]);
});

test("objects are indexed by the Cluster in their label", () => {
  expect(clusterIndexValues(object("K", {}, { [labels.clusterName]: "c" }))).toEqual(["ns/c"]);
  expect(clusterIndexValues(object("K", {}))).toEqual([]);
});
