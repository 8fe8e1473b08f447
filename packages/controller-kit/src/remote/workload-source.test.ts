// Changes in workload clusters cause passes: from a whole provider, and the watch of one cluster under faults and limits.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { type Client, type Clock, createClient, systemClock } from "@capstan/client";
import { kubeconfigSecret, labels, ownerReferenceTo } from "@capstan/contract";
import { formatKey, keyOf, type ObjectKey } from "@capstan/kube";
import { ConfigMap, Node, Secret } from "@capstan/kube/builtin";
import { type LogFields, type Logger, silentLogger } from "@capstan/operator";
import { type EmbeddedEnv, startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { FooCluster, FooMachine } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "../../test/pass-bench.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, provisioned, removed } from "../authoring/result.ts";
import { workload, type WorkloadWatch, workloadNodes } from "../authoring/workload-watch.ts";
import { startProvider } from "../testing/start-provider.ts";
import { ClusterWatch } from "./cluster-watch.ts";

const poll = { timeout: 15_000, interval: 20 };
let management: TestEnv;
let tenant: EmbeddedEnv;
let tenantClient: Client;
beforeAll(async () => {
  management = await startBenchEnv();
}, 120_000);
afterAll(() => management.stop());
beforeEach(async () => {
  tenant = await startTestEnv({ backend: "embedded" });
  tenantClient = createClient(tenant.credentials);
});
afterEach(async () => {
  tenantClient.close();
  await tenant.stop();
});

const kit: ProviderKit<{ calls: string[] }> = initProvider();
const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(FooCluster, { reconcile: async () => provisioned(), delete: async () => removed() }),
    kit.infraMachine(FooMachine, {
      cluster: FooCluster,
      workload: [workloadNodes()],
      async reconcile({ object }, { services }) {
        services.calls.push(keyOf(object).name);
        return done();
      },
      delete: async () => removed(),
    }),
  ],
});

/** A Cluster with the tenant's server, and a machine that is ready for its author. */
async function readyCluster(bench: PassBench): Promise<void> {
  const infrastructureRef = { apiGroup: FooCluster.group, kind: "FooCluster", name: "a" };
  const cluster = await bench.cluster("c", { infrastructureRef });
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  const machine = await bench.machine("m", cluster, { bootstrap: { dataSecretName: "b" }, providerID: "foo://1" });
  const marks = { [labels.clusterName]: "c" };
  await bench.create(FooMachine, {
    metadata: { name: "m", labels: marks, ownerReferences: [ownerReferenceTo(machine)] },
  });
  const kubeconfig = tenant.kubeconfig();
  await bench.client.create(Secret, kubeconfigSecret({ cluster: "c", namespace: bench.namespace, kubeconfig }));
}

function node(name: string, providerID: string, ready: "True" | "False"): Node {
  const conditions = [{ type: "Ready", status: ready, lastHeartbeatTime: new Date().toISOString() }];
  return { apiVersion: "v1", kind: "Node", metadata: { name }, spec: { providerID }, status: { conditions } };
}

/** Long enough for an event that should not come. */
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000));

test("a Node wakes the InfraMachine of its Machine when it comes, changes and goes, and not with its heartbeats", async () => {
  const bench = await createPassBench(management);
  await readyCluster(bench);
  const calls: string[] = [];
  const namespaces = [bench.namespace];
  await using _running = startProvider(provider, {
    credentials: management.credentials,
    services: { calls },
    namespaces,
  });
  await expect.poll(() => calls, poll).toContain("m");
  await tenantClient.create(Node, node("n", "foo://1", "False"));
  await tenantClient.create(Node, node("other", "foo://2", "False"));
  const wakes = async (change: () => Promise<unknown>): Promise<number> => {
    await quiet();
    const first = calls.length;
    await change();
    await quiet();
    return calls.length - first;
  };
  const initialization = { infrastructureProvisioned: true, controlPlaneInitialized: true };
  const before = calls.length;
  await bench.patchStatus(Cluster, "c", { status: { initialization } });
  await expect.poll(() => calls.length, poll).toBeGreaterThan(before);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(await wakes(() => tenantClient.updateStatus(Node, node("n", "foo://1", "True")))).toBe(1);
  expect(await wakes(() => tenantClient.updateStatus(Node, node("n", "foo://1", "True")))).toBe(0);
  expect(await wakes(() => tenantClient.updateStatus(Node, node("other", "foo://2", "True")))).toBe(0);
  expect(await wakes(() => tenantClient.delete(Node, { namespace: "", name: "n" }))).toBe(1);
}, 60_000);

