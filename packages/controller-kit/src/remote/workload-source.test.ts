// Changes in workload clusters cause passes: from a whole provider.
import { Cluster } from "@capstan/api/core/v1beta2";
import { kubeconfigSecret, labels, ownerReferenceTo } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import { Node, Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { FooCluster, FooMachine } from "../../test/foo-kinds.ts";
import { createPassBench, type PassBench } from "../../test/pass-bench.ts";
import { useServers } from "../../test/tenant.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, provisioned, removed } from "../authoring/result.ts";
import { workload, workloadNodes } from "../authoring/workload-watch.ts";
import { startProvider } from "../testing/start-provider.ts";

const poll = { timeout: 15_000, interval: 20 };
const servers = useServers();

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

const references = { apiGroup: FooCluster.group, kind: "FooCluster" };

/** A Cluster with the tenant's server, and a machine that is ready for its author. */
async function readyCluster(bench: PassBench): Promise<void> {
  const infrastructureRef = { ...references, name: "a" };
  const cluster = await bench.cluster("c", { infrastructureRef });
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  const machine = await bench.machine("m", cluster, { bootstrap: { dataSecretName: "b" }, providerID: "foo://1" });
  const marks = { [labels.clusterName]: "c" };
  await bench.create(FooMachine, {
    metadata: { name: "m", labels: marks, ownerReferences: [ownerReferenceTo(machine)] },
  });
  const kubeconfig = servers.tenant.kubeconfig();
  await bench.client.create(Secret, kubeconfigSecret({ cluster: "c", namespace: bench.namespace, kubeconfig }));
}

function node(name: string, providerID: string, ready: "True" | "False"): Node {
  const conditions = [{ type: "Ready", status: ready, lastHeartbeatTime: new Date().toISOString() }];
  return { apiVersion: "v1", kind: "Node", metadata: { name }, spec: { providerID }, status: { conditions } };
}

/** Long enough for an event that should not come. */
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000));

test("a Node wakes the InfraMachine of its Machine when it comes, changes and goes, and not with its heartbeats", async () => {
  const bench = await createPassBench(servers.management);
  await readyCluster(bench);
  const calls: string[] = [];
  const namespaces = [bench.namespace];
  await using _running = startProvider(provider, {
    credentials: servers.management.credentials,
    services: { calls },
    namespaces,
  });
  await expect.poll(() => calls, poll).toContain("m");
  await servers.tenantClient.create(Node, node("n", "foo://1", "False"));
  await servers.tenantClient.create(Node, node("other", "foo://2", "False"));
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
  expect(await wakes(() => servers.tenantClient.updateStatus(Node, node("n", "foo://1", "True")))).toBe(1);
  expect(await wakes(() => servers.tenantClient.updateStatus(Node, node("n", "foo://1", "True")))).toBe(0);
  expect(await wakes(() => servers.tenantClient.updateStatus(Node, node("other", "foo://2", "True")))).toBe(0);
  expect(await wakes(() => servers.tenantClient.delete(Node, { namespace: "", name: "n" }))).toBe(1);
});

test("a Cluster that took the name of another is watched from the beginning", async () => {
  const bench = await createPassBench(servers.management);
  const kubeconfig = servers.tenant.kubeconfig();
  await bench.client.create(Secret, kubeconfigSecret({ cluster: "c", namespace: bench.namespace, kubeconfig }));
  await servers.tenantClient.create(Node, node("n", "foo://1", "True"));
  const seen: (string | undefined)[] = [];
  const watch = workload(Node, (_, { cluster }) => {
    seen.push(cluster.metadata.uid);
    return [];
  });
  const functions = { reconcile: async () => provisioned(), delete: async () => removed() };
  const watching = kit.provider({
    name: "foo",
    type: "infrastructure",
    controllers: [kit.infraCluster(FooCluster, { ...functions, workload: [watch] })],
  });
  const create = async (): Promise<string | undefined> => {
    const { metadata } = await bench.cluster("c", { infrastructureRef: { ...references, name: "a" } });
    await bench.patchStatus(Cluster, "c", { status: { initialization: { controlPlaneInitialized: true } } });
    return metadata.uid;
  };
  await using _running = startProvider(watching, {
    credentials: servers.management.credentials,
    services: { calls: [] },
    namespaces: [bench.namespace],
  });
  const first = await create();
  await expect.poll(() => seen, poll).toEqual([first]);
  await bench.client.delete(Cluster, { namespace: bench.namespace, name: "c" });
  const second = await create();
  await expect.poll(() => seen, poll).toEqual([first, second]);
});
