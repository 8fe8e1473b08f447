// The connections to a workload cluster: the first look, the list and the watch have one, and later looks another.
import { Cluster } from "@capstan/api/core/v1beta2";
import { kubeconfigSecret } from "@capstan/contract";
import { formatKubeconfig } from "@capstan/kube";
import { Node, Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { type CountingProxy, startCountingProxy } from "../../test/counting-proxy.ts";
import { FooCluster } from "../../test/foo-kinds.ts";
import { createPassBench, type PassBench } from "../../test/pass-bench.ts";
import { useServers } from "../../test/tenant.ts";
import { initProvider } from "../authoring/provider-kit.ts";
import { provisioned, removed } from "../authoring/result.ts";
import { workload } from "../authoring/workload-watch.ts";
import { startProvider } from "../testing/start-provider.ts";
import { RemoteClusters } from "./remote-clusters.ts";

const poll = { timeout: 100_000, interval: 20 };
const servers = useServers();

/** A Cluster whose server is behind a proxy. */
async function proxied(bench: PassBench, proxy: CountingProxy): Promise<Cluster> {
  const infrastructureRef = { apiGroup: FooCluster.group, kind: "FooCluster", name: "a" };
  const cluster = await bench.cluster("c", { infrastructureRef });
  const kubeconfig = formatKubeconfig({ ...servers.tenant.credentials, server: proxy.url });
  await bench.client.create(Secret, kubeconfigSecret({ cluster: "c", namespace: bench.namespace, kubeconfig }));
  return cluster;
}

test("a provider that watches a workload cluster opens one connection until it looks again, and none is left of a Cluster that is deleted", async () => {
  const bench = await createPassBench(servers.management);
  await using proxy = await startCountingProxy(servers.tenant.credentials.server);
  await proxied(bench, proxy);
  await bench.patchStatus(Cluster, "c", { status: { initialization: { controlPlaneInitialized: true } } });
  const seen: string[] = [];
  const watch = workload(Node, ({ metadata }) => {
    seen.push(`${metadata.name}`);
    return [];
  });
  const kit = initProvider();
  const functions = { reconcile: async () => provisioned(), delete: async () => removed() };
  const controllers = [kit.infraCluster(FooCluster, { ...functions, workload: [watch] })];
  const provider = kit.provider({ name: "foo", type: "infrastructure", controllers });
  await using _running = startProvider(provider, {
    credentials: servers.management.credentials,
    services: {},
    namespaces: [bench.namespace],
  });
  await expect.poll(() => proxy.opened, poll).toBe(1);
  await servers.tenantClient.create(Node, { apiVersion: "v1", kind: "Node", metadata: { name: "n" } });
  await expect.poll(() => seen, poll).toEqual(["n"]);
  expect(proxy.opened).toBe(1);
  await expect.poll(() => proxy.opened, poll).toBe(2);
  expect(proxy.open).toBe(2);
  await bench.client.delete(Cluster, { namespace: bench.namespace, name: "c" });
  // Nobody asks for a client any more, so the connection of the looks ends when it has been idle for 45 s.
  await expect.poll(() => proxy.open, poll).toBe(0);
});

test("a server that answers no look is noticed while its watch is open and silent", async () => {
  const bench = await createPassBench(servers.management);
  await using proxy = await startCountingProxy(servers.tenant.credentials.server);
  const cluster = await proxied(bench, proxy);
  let now = 0;
  const remote = new RemoteClusters({ client: bench.client, isWatched: true, now: () => now });
  const found = await remote.connect(cluster);
  if (!found.connected) throw new Error(found.message);
  const { resourceVersion = "" } = (await found.client.list(Node, { beforeWatch: true })).metadata;
  const stop = new AbortController();
  const watched = found.client.watchOnce(Node, { resourceVersion, signal: stop.signal })[Symbol.asyncIterator]();
  const next = watched.next();
  await expect.poll(() => proxy.opened, poll).toBe(1);
  proxy.isSilent = true;
  now += 10_000;
  expect(await remote.connect(cluster)).toMatchObject({ connected: false, reason: "Unreachable" });
  await expect.poll(() => proxy.open, poll).toBe(1);
  expect(proxy.opened).toBe(2);
  proxy.isSilent = false;
  await servers.tenantClient.create(Node, { apiVersion: "v1", kind: "Node", metadata: { name: "n" } });
  expect((await next).value).toMatchObject([{ object: { metadata: { name: "n" } } }]);
  expect(await remote.connect(cluster)).toMatchObject({ connected: true });
  expect(proxy.opened).toBe(3);
  remote.close();
  stop.abort(new Error("enough"));
  await expect.poll(() => proxy.open, poll).toBe(0);
});

test("without watches, all looks and calls of passes have one connection", async () => {
  const bench = await createPassBench(servers.management);
  await using proxy = await startCountingProxy(servers.tenant.credentials.server);
  const cluster = await proxied(bench, proxy);
  let now = 0;
  const remote = new RemoteClusters({ client: bench.client, now: () => now });
  for (; now < 30_000; now += 10_000) {
    const found = await remote.connect(cluster);
    if (!found.connected) throw new Error(found.message);
    await found.client.list(Node);
  }
  expect(proxy.opened).toBe(1);
  remote.close();
});
