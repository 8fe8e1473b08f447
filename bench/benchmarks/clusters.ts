// Workload clusters: a controller of ours beside one on Cluster API's own cluster cache. Both watch the Nodes of each.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { type Client, createClient } from "@capstan/client";
import { kubeconfigSecret, ownerReferenceTo } from "@capstan/contract";
import { Secret } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { LocalCluster } from "../../examples/provider-local/src/api/v1beta1/local-cluster.ts";
import type { Benchmark, Contender, Figures } from "../src/benchmark.ts";
import { localCrds } from "../src/local-setup.ts";
import {
  bareProgram,
  goProgram,
  type OperatorCommand,
  ownProgram,
  readLatencies,
  reconciledAll,
  startOperator,
} from "../src/operator-process.ts";
import { peakMegabytes } from "../src/peak-memory.ts";
import { cpuSeconds, residentMegabytes } from "../src/process-usage.ts";
import { quantile } from "../src/statistics.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";
import { createNode, writeNode } from "../src/workload-node.ts";

const clusters = 200;
/** Writes to the Node, which all clusters have: each wakes all of them. */
const writes = 5;
const namespace = "default";

/** How long a process may take to connect to all clusters, and how long its memory may settle after that. */
const limitMs = 120_000;
const settleMs = 2000;

/** The API server, which is the management cluster and all workload clusters. */
interface Setup {
  readonly env: TestEnv;
  readonly client: Client;
  readonly folder: string;
  readonly kubeconfig: string;
}

async function startSetup(): Promise<Setup> {
  const env = await startTestEnv({ backend: "envtest", crds: [...coreCrds(), ...localCrds()] });
  const client = createClient(env.credentials);
  await createNode(client);
  for (let index = 0; index < clusters; index += 1) await createCluster(client, `cluster-${index}`, env.kubeconfig());
  const folder = makeTemporaryFolder();
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, env.kubeconfig(), { mode: 0o600 });
  return { env, client, folder, kubeconfig };
}

/** A cluster whose control plane is there, with its kubeconfig. */
async function createCluster(client: Client, name: string, kubeconfig: string): Promise<void> {
  const owner = await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name, namespace },
    spec: {
      controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 },
      infrastructureRef: { apiGroup: LocalCluster.group, kind: LocalCluster.kind, name },
    },
  });
  const initialization = { infrastructureProvisioned: true, controlPlaneInitialized: true };
  await client.updateStatus(Cluster, { ...owner, status: { initialization } });
  await client.create(LocalCluster, {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
    kind: "LocalCluster",
    metadata: { name, namespace, ownerReferences: [ownerReferenceTo(owner)] },
    spec: {},
  });
  await client.create(
    Secret,
    kubeconfigSecret({ cluster: name, namespace, kubeconfig, owner: ownerReferenceTo(owner) }),
  );
}

/** Takes away the conditions that the contender before has written: each writes them into each Cluster. */
async function forgetConditions(client: Client): Promise<void> {
  for (let index = 0; index < clusters; index += 1) {
    const key = { namespace, name: `cluster-${index}` };
    await client.patch(Cluster, key, { type: "merge", subresource: "status", body: { status: { conditions: null } } });
  }
}

/** Contenders, one after the other on one API server. */
function contenders(): Contender[] {
  let setup: Promise<Setup> | undefined;
  let users = 0;
  const contender = (name: string, command: (folder: string) => Promise<OperatorCommand>): Contender => ({
    name,
    prepare: async () => {
      users += 1;
      await (setup ??= startSetup());
    },
    run: async () => {
      const at = await (setup ??= startSetup());
      return await measure(await command(at.folder), at);
    },
    stop: async () => {
      users -= 1;
      if (users > 0 || setup === undefined) return;
      const { client, env, folder } = await setup;
      client.close();
      await env.stop();
      removeTemporaryFolder(folder);
      setup = undefined;
    },
  });
  return [
    contender("Capstan", async (folder) => {
      const { command, env } = await ownProgram("clusters", "@capstan/controller-kit", folder);
      return { command: [...command, "--webhook-port=0"], ...(env === undefined ? {} : { env }) };
    }),
    contender("Cluster API 1.14's cluster cache", () => goProgram("clusters")),
    contender("Node alone, one connection for each", (folder) => bareProgram("clusters-bare", folder)),
  ];
}

/** Starts a process, waits until it has seen the Node of each cluster, then writes the Node. */
async function measure(command: OperatorCommand, setup: Setup): Promise<Figures> {
  const report = join(setup.folder, `report-${Math.random().toString(36).slice(2)}`);
  await forgetConditions(setup.client);
  const began = performance.now();
  const running = await startOperator(command, setup, { expect: `${clusters}`, report });
  try {
    await reconciledAll(running, report, limitMs);
    const seconds = (performance.now() - began) / 1000;
    const cpu = cpuSeconds(running.pid);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const memory = residentMegabytes(running.pid);
    const before = cpuSeconds(running.pid);
    await writeNode(setup.client, writes);
    const during = cpuSeconds(running.pid) - before;
    const peak = peakMegabytes(running.pid) ?? Number.NaN;
    await running.stop();
    const latencies = readLatencies(running, report, clusters * writes);
    return {
      seconds,
      "CPU seconds": cpu,
      MB: memory,
      "peak MB": peak,
      "p50 ms": quantile(latencies, 0.5),
      "p99 ms": quantile(latencies, 0.99),
      "CPU seconds of writes": during,
    };
  } finally {
    await running.stop();
  }
}

const ratio = (figure: string, most: number) => ({ figure, of: "ratio", most }) as const;

/** 200 workload clusters. */
export const workloadClusters: Benchmark = {
  name: "clusters",
  how:
    "A controller that watches the Nodes of 200 workload clusters, from its start until a pass of each has seen its Node (seconds, processor time), its memory 2 s later; then the Node, which all clusters have, is written five times in 10 s: " +
    "the time from before the write until the pass that sees it, for each cluster, and the processor time of those 10 s. Both are controllers of Clusters that read the Node from memory: ours what its watch keeps of it, the peer the object in Cluster API's cluster cache. Both write the conditions Paused and Ready into each Cluster, which has none before: the peer as Cluster API's own controllers do, with its helpers for the pause and for patches, which compare the object in each reconcile. Ours also reads the metadata of the kubeconfig Secrets when it looks at a server; the peer caches the kubeconfigs. " +
    "Beside them stands a Node program that does nothing but a call, a list and a watch over one connection to each: what TLS costs on Node at least. One real kube-apiserver is the management cluster and all workload clusters.",
  contenders: contenders(),
  warmUps: 0,
  runs: { short: 1, full: 3 },
  // Decision 0033 has the reasons.
  limits: [
    ratio("seconds", 1.1),
    ratio("CPU seconds", 2.3),
    ratio("MB", 1),
    ratio("p50 ms", 4),
    ratio("p99 ms", 5),
    ratio("CPU seconds of writes", 3.5),
  ],
};