/** Twenty times as fast as the system clock. */
const fastClock: Clock = {
  ...systemClock,
  now: () => performance.now() * 20,
  after: (ms, call) => systemClock.after(ms / 20, call),
};

interface Rig {
  readonly pushed: string[];
  readonly logged: (LogFields & { readonly message: string })[];
  readonly connects: () => number;
  readonly stop: () => Promise<void>;
}

/** The watch of one Cluster, whose connection a test breaks with `isDown`. */
function follow(watch: WorkloadWatch, isDown: () => boolean = () => false): Rig {
  const pushed: string[] = [];
  const logged: Rig["logged"][number][] = [];
  let connects = 0;
  const write = (message: string, fields: LogFields = {}): void => void logged.push({ message, ...fields });
  const log: Logger = { ...silentLogger, warn: write, error: write, child: () => log };
  const stop = new AbortController();
  const cluster: Cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace: "ns", name: "c" },
    spec: {},
  };
  const client = { get: async () => undefined, list: async () => [], listBy: async () => [] };
  const running = new ClusterWatch({
    watch,
    clock: fastClock,
    log,
    clusterOf: () => cluster,
    context: { resource: Machine, client, signal: stop.signal, log },
    push: (keys: readonly ObjectKey[]) => void pushed.push(...keys.map(formatKey)),
    remote: {
      async connect() {
        connects += 1;
        return isDown()
          ? { connected: false, reason: "Unreachable", message: "no answer" }
          : { connected: true, client: tenantClient, kubeconfig: "" };
      },
    },
  }).run(stop.signal);
  return {
    pushed,
    logged,
    connects: () => connects,
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

const config = (name: string, data: Record<string, string> = {}): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "default", name, labels: { app: "x" } },
  data,
});
const byName = (options: Parameters<typeof workload<ConfigMap>>[2] = {}): WorkloadWatch =>
  workload(
    ConfigMap,
    ({ metadata }, { cluster }) => [{ namespace: cluster.metadata.namespace ?? "", name: metadata.name ?? "" }],
    {
      labelSelector: "app=x",
      ...options,
    },
  );

test("what changed while there was no connection is found by the next one, deletions too", async () => {
  let down = false;
  for (const name of ["a", "b"]) await tenantClient.create(ConfigMap, config(name));
  const rig = follow(byName(), () => down);
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/a", "ns/b"]);
  down = true;
  await expect.poll(() => tenant.faults.dropWatches(), poll).toBe(1);
  await expect.poll(rig.connects, poll).toBeGreaterThan(2);
  await tenantClient.delete(ConfigMap, { namespace: "default", name: "a" });
  await tenantClient.create(ConfigMap, config("c"));
  tenant.faults.expireHistory();
  down = false;
  await expect.poll(() => rig.pushed.slice(2).toSorted(), poll).toEqual(["ns/a", "ns/c"]);
  await rig.stop();
});

test("a workload cluster with too many objects is not watched, and the log names the way out", async () => {
  for (const name of ["a", "b", "c"]) await tenantClient.create(ConfigMap, config(name));
  const rig = follow(byName({ mostObjects: 2 }));
  await expect.poll(() => rig.logged, poll).toHaveLength(1);
  expect(rig.pushed).toEqual(["ns/a", "ns/b"]);
  const growing = follow(byName({ mostObjects: 3 }));
  await expect.poll(() => growing.pushed, poll).toHaveLength(3);
  await tenantClient.create(ConfigMap, config("d"));
  await expect.poll(() => growing.logged, poll).toHaveLength(1);
  expect(growing.pushed).not.toContain("ns/d");
  await growing.stop();
  expect(rig.logged[0]).toMatchObject({
    message: "Workload watch failed",
    retryMs: 600_000,
    error:
      "ConfigMap of the workload cluster of ns/c are not watched: there are more than 2\n  help: watch fewer with labelSelector or fieldSelector, or raise mostObjects",
  });
  await rig.stop();
});

test("a function that throws for one object does not end the watch", async () => {
  const watch = workload(
    ConfigMap,
    ({ metadata, data }) => {
      if (data?.["bad"] !== undefined) throw new Error("bad data");
      return [{ namespace: "ns", name: metadata.name ?? "" }];
    },
    { labelSelector: "app=x" },
  );
  await tenantClient.create(ConfigMap, config("a", { bad: "x" }));
  const rig = follow(watch);
  await expect.poll(() => rig.logged.map(({ message }) => message), poll).toEqual(["Workload map failed"]);
  await tenantClient.create(ConfigMap, config("b"));
  await expect.poll(() => rig.pushed, poll).toEqual(["ns/b"]);
  await rig.stop();
});
