// The pages of metrics of two operators that reconcile the same objects of one API server: the peer on controller-runtime, and one on Capstan.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@capstan/client";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { createManager } from "@capstan/operator";
import { silentLogger } from "@capstan/process";
import { startTestEnv } from "@capstan/testenv";
import { freePorts, startProcess } from "@capstan/testenv/host";
import { buildPeer } from "@capstan/tool-peers/build";
import { itemCrd } from "@capstan/tool-peers/item-crd";

/** The kind that the peer reconciles (tools/peers/operator/item.go). */
interface Item extends KubeObject<"bench.example.com/v1", "Item"> {
  readonly spec: { readonly sent: number };
}
const Item: Resource<Item> = resourceOf<Item>("bench.example.com/v1", "Item");

/** Both pages. */
export interface Pages {
  readonly ours: string;
  readonly upstream: string;
}

const waitMs = 120_000;
const reconciled = /^controller_runtime_reconcile_total\{controller="item",result="success"\} [1-9]/m;

/** Starts both operators, and resolves to their pages when each has reconciled an object. */
export async function metricsPages(): Promise<Pages> {
  await using env = await startTestEnv({ crds: [itemCrd] });
  const client = createClient(env.credentials);
  const metadata = { namespace: "default", name: "a" };
  await client.create(Item, { apiVersion: "bench.example.com/v1", kind: "Item", metadata, spec: { sent: 1 } });
  const folder = mkdtempSync(join(tmpdir(), "capstan-oracle-metrics-"));
  try {
    writeFileSync(join(folder, "kubeconfig"), env.kubeconfig(), { mode: 0o600 });
    return { ours: await ourPage(client), upstream: await upstreamPage(folder) };
  } finally {
    client.close();
    rmSync(folder, { recursive: true });
  }
}

async function ourPage(client: Client): Promise<string> {
  const [port = 0] = await freePorts(1);
  const metricsAddress = `127.0.0.1:${port}`;
  const manager = createManager({ client, log: silentLogger, metricsAddress });
  manager.addController({ name: "item", for: Item, reconcile: async () => undefined });
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  const page = await reconciledPage(metricsAddress);
  stop.abort();
  await ended;
  return page;
}

async function upstreamPage(folder: string): Promise<string> {
  const [port = 0] = await freePorts(1);
  const address = `127.0.0.1:${port}`;
  const command = await buildPeer("operator");
  const peer = await startProcess({
    name: "operator",
    command,
    args: [`--metrics-bind-address=${address}`, "--namespace=default", `--report=${join(folder, "report")}`],
    env: { PATH: process.env["PATH"] ?? "", KUBECONFIG: join(folder, "kubeconfig") },
    log: join(folder, "log"),
  });
  try {
    return await reconciledPage(address);
  } finally {
    await peer.stop();
  }
}

/** The page when its operator has reconciled an object. */
async function reconciledPage(address: string): Promise<string> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const answer = await fetch(`http://${address}/metrics`).catch(() => undefined);
    const page = (await answer?.text()) ?? "";
    if (reconciled.test(page)) return page;
    if (performance.now() > deadline) throw new Error(`the operator at ${address} has reconciled nothing in 2 minutes`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
