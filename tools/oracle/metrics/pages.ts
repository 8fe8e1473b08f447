// The pages of metrics of two operators that reconcile the same objects of one API server, lead by a Lease and serve a webhook: the peer on controller-runtime, and one on Capstan.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@capstan/client";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { createManager, defineValidation, webhookServer } from "@capstan/operator";
import { silentLogger } from "@capstan/process";
import { startTestEnv } from "@capstan/testenv";
import { freePorts, startProcess } from "@capstan/testenv/host";
import { buildPeer } from "@capstan/tool-peers/build";
import { itemCrd } from "@capstan/tool-peers/item-crd";
import { callReview, reviewPath, type ServedCertificate, writeCertificate } from "./review.ts";

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
const lease = "oracle-metrics";

/** What a page shows when its operator has reconciled an object, leads, and has answered a review. */
const done: readonly RegExp[] = [
  /^controller_runtime_reconcile_total\{controller="item",result="success"\} [1-9]/m,
  /^leader_election_master_status\{name="[^"]+"\} 1$/m,
  /^controller_runtime_webhook_requests_total\{(?=[^}]*code="200")[^}]*\} [1-9]/m,
];

/** Where an operator serves, and the certificate of its webhook. */
interface Served {
  readonly metricsAddress: string;
  readonly webhookPort: number;
  readonly certificate: ServedCertificate;
}

/** Starts both operators one after the other, and resolves to their pages when each has done its work. */
export async function metricsPages(): Promise<Pages> {
  await using env = await startTestEnv({ crds: [itemCrd] });
  const client = createClient(env.credentials);
  const metadata = { namespace: "default", name: "a" };
  await client.create(Item, { apiVersion: "bench.example.com/v1", kind: "Item", metadata, spec: { sent: 1 } });
  const folder = mkdtempSync(join(tmpdir(), "capstan-oracle-metrics-"));
  try {
    writeFileSync(join(folder, "kubeconfig"), env.kubeconfig(), { mode: 0o600 });
    const certificate = writeCertificate(folder);
    const ours = await ourPage(client, await placeOf(certificate));
    return { ours, upstream: await upstreamPage(folder, await placeOf(certificate)) };
  } finally {
    client.close();
    rmSync(folder, { recursive: true });
  }
}

async function placeOf(certificate: ServedCertificate): Promise<Served> {
  const [metricsPort = 0, webhookPort = 0] = await freePorts(2);
  return { metricsAddress: `127.0.0.1:${metricsPort}`, webhookPort, certificate };
}

async function ourPage(client: Client, served: Served): Promise<string> {
  const { metricsAddress, webhookPort, certificate } = served;
  const leaderElection = { name: lease, namespace: "default" };
  const manager = createManager({ client, log: silentLogger, metricsAddress, leaderElection });
  manager.addController({ name: "item", for: Item, reconcile: async () => undefined });
  const validation = defineValidation(Item, { path: reviewPath, create: () => undefined });
  const tls = { directory: certificate.directory };
  manager.addServer(webhookServer([validation], { host: "127.0.0.1", port: webhookPort, tls }));
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  const page = await finishedPage(served);
  stop.abort();
  await ended;
  return page;
}

async function upstreamPage(folder: string, served: Served): Promise<string> {
  const command = await buildPeer("operator");
  const peer = await startProcess({
    name: "operator",
    command,
    args: [
      `--metrics-bind-address=${served.metricsAddress}`,
      "--namespace=default",
      `--report=${join(folder, "report")}`,
      `--lease=${lease}`,
      `--webhook-port=${served.webhookPort}`,
      `--webhook-certificates=${served.certificate.directory}`,
    ],
    env: { PATH: process.env["PATH"] ?? "", KUBECONFIG: join(folder, "kubeconfig") },
    log: join(folder, "log"),
  });
  try {
    return await finishedPage(served);
  } finally {
    await peer.stop();
  }
}

/** The page when its operator has done its work. */
async function finishedPage({ metricsAddress, webhookPort, certificate }: Served): Promise<string> {
  const deadline = performance.now() + waitMs;
  let isReviewed = false;
  for (;;) {
    isReviewed ||= await callReview(webhookPort, certificate);
    const answer = await fetch(`http://${metricsAddress}/metrics`).catch(() => undefined);
    const page = (await answer?.text()) ?? "";
    const missing = done.filter((line) => !line.test(page));
    if (missing.length === 0) return page;
    if (performance.now() > deadline)
      throw new Error(`the page at ${metricsAddress} has no ${missing.join(", ")} after 2 minutes`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
