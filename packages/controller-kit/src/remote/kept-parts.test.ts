// What watches keep of objects of workload clusters: within limits, as long as the object and the Cluster are there, and with its type in a pass.
import { Cluster } from "@capstan/api/core/v1beta2";
import { kubeconfigSecret, ownerReferenceTo } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import { ConfigMap, Node, Secret } from "@capstan/kube/builtin";
import { expect, expectTypeOf, test } from "vitest";
import { followOne } from "../../test/cluster-watch-rig.ts";
import { FooCluster } from "../../test/foo-kinds.ts";
import { createPassBench } from "../../test/pass-bench.ts";
import { useServers } from "../../test/tenant.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed } from "../authoring/result.ts";
import { type KeepingWatch, type KeptObject, workload } from "../authoring/workload-watch.ts";
import { startProvider } from "../testing/start-provider.ts";
import { KeptParts, KeptStore } from "./kept-parts.ts";

const poll = { timeout: 15_000, interval: 20 };
const servers = useServers();

const most = { object: 20, cluster: 45 };
const part = (length: number): string => "x".repeat(length - 2);

test("a part beyond the bytes of an object, or of all objects of a cluster, is not kept, and a read says so", () => {
  const kept = new KeptParts(most);
  kept.put("a/1", part(20));
  kept.put("a/2", part(21));
  kept.put("a/3", part(20));
  kept.put("a/4", part(6));
  kept.put("a/5", "\u00e9");
  expect(kept.tooLarge).toBe(2);
  expect(["a/1", "a/2", "a/4", "a/5", "a/6"].map((name) => kept.read(name))).toEqual([
    { kept: true, part: part(20) },
    { kept: false, reason: "TooLarge" },
    { kept: false, reason: "TooLarge" },
    { kept: true, part: "\u00e9" },
    { kept: false, reason: "NotListed" },
  ]);
  kept.delete("a/1");
  kept.put("a/2", part(20));
  kept.put("a/4", part(5));
  kept.put("a/3", undefined);
  expect([kept.tooLarge, kept.list()]).toEqual([1, ["\u00e9", part(20)]]);
  kept.delete("a/4");
  kept.isListed = true;
  expect([kept.tooLarge, kept.read("a/4")]).toEqual([0, { kept: false, reason: "NotFound" }]);
});

test("what did not fit beside others has room when these are deleted", () => {
  const kept = new KeptParts(most);
  for (const name of ["a", "b", "c"]) kept.put(name, part(20));
  kept.put("large", part(21));
  kept.fail("bad");
  expect([kept.hasRoom, kept.tooLarge, kept.read("bad")]).toEqual([false, 2, { kept: false, reason: "Failed" }]);
  kept.delete("a");
  expect([kept.hasRoom, kept.read("c")]).toEqual([true, { kept: false, reason: "TooLarge" }]);
  kept.put("c", part(20));
  expect([kept.hasRoom, kept.tooLarge, kept.list()]).toEqual([false, 1, [part(20), part(20)]]);
  kept.delete("bad");
  expect([kept.tooLarge, kept.read("bad")]).toEqual([1, { kept: false, reason: "NotListed" }]);
});

test("each read is a copy, and parts are freed when the Cluster is no longer followed", () => {
  const watch = workload(Node, () => [], { keep: ({ metadata }) => ({ names: [metadata.name ?? ""] }) });
  const cluster: Cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace: "a", name: "c", uid: "1" },
    spec: {},
  };
  const store = new KeptStore([watch]);
  const stop = new AbortController();
  store.begin(watch, "a/c/1", stop.signal)?.put("n", { names: ["n"] });
  const read = (): KeptObject<{ names: string[] }> => store.of(watch, cluster).get({ namespace: "", name: "n" });
  for (const one of store.of(watch, cluster).list()) one.names.push("more");
  expect(read()).toEqual({ kept: true, part: { names: ["n"] } });
  const other = { ...cluster, metadata: { ...cluster.metadata, uid: "2" } };
  expect(store.of(watch, other).list()).toEqual([]);
  stop.abort();
  expect(read()).toEqual({ kept: false, reason: "NotListed" });
});

test("types: what JSON does not give back is not kept", () => {
  interface Part {
    readonly name?: string;
    readonly taints: readonly object[];
  }
  const keptBytes = { object: 1 };
  const whole = workload(Node, () => [], { keptBytes, keep: (node) => node });
  const part = workload(Node, () => [], { keep: ({ spec = {} }): Part => ({ taints: spec.taints ?? [] }) });
  // @ts-expect-error: a Date is a string in JSON.
  workload(Node, () => [], { keep: () => ({ seen: [{ at: new Date() }] }) });
  // @ts-expect-error: a Map is {} in JSON.
  workload(Node, () => [], { keep: () => new Map([["a", 1]]) });
  expectTypeOf(whole).toEqualTypeOf<KeepingWatch<Node>>();
  expectTypeOf(part).toEqualTypeOf<KeepingWatch<Part>>();
  expect(whole.keptBytes).toEqual({ object: 1, cluster: 1024 * 1024 });
});

test("a watch of another controller is rejected", () => {
  const cluster: Cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c" },
    spec: {},
  };
  const watch = workload(Node, () => [], { keep: () => 1 });
  expect(() => new KeptStore([]).of(watch, cluster)).toThrow(
    "`ctx.kept` was called with a watch of Node that is not in `workload` of the controller",
  );
});

