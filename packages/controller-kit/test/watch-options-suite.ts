// What a provider watches and caches: two namespaces, selected and trimmed objects, metadata, and a kind that may be missing. Runs the real manager.
import { ownerReferenceTo } from "@capstan/contract";
import { keyOf, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import { allOf, generationChanged, metadataOf, silentLogger, watch } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FooCluster, FooDisk, FooMachine } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { done, provisioned, removed } from "../src/authoring/result.ts";
import { maps, reads } from "../src/authoring/watch.ts";
import { createProviderManager } from "../src/run/provider-manager.ts";
import { startProvider } from "../src/testing/start-provider.ts";

interface Backup extends KubeObject<"backup.example.com/v1", "Backup"> {
  spec?: object;
}
/** A kind that the server does not have. */
const Backup: Resource<Backup> = resourceOf("backup.example.com/v1", "Backup");

interface Services {
  /** What the transform and the map were called with, and what passes saw. */
  readonly seen: string[];
}
const kit: ProviderKit<Services> = initProvider();
const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.controller(FooDisk, {
      watches: [
        maps(ConfigMap, (config) => [{ namespace: keyOf(config).namespace, name: config.data?.["disk"] ?? "none" }], {
          labelSelector: "use=disk",
          transform: ({ apiVersion, kind, metadata, data = {} }) => ({
            apiVersion,
            kind,
            metadata,
            data: { disk: data["disk"] ?? "" },
          }),
        }),
        maps(metadataOf(Secret), () => []),
        reads(Backup, { optional: true }),
      ],
      async reconcile({ object }, ctx) {
        const { namespace } = keyOf(object);
        const configs = await ctx.client.list(ConfigMap, { namespace });
        const secrets = await ctx.client.list(metadataOf(Secret), { namespace });
        const backup = await ctx.client.get(Backup, keyOf(object));
        const fields = [
          ...configs.map(({ data }) => Object.keys(data ?? {}).join()),
          ...secrets.map((s) => `${"data" in s}`),
        ];
        ctx.services.seen.push(`${keyOf(object).name}: ${fields.join(" ")} ${backup === undefined}`);
        return done();
      },
    }),
  ],
});

let env: TestEnv;
let benches: readonly [PassBench, PassBench, PassBench];
beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  benches = [await createPassBench(env), await createPassBench(env), await createPassBench(env)];
});

test("a provider of two namespaces sees selected, trimmed objects in both, and no third", async () => {
  const seen: string[] = [];
  const [one, two, three] = benches;
  const namespaces = [one.namespace, two.namespace];
  await using _running = startProvider(provider, { credentials: env.credentials, services: { seen }, namespaces });
  for (const [i, bench] of benches.entries()) {
    await bench.create(Secret, { metadata: { name: "s" }, type: "Opaque", data: { token: "YQ==" } });
    await bench.create(FooDisk, { metadata: { name: `d${i}` } });
  }
  const last = (name: string): string | undefined => seen.findLast((line) => line.startsWith(`${name}:`));
  await expect.poll(() => last("d1")).toBe("d1: false true");
  await expect.poll(() => last("d0")).toBe("d0: false true");
  for (const bench of [two, three]) {
    const data = { disk: bench === two ? "d1" : "d2", much: "x" };
    await bench.create(ConfigMap, { metadata: { name: "other" }, data });
    await bench.create(ConfigMap, { metadata: { name: "mine", labels: { use: "disk" } }, data });
  }
  await expect.poll(() => last("d1")).toBe("d1: disk false true");
  expect(last("d2")).toBeUndefined();
});

const region = (name: string): string => `infrastructure.cluster.x-k8s.io/region-${name}`;

/** Works on the FooClusters of one region; a controller of machines sees the same ones. */
const northern = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(FooCluster, {
      labelSelector: region("north"),
      transform: ({ spec, ...cluster }) => ({ ...cluster, spec: { region: spec?.region ?? "none" } }),
      predicate: allOf(generationChanged, ({ type }) => type !== "delete"),
      async reconcile({ object }, { services: { seen } }) {
        seen.push(`${keyOf(object).name}: ${Object.keys(object.spec ?? {}).join()} ${object.spec?.region}`);
        return provisioned();
      },
      async delete({ object }, { services: { seen } }) {
        seen.push(`${keyOf(object).name}: deleted`);
        return removed();
      },
    }),
    kit.infraMachine(FooMachine, { cluster: FooCluster, reconcile: async () => done(), delete: async () => removed() }),
    kit.controller(FooDisk, { watches: [reads(FooCluster)], reconcile: async () => done() }),
  ],
});

test("a controller selects, trims and filters its own kind; its workflow gets the events that it needs", async () => {
  const seen: string[] = [];
  const [bench] = benches;
  const cluster = await bench.cluster("c");
  await using _running = startProvider(northern, {
    credentials: env.credentials,
    services: { seen },
    namespaces: [bench.namespace],
  });
  const ownerReferences = [ownerReferenceTo(cluster)];
  await bench.create(FooCluster, { metadata: { name: "other", ownerReferences }, spec: { region: "south" } });
  await bench.create(FooCluster, {
    metadata: { name: "a", labels: { [region("north")]: "" } },
    spec: { region: "north", controlPlaneEndpoint: { host: "a", port: 1 } },
  });
  await bench.patch(FooCluster, "a", { metadata: { ownerReferences } });
  await expect.poll(() => seen).toEqual(["a: region north"]);
  await bench.patch(FooCluster, "a", { metadata: { annotations: { a: "b" } } });
  await bench.patch(FooCluster, "a", { spec: { region: "far north" } });
  await expect.poll(() => seen).toEqual(["a: region north", "a: region far north"]);
  await bench.remove(FooCluster, "a");
  await expect.poll(() => seen.at(-1)).toBe("a: deleted");
  await expect.poll(() => bench.client.find(FooCluster, { namespace: bench.namespace, name: "a" })).toBeUndefined();
});

test("a program that makes the manager of a provider can add a watch while it runs", async () => {
  const seen: string[] = [];
  const [bench] = benches;
  const disks = kit.provider({
    name: "foo",
    type: "infrastructure",
    controllers: [
      kit.controller(FooDisk, {
        async reconcile({ object }, { services }) {
          services.seen.push(keyOf(object).name);
          return done();
        },
      }),
    ],
  });
  const { client, namespace } = bench;
  const manager = createProviderManager(disks, {
    client,
    services: { seen },
    namespaces: [namespace],
    log: silentLogger,
  });
  const stopping = new AbortController();
  const ended = manager.run(stopping.signal);
  await bench.create(FooDisk, { metadata: { name: "d" } });
  await expect.poll(() => seen).toEqual(["d"]);
  await bench.create(ConfigMap, { metadata: { name: "before" }, data: { disk: "d" } });
  manager.addWatch(
    "foodisk",
    watch(ConfigMap, { map: ({ data = {} }) => [{ namespace, name: data["disk"] ?? "none" }] }),
  );
  await expect.poll(() => seen).toEqual(["d", "d"]);
  await bench.patch(ConfigMap, "before", { metadata: { labels: { a: "b" } } });
  await expect.poll(() => seen).toEqual(["d", "d", "d"]);
  stopping.abort();
  await ended;
});
