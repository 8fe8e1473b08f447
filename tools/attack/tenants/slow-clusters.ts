// Workload clusters of one tenant that answer just before the deadline, while a Cluster of another tenant waits for its passes.
import { once } from "node:events";
import { createServer } from "node:https";
import { ownerReferenceTo } from "@capstan/api";
import { kubeconfigSecret } from "@capstan/contract";
import { initProvider, provisioned, removed } from "@capstan/controller-kit";
import { type Client, coreCrds, startProvider, startTestEnv } from "@capstan/controller-kit/testing";
import { formatKubeconfig } from "@capstan/kube";
import { Namespace, Node, Secret } from "@capstan/kube/builtin";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import type { Attack } from "../area.ts";
import { createCluster, DemoCluster, demoCrds } from "./demo-cluster.ts";

/** Enough to hold all ten workers of the controller again and again. */
const slowCount = 60;
const slowMs = 1500;
/** One pass over a slow cluster, and the work of a new Cluster's own passes. */
const longestWaitMs = 4000;

interface SlowServer extends AsyncDisposable {
  readonly kubeconfig: string;
  /** How many requests wait for their answer. */
  waiting(): number;
}

/** An API server that lists Nodes just before the deadline. */
async function startSlowServer(): Promise<SlowServer> {
  const authority = createCertificateAuthority({ commonName: "t" });
  const { certPem: cert, keyPem: key } = authority.issue({ commonName: "t", ipAddresses: ["127.0.0.1"] });
  let waiting = 0;
  const server = createServer({ cert, key }, (request, response) => {
    const end = (): void => void response.end(JSON.stringify({ metadata: {}, items: [] }));
    if (request.url === "/version") return end();
    waiting += 1;
    const timer = setTimeout(end, slowMs);
    response.on("close", () => {
      waiting -= 1;
      clearTimeout(timer);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    kubeconfig: formatKubeconfig({ server: `https://127.0.0.1:${port}`, caData: authority.certPem, token: "t" }),
    waiting: () => waiting,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A Cluster with its kubeconfig and infrastructure. */
async function createAll(
  client: Client,
  { namespace, name }: { namespace: string; name: string },
  kubeconfig: string,
): Promise<void> {
  const owner = ownerReferenceTo(await createCluster(client, { namespace, name }));
  await client.create(Secret, kubeconfigSecret({ cluster: name, namespace, kubeconfig }));
  const metadata = { namespace, name, ownerReferences: [owner] };
  await client.create(DemoCluster, { apiVersion: DemoCluster.apiVersion, kind: "DemoCluster", metadata });
}

/** How long the condition takes to hold. */
async function timeUntil(holds: () => boolean | Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await holds())) {
    if (performance.now() - from > 60_000) throw new Error("not within 60 s");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - from;
}

/** The attack. */
export const slowClusters: Attack = {
  name: `${slowCount} workload clusters of one tenant answer after ${slowMs / 1000} s, and another tenant creates a Cluster`,
  before: "it waited 9.1 s, for all that came before it",
  async run() {
    const kit = initProvider<object>();
    const controller = kit.infraCluster(DemoCluster, {
      async reconcile({ cluster }, ctx) {
        const workload = await ctx.workload(cluster);
        if (workload.connected) await workload.client.listAll(Node);
        return provisioned();
      },
      delete: async () => removed(),
    });
    const provider = kit.provider({ name: "demo", type: "infrastructure", controllers: [controller] });
    await using server = await startSlowServer();
    await using env = await startTestEnv({ crds: [...coreCrds(), ...demoCrds] });
    await using running = startProvider(provider, { credentials: env.credentials, services: {} });
    const { client } = running;
    for (const name of ["slow", "other"])
      await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { namespace: "", name } });
    for (let i = 0; i < slowCount; i += 1)
      await createAll(client, { namespace: "slow", name: `slow-${i}` }, server.kubeconfig);
    await timeUntil(() => server.waiting() >= 10);
    const key = { namespace: "other", name: "quick" };
    await createAll(client, key, env.kubeconfig());
    const waited = await timeUntil(
      async () => (await client.get(DemoCluster, key)).status?.initialization?.provisioned === true,
    );
    if (waited > longestWaitMs) throw new Error(`it waited ${(waited / 1000).toFixed(1)} s`);
    return `it was provisioned after ${(waited / 1000).toFixed(1)} s`;
  },
};