const config = (name: string, value: string): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "default", name, labels: { app: "x" } },
  data: { value },
});

/** Keeps a value, and wakes nothing by its changes. */
const values: KeepingWatch<string> = workload(
  ConfigMap,
  ({ metadata }) => [{ namespace: "ns", name: metadata.name ?? "" }],
  {
    labelSelector: "app=x",
    mostObjects: 4,
    stateOf: () => "same",
    keep: ({ data }) => {
      if (data?.["value"] === "bad") throw new Error("bad value");
      return data?.["value"] ?? "";
    },
  },
);

test("parts follow their objects: changes that wake nothing, deletions, and those of the time without a connection", async () => {
  for (const name of ["a", "b"]) await servers.tenantClient.create(ConfigMap, config(name, "1"));
  const kept = new KeptParts(values.keptBytes);
  const rig = followOne(values, { client: servers.tenantClient, kept });
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/a", "ns/b", "listed"]);
  expect(kept.list()).toEqual(["1", "1"]);
  await servers.tenantClient.update(ConfigMap, config("a", "2"));
  await expect.poll(() => kept.list(), poll).toEqual(["1", "2"]);
  await servers.tenantClient.delete(ConfigMap, { namespace: "default", name: "b" });
  await expect.poll(() => kept.list(), poll).toEqual(["2"]);
  await servers.tenantClient.update(ConfigMap, config("a", "bad"));
  await expect.poll(() => rig.logged.map(({ message }) => message), poll).toEqual(["Workload keep failed"]);
  expect(kept.list()).toEqual([]);
  expect(kept.read("default/a")).toEqual({ kept: false, reason: "Failed" });
  await servers.tenantClient.create(ConfigMap, config("c", "3"));
  await expect.poll(() => kept.list(), poll).toEqual(["3"]);
  const restore = servers.tenant.faults.keepState();
  await servers.tenantClient.create(ConfigMap, config("d", "4"));
  await expect.poll(() => kept.list(), poll).toEqual(["3", "4"]);
  restore();
  await expect.poll(() => kept.list(), poll).toEqual(["3"]);
  for (const name of ["d", "e"]) await servers.tenantClient.create(ConfigMap, config(name, "5"));
  await expect.poll(() => kept.list(), poll).toEqual(["3", "5", "5"]);
  await servers.tenantClient.create(ConfigMap, config("f", "6"));
  await expect.poll(() => [kept.isListed, kept.list()], poll).toEqual([false, []]);
  await rig.stop();
});

test("what did not fit is kept after others were deleted, by a list", async () => {
  for (const name of ["a", "b"]) await servers.tenantClient.create(ConfigMap, config(name, name.repeat(8)));
  const kept = new KeptParts({ object: 10, cluster: 15 });
  const rig = followOne(values, { client: servers.tenantClient, kept });
  await expect.poll(() => kept.list(), poll).toEqual(["aaaaaaaa"]);
  await servers.tenantClient.delete(ConfigMap, { namespace: "default", name: "a" });
  await expect.poll(() => kept.list(), poll).toEqual(["bbbbbbbb"]);
  expect(rig.logged).toEqual([]);
  await rig.stop();
});

test("a pass reads what is kept, with its type and without a call, and follows the first list", async () => {
  const bench = await createPassBench(servers.management);
  const nodes = workload(Node, (_, { cluster }) => [keyOf(cluster)], {
    keep: ({ spec = {} }) => ({ id: spec.providerID }),
  });
  expectTypeOf(nodes).toEqualTypeOf<KeepingWatch<{ id: string | undefined }>>();
  const plain = workload(Node, () => []);
  const seen: unknown[] = [];
  const kit: ProviderKit<Record<string, never>> = initProvider();
  const provider = kit.provider({
    name: "foo",
    type: "infrastructure",
    controllers: [
      kit.infraCluster(FooCluster, {
        workload: [nodes],
        async reconcile({ cluster }, ctx) {
          const kept = ctx.kept(nodes, cluster);
          expectTypeOf(kept.list()).toEqualTypeOf<readonly { id: string | undefined }[]>();
          // @ts-expect-error: a watch without `keep` has nothing to read.
          expect(() => ctx.kept(plain, cluster)).toThrow("is not in `workload`");
          seen.push(kept.isListed ? kept.get({ namespace: "", name: "n" }) : "not listed");
          return done();
        },
        delete: async () => removed(),
      }),
    ],
  });
  const infrastructureRef = { apiGroup: FooCluster.group, kind: "FooCluster", name: "a" };
  const cluster = await bench.cluster("c", { infrastructureRef });
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const kubeconfig = servers.tenant.kubeconfig();
  await bench.client.create(Secret, kubeconfigSecret({ cluster: "c", namespace: bench.namespace, kubeconfig }));
  await servers.tenantClient.create(Node, {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "n" },
    spec: { providerID: "foo://1" },
  });
  await using _running = startProvider(provider, {
    credentials: servers.management.credentials,
    services: {},
    namespaces: [bench.namespace],
  });
  await expect.poll(() => seen.at(-1), poll).toBe("not listed");
  await bench.patchStatus(Cluster, "c", { status: { initialization: { controlPlaneInitialized: true } } });
  await expect.poll(() => seen.at(-1), poll).toEqual({ kept: true, part: { id: "foo://1" } });
});
