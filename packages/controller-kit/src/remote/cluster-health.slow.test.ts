// The health of workload clusters: when one counts as lost and as back, who is told, the log, and the metrics.
import { Cluster } from "@capstan/api/core/v1beta2";
import { type Clock, systemClock } from "@capstan/client";
import { kubeconfigSecret, ownerReferenceTo } from "@capstan/contract";
import { Secret } from "@capstan/kube/builtin";
import { createManager, type LogFields, type Logger, type MetricsRegistry, silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import { keyOf } from "@capstan/kube";
import { FooCluster } from "../../test/foo-kinds.ts";
import { createPassBench, type PassBench } from "../../test/pass-bench.ts";
import { useServers } from "../../test/tenant.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed, waiting } from "../authoring/result.ts";
import { workloadConnection } from "../authoring/workload-watch.ts";
import { startProvider } from "../testing/start-provider.ts";
import { ClusterHealth, type HealthChange } from "./cluster-health.ts";
import type { RemoteCluster } from "./remote-clusters.ts";

const poll = { timeout: 200_000, interval: 20 };
const servers = useServers();

/** A thousand times as fast as the system clock. */
const fastClock: Clock = {
  ...systemClock,
  now: () => performance.now() * 1000,
  after: (ms, call) => systemClock.after(ms / 1000, call),
  random: () => 0,
};

async function initialized(bench: PassBench): Promise<Cluster> {
  const cluster = await bench.cluster("c", {
    infrastructureRef: { apiGroup: FooCluster.group, kind: "FooCluster", name: "a" },
  });
  await bench.patchStatus(Cluster, "c", { status: { initialization: { controlPlaneInitialized: true } } });
  return cluster;
}

const lost = (reason: "NoKubeconfig" | "Unreachable"): RemoteCluster => ({
  connected: false,
  reason,
  message: "no answer",
});

interface Rig {
  readonly told: boolean[];
  readonly logged: string[];
  readonly series: ReadonlyMap<string, number>;
  readonly looks: () => number;
  readonly stop: () => Promise<void>;
}

/** The numbers by metric and labels. */
function registryOf(series: Map<string, number>): MetricsRegistry {
  const of = (metric: string) => ({
    add: (labels: object) => void series.set(nameOf(metric, labels), (series.get(nameOf(metric, labels)) ?? 0) + 1),
    set: (labels: object, value: number) => void series.set(nameOf(metric, labels), value),
    remove: (labels: object) => void series.delete(nameOf(metric, labels)),
  });
  return {
    counter: ({ name }) => of(name),
    gauge: ({ name }) => of(name),
    histogram: () => ({ observe: () => undefined }),
  };
}

function nameOf(metric: string, labels: object): string {
  return [
    metric.replace("capi_cluster_cache_", ""),
    ...Object.values(labels).filter((value) => !value.startsWith("test-")),
  ].join(" ");
}

/** Runs the health of one Cluster, whose looks give what `answer` does. */
function rigOf(bench: PassBench, answer: (look: number) => RemoteCluster, isAwaited: () => boolean = () => false): Rig {
  const told: boolean[] = [];
  const logged: string[] = [];
  let looks = 0;
  const write = (message: string, fields: LogFields = {}): void =>
    void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { ...silentLogger, info: write, warn: write, child: () => log };
  const series = new Map<string, number>();
  const stop = new AbortController();
  const manager = createManager({ client: bench.client, namespaces: [bench.namespace], log: silentLogger });
  manager.addController({ name: "x", for: Cluster, reconcile: async () => ({}) });
  const health = new ClusterHealth({
    cache: manager.cache,
    clock: fastClock,
    metrics: registryOf(series),
    remote: { connect: async () => answer(looks++), takeAwaited: () => isAwaited() },
  });
  manager.add({ name: "health", run: (signal) => health.run(signal, log) });
  const followed = health.follow(({ isConnected }: HealthChange) => void told.push(isConnected), stop.signal);
  const ended = manager.run(stop.signal);
  return {
    told,
    logged,
    looks: () => looks,
    series,
    stop: async () => {
      stop.abort();
      await Promise.all([followed, ended]);
    },
  };
}

const found = (): RemoteCluster => ({
  connected: true,
  client: servers.tenantClient,
  kubeconfig: "",
  ended: new AbortController().signal,
});

test("a workload cluster is lost after five failures in a row, and each change is told and logged once", async () => {
  const bench = await createPassBench(servers.management);
  await initialized(bench);
  // Four failures, an answer, five failures, answers.
  const failing = new Set([1, 2, 3, 4, 6, 7, 8, 9, 10]);
  const rig = rigOf(bench, (look) => (failing.has(look) ? lost("Unreachable") : found()));
  await expect.poll(rig.looks, poll).toBeGreaterThan(20);
  await rig.stop();
  expect(rig.told).toEqual([true, false, true]);
  expect(rig.logged).toEqual([
    "Workload cluster can be reached {}",
    'Workload cluster cannot be reached {"reason":"Unreachable","message":"no answer"}',
    "Workload cluster can be reached {}",
  ]);
});

test("a pass that could not reach a server between two looks is told at the next one, once", async () => {
  const bench = await createPassBench(servers.management);
  await initialized(bench);
  let answers = 0;
  // A pass waits when the look after the one that failed has an answer.
  const rig = rigOf(
    bench,
    (look) => (look === 2 ? lost("Unreachable") : found()),
    () => answers++ === 2,
  );
  await expect.poll(rig.looks, poll).toBeGreaterThan(10);
  await rig.stop();
  expect(rig.told).toEqual([true, true]);
  expect(rig.logged).toEqual(["Workload cluster can be reached {}"]);
});

test("a workload cluster without a kubeconfig is lost at once", async () => {
  const bench = await createPassBench(servers.management);
  await initialized(bench);
  const rig = rigOf(bench, (look) => (look === 1 ? lost("NoKubeconfig") : found()));
  await expect.poll(() => rig.told, poll).toEqual([true, false, true]);
  await rig.stop();
});

test("metrics have Cluster API's names, and those of a Cluster go with it", async () => {
  const bench = await createPassBench(servers.management);
  await initialized(bench);
  const rig = rigOf(bench, (look) => (look > 5 ? lost("Unreachable") : found()));
  await expect.poll(rig.looks, poll).toBeGreaterThan(12);
  await expect
    .poll(() => Object.fromEntries(rig.series), poll)
    .toMatchObject({
      "connection_up c": 0,
      "healthcheck c": 0,
      "healthchecks_total c success": 6,
      "healthchecks_total c error": expect.any(Number),
    });
  await bench.remove(Cluster, "c");
  await expect.poll(() => [...rig.series.keys()], poll).toEqual([]);
  await rig.stop();
});

test("objects of a Cluster have a pass when its workload cluster is lost", async () => {
  const bench = await createPassBench(servers.management);
  const told: string[] = [];
  const kit: ProviderKit<{ seen: string[] }> = initProvider();
  const provider = kit.provider({
    name: "foo",
    type: "infrastructure",
    controllers: [
      kit.infraCluster(FooCluster, {
        conditions: { Reached: ["Connecting", "Connected"] },
        workload: [
          workloadConnection(),
          workloadConnection(({ cluster, resource }) => {
            told.push(`${keyOf(cluster).name} ${resource.kind}`);
            return [];
          }),
        ],
        async reconcile({ cluster }, ctx) {
          const { connected } = await ctx.workload(cluster);
          ctx.services.seen.push(connected ? "connected" : "waits");
          return connected ? done() : waiting("Reached", "Connecting", "not yet");
        },
        delete: async () => removed(),
      }),
    ],
  });
  const seen: string[] = [];
  const cluster = await initialized(bench);
  await bench.client.create(
    Secret,
    kubeconfigSecret({ cluster: "c", namespace: bench.namespace, kubeconfig: servers.tenant.kubeconfig() }),
  );
  await using _running = startProvider(provider, {
    credentials: servers.management.credentials,
    services: { seen },
    namespaces: [bench.namespace],
  });
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await expect.poll(() => told, poll).toEqual(["c FooCluster"]);
  await expect.poll(() => seen.at(-1), poll).toBe("connected");
  await bench.client.delete(Secret, { namespace: bench.namespace, name: "c-kubeconfig" });
  await expect.poll(() => seen.at(-1), poll).toBe("waits");
  expect(told).toEqual(["c FooCluster", "c FooCluster"]);
});
