// Workload clusters whose server does not answer: nothing of other Clusters waits for it, and it is used once it answers.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Cluster } from "@capstan/api/core/v1beta2";
import { coreCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import { kubeconfigSecret } from "@capstan/contract";
import { getCondition } from "@capstan/contract/conditions";
import { CapstanError, formatKubeconfig, keyOf } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type CoreSim, createCoreSim } from "./core-sim.ts";
import { WorkloadClients } from "./workload-clients.ts";

const namespace = "default";
const key = { namespace, name: "c" };
let env: EmbeddedEnv;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

/** A server that takes connections and does not answer until it is opened. */
interface SlowServer {
  readonly kubeconfig: string;
  readonly open: () => void;
}

async function slowServer(): Promise<SlowServer> {
  const sockets: Socket[] = [];
  const opened = Promise.withResolvers<void>();
  const { port } = new URL(env.credentials.server);
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
    void opened.promise.then(() => {
      const behind = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      sockets.push(behind);
      socket.pipe(behind).pipe(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const own = typeof address === "object" ? `https://127.0.0.1:${address?.port}` : "";
  const kubeconfig = formatKubeconfig({ ...env.credentials, server: own });
  return { kubeconfig, open: opened.resolve };
}

async function createCluster(name: string, kubeconfig?: string): Promise<void> {
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace, name },
    spec: { paused: false },
  });
  if (kubeconfig !== undefined) await client.create(Secret, kubeconfigSecret({ cluster: name, namespace, kubeconfig }));
}

const probe = async (): Promise<string | undefined> =>
  getCondition(await client.get(Cluster, key), "RemoteConnectionProbe")?.status;

function simulation(): CoreSim {
  const sim = createCoreSim({ client, namespace, watch: true });
  onTestFinished(() => sim.close());
  return sim;
}

test("with watches, steps go on while a server does not answer, and see when it does", async () => {
  const server = await slowServer();
  await createCluster("c", server.kubeconfig);
  const sim = simulation();
  const finalized = async (name: string): Promise<boolean> => {
    await sim.step();
    return (await client.get(Cluster, { namespace, name })).status?.phase !== undefined;
  };
  await expect.poll(() => finalized("c")).toBe(true);
  expect(await probe()).toBe("False");
  // The client that was given waits for four seconds, and the server for ever.
  await createCluster("other");
  await expect.poll(() => finalized("other")).toBe(true);
  server.open();
  const probed = async (): Promise<string | undefined> => {
    await sim.step();
    return probe();
  };
  await expect.poll(probed).toBe("True");
});

test("a server that has not answered is not used before it answers, and none after the end", async () => {
  const server = await slowServer();
  await createCluster("d", server.kubeconfig);
  const cluster = await client.get(Cluster, { namespace, name: "d" });
  const notices: string[] = [];
  const connected = (): void => void notices.push("connected");
  const clients = new WorkloadClients((credentials) => createClient(credentials), { patienceMs: 60_000, connected });
  const counter = clients.counterOf(keyOf(cluster));
  const impatient = new WorkloadClients((credentials) => createClient(credentials), { patienceMs: 1, connected });
  expect([await impatient.clientOf(client, cluster), impatient.clients]).toEqual([undefined, []]);
  server.open();
  await expect.poll(() => notices).toEqual(["connected"]);
  expect(impatient.clients).toEqual([await impatient.clientOf(client, cluster)]);
  impatient.close();
  const first = await clients.clientOf(client, cluster);
  expect([first, notices, clients.clients]).toEqual([expect.anything(), ["connected", "connected"], [first]]);
  const { changes } = counter;
  clients.failed(keyOf(cluster), new CapstanError("client/timeout", "it did not answer"));
  expect(counter.changes).toBeGreaterThan(changes);
  expect([await clients.clientOf(client, cluster), clients.clients]).toEqual([undefined, []]);
  clients.close();
  expect(await clients.clientOf(client, cluster)).toBeUndefined();
});
