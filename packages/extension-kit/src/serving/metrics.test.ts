// What an extension counts, and who may read it.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { createSelfSigned } from "@capstan/serve/certificates";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { served } from "../testing/served.ts";
import { ownCallHeader } from "./self-discovery.ts";
import { serveExtension } from "./serve-extension.ts";

const group = "/hooks.runtime.cluster.x-k8s.io/v1alpha1";
const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c", namespace: "n" },
  spec: {},
};
const deletion = JSON.stringify({ cluster });
const extension = defineExtension({
  beforeClusterDelete: ({ cluster: { metadata } }) => (metadata.name === "c" ? retryAfter("1m", "wait") : fail("no")),
  afterClusterUpgrade: () => proceed(),
});

async function linesOf(url: string | undefined): Promise<readonly string[]> {
  return (await (await fetch(`${url}/metrics`)).text()).split("\n");
}

test("calls count by hook, handler, status and whether they ask for another, requests as those of webhooks", async () => {
  await using server = await served(extension, { metricsAddress: "127.0.0.1:0" });
  const path = `${group}/beforeclusterdelete/before-cluster-delete`;
  await server.send("POST", path, deletion);
  await server.send("POST", path, deletion.replace('"c"', '"d"'));
  await server.send("POST", path, "{");
  await server.send("POST", `${group}/discovery`, "{}");
  const lines = await linesOf(server.running.metricsUrl);
  const labels = 'hook="BeforeClusterDelete",handler="before-cluster-delete"';
  expect(lines).toEqual(
    expect.arrayContaining([
      `capstan_hook_calls_total{${labels},status="Success",retry="true"} 1`,
      `capstan_hook_calls_total{${labels},status="Failure",retry="false"} 2`,
      `capstan_hook_calls_in_flight{${labels}} 0`,
      `capstan_hook_call_duration_seconds_count{${labels}} 3`,
      'capstan_hook_calls_total{hook="AfterClusterUpgrade",handler="after-cluster-upgrade",status="Failure",retry="false"} 0',
      `controller_runtime_webhook_requests_total{webhook="${path}",code="200"} 3`,
      `controller_runtime_webhook_requests_total{webhook="${group}/discovery",code="200"} 1`,
      `controller_runtime_webhook_latency_seconds_count{webhook="${path}"} 3`,
      `controller_runtime_webhook_requests_in_flight{webhook="${path}"} 0`,
    ]),
  );
  const expiry = lines.find((line) => line.startsWith("capstan_certificate_expiry_timestamp_seconds "));
  expect(Number(expiry?.split(" ")[1]) * 1000).toBeGreaterThan(Date.now());
});

test("what readiness calls of the own port does not count, and what pretends to be such a call does", async () => {
  const addresses = { metricsAddress: "127.0.0.1:0", healthAddress: "127.0.0.1:0" };
  await using server = await served(extension, addresses);
  const { healthUrl, metricsUrl } = server.running;
  expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200);
  const counted = async (): Promise<readonly string[]> =>
    (await linesOf(metricsUrl)).filter((line) => /^[a-z_]*(?:requests_total|count).*discovery".* [1-9]/.test(line));
  expect(await counted()).toEqual([]);
  await server.send("POST", `${group}/discovery`, "{}", { [ownCallHeader]: "x" });
  const labels = `webhook="${group}/discovery"`;
  expect(await counted()).toEqual([
    `controller_runtime_webhook_requests_total{${labels},code="200"} 1`,
    `controller_runtime_webhook_latency_seconds_count{${labels}} 1`,
  ]);
});

/** The status of the page for a caller without a token. */
async function statusOf(url: string | undefined, ca: string): Promise<number | undefined> {
  const sent = get(`${url}/metrics`, { ca, checkServerIdentity: () => undefined });
  const [response]: IncomingMessage[] = await once(sent, "response");
  response?.resume();
  return response?.statusCode;
}

test("on other addresses metrics are for callers whom the API server knows, unless they are for everyone", async () => {
  const tls = createSelfSigned({ commonName: "x" });
  const every = { tls, port: 0, metricsAddress: "0.0.0.0:0" };
  await using running = await serveExtension(extension, { ...every, metricsCertificate: tls });
  expect(await statusOf(running.metricsUrl, tls.certPem)).toBe(401);
  await using open = await serveExtension(extension, { ...every, insecureDiagnostics: true });
  expect((await linesOf(open.metricsUrl))[0]).toContain("# HELP");
});
