// Connections to workload clusters that end or begin in the middle of a step.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Cluster } from "@capstan/api/core/v1beta2";
import { coreCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import { kubeconfigSecret } from "@capstan/contract";
import { CapstanError, formatKubeconfig, keyOf } from "@capstan/kube";
import { Node, Secret } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ClusterReader } from "./cluster-reader.ts";
import { ReadLog } from "./read-log.ts";
import { StepLists } from "./step-lists.ts";
import { WorkloadClients } from "./workload-clients.ts";

const namespace = "default";
let env: EmbeddedEnv;
let client: Client;
let count = 0;
let name: string;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(() => {
  name = `c${(count += 1)}`;
});

/** A kubeconfig of a server that takes connections and never answers. */
async function hanging(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = typeof address === "object" ? address?.port : undefined;
  return formatKubeconfig({ ...env.credentials, server: `https://127.0.0.1:${port}` });
}

async function createCluster(cluster: string, kubeconfig: string): Promise<Cluster> {
  await client.create(Secret, kubeconfigSecret({ cluster, namespace, kubeconfig }));
  return client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace, name: cluster },
    spec: { paused: false },
  });
}

function connectedWorkloads(patienceMs = 10_000): WorkloadClients {
  const trial = { patienceMs, connected: () => undefined };
  const workloads = new WorkloadClients((credentials) => createClient(credentials), trial);
  onTestFinished(() => workloads.close());
  return workloads;
}

function readerOf(workloads: WorkloadClients): ClusterReader {
  const listsOf = (of: Client): StepLists => new StepLists(of, {});
  return new ClusterReader({ lists: new StepLists(client, { namespace }), workloads, listsOf, contracts: new Map() });
}

async function createNode(): Promise<Node> {
  return client.create(Node, { apiVersion: "v1", kind: "Node", metadata: { name } });
}

test.each(["client/timeout", "client/unreachable"])(
  "a server that fails with %s while a Node is patched is not used in this step any more",
  async (code) => {
    const cluster = await createCluster(name, env.kubeconfig());
    const workloads = connectedWorkloads();
    const reader = readerOf(workloads);
    const node = await createNode();
    const workload = await reader.workload(cluster);
    const patch = vi.spyOn(workload?.client ?? client, "patch").mockRejectedValue(new CapstanError(code, "no answer"));
    const draft = { ...node, metadata: { ...node.metadata, labels: { one: "1" } } };
    await reader.patchNode(cluster, node, draft);
    await reader.patchNode(cluster, node, draft);
    expect(patch).toHaveBeenCalledTimes(1);
    expect(workloads.clients).toEqual([]);
    expect(await readerOf(workloads).workload(cluster)).toBeUndefined();
  },
);

test("a rejection of a patch is an error, and the server is used", async () => {
  const cluster = await createCluster(name, env.kubeconfig());
  const workloads = connectedWorkloads();
  const reader = readerOf(workloads);
  const node = await createNode();
  env.faults.inject({ verb: "patch", plural: "nodes" }, { reason: "Forbidden", times: 1 });
  const draft = { ...node, metadata: { ...node.metadata, labels: { one: "1" } } };
  await expect(reader.patchNode(cluster, node, draft)).rejects.toMatchObject({ code: "client/forbidden" });
  expect(workloads.clients).toHaveLength(1);
});

test("a step has one patience for all servers, and the next one has another", async () => {
  const patienceMs = 2000;
  const workloads = connectedWorkloads(patienceMs);
  const kubeconfig = await hanging();
  const connect = async (...names: readonly string[]): Promise<number> => {
    const began = performance.now();
    for (const each of names)
      expect(await workloads.clientOf(client, await createCluster(`${name}-${each}`, kubeconfig))).toBeUndefined();
    return performance.now() - began;
  };
  workloads.begin();
  // One after the other they would take three times as long; how long the rest takes depends on the machine.
  expect(await connect("a", "b", "c")).toBeLessThan(2 * patienceMs);
  workloads.begin();
  expect(await connect("d")).toBeGreaterThan(patienceMs / 2);
});

test("what was read before a connection came is read again, though the step does not see it", async () => {
  const answer = Promise.withResolvers<void>();
  const connected = Promise.withResolvers<void>();
  const workloads = new WorkloadClients(
    (credentials) => {
      const own = createClient(credentials);
      const list = own.list.bind(own);
      vi.spyOn(own, "list").mockImplementation(async (...parts) => {
        await answer.promise;
        return list(...parts);
      });
      return own;
    },
    { patienceMs: 1, connected: connected.resolve },
  );
  onTestFinished(() => workloads.close());
  const cluster = await createCluster(name, env.kubeconfig());
  const step = readerOf(workloads);
  const [first, second] = [new ReadLog(), new ReadLog()];
  expect(await step.recording(first).workload(cluster)).toBeUndefined();
  answer.resolve();
  await connected.promise;
  expect(await step.recording(second).workload(cluster)).toBeUndefined();
  expect([first.isCurrent(0), second.isCurrent(0)]).toEqual([false, false]);
  const [third, next] = [new ReadLog(), readerOf(workloads)];
  expect(await next.recording(third).workload(cluster)).toBeDefined();
  expect(third.isCurrent(0)).toBe(true);
  workloads.failed(keyOf(cluster), new CapstanError("client/timeout", "no answer"));
  expect(third.isCurrent(0)).toBe(false);
});
