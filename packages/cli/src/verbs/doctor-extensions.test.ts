// `capstan doctor` on a cluster with extensions that Cluster API cannot discover or call.
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { type Client, createClient } from "@capstan/client";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
let env: TestEnv;
let client: Client;
beforeEach(async () => {
  at = new TemporaryProject();
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
  at.write({ "package.json": { name: "foo" }, "tsconfig.json": {}, ".kube/config": env.kubeconfig() });
});
afterEach(async () => {
  client.close();
  await env.stop();
  at[Symbol.dispose]();
});

const began = "2026-01-01T00:00:00Z";

async function extension(name: string, message?: string): Promise<void> {
  const { apiVersion, kind } = ExtensionConfig;
  await client.create(ExtensionConfig, {
    apiVersion,
    kind,
    metadata: { name },
    spec: { clientConfig: { url: "https://example.com" } },
  });
  const [status, reason] =
    message === undefined ? (["True", "Discovered"] as const) : (["False", "NotDiscovered"] as const);
  const condition = { type: "Discovered", status, reason, message: message ?? "", lastTransitionTime: began };
  const body = { status: { conditions: [condition] } };
  await client.patch(ExtensionConfig, { namespace: "", name }, { type: "merge", body, subresource: "status" });
}

async function cluster(name: string, message: string): Promise<void> {
  const { apiVersion, kind } = Cluster;
  const metadata = { namespace: "default", name };
  const topology = { classRef: { name: "one" }, version: "v1.35.0" };
  await client.create(Cluster, { apiVersion, kind, metadata, spec: { topology } });
  const condition = {
    type: "TopologyReconciled",
    status: "False",
    reason: "ReconcileFailed",
    message,
    lastTransitionTime: began,
  } as const;
  const body = { status: { conditions: [condition] } };
  await client.patch(Cluster, metadata, { type: "merge", body, subresource: "status" });
}

async function doctor(): Promise<string[]> {
  const { text } = await at.capstan(["doctor"], { env: { HOME: at.root, PATH: "" } });
  return text.split("\n");
}

const address = 'Post "https://one.system.svc:443/hooks/patches-v1?timeout=10s": ';
const call = 'failed to call extension handler "patches-v1.one": http call failed: ';

test("no row where there is no ExtensionConfig", async () => {
  expect((await doctor()).filter((line) => line.includes("extensions"))).toEqual([]);
});

test("extensions that are discovered and called are counted", async () => {
  await extension("one");
  await cluster("other", "the ClusterClass one does not exist");
  expect(await doctor()).toContain("✓ extensions         1, called without a failure");
});

test.each([
  {
    name: "stalled",
    at: address,
    error: "http request timeout expired",
    help: "it does not answer in time: look for a call that waits in its log, or for a process that is stopped",
  },
  {
    name: "garbage",
    error: "failed to decode response: invalid character '<' looking for beginning of value",
    help: "what answers there is not the extension, or one for another version of the hooks: compare the Service of its ExtensionConfig",
  },
  {
    name: "expired",
    at: address,
    error: "tls: failed to verify certificate: x509: certificate has expired or is not yet valid",
    help: "renew its certificate; with cert-manager, look at its Certificate",
  },
  {
    name: "another authority",
    at: address,
    error: "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    help: "caBundle of its ExtensionConfig is not that of its certificate: set the annotation runtime.cluster.x-k8s.io/inject-ca-from-secret",
  },
  {
    name: "down",
    at: address,
    error: "dial tcp 10.0.0.1:443: connect: connection refused",
    help: "it does not run, or its Service does not lead to it",
  },
  {
    name: "another error",
    error: "something else",
    help: "read its log, and that of Cluster API's core manager",
  },
])("$name: what core's call fails with, and what to do", async ({ at: before = "", error, help }) => {
  await extension("one");
  await cluster("first", call + before + error);
  const lines = await doctor();
  expect(lines).toContain(
    `warning doctor/extension-fails: Cluster API cannot call the handler patches-v1.one for Cluster default/first: ${error}`,
  );
  expect(lines).toContain(`  help: ${help}`);
});

test("one warning for an extension that fails for many Clusters, and one for each that is not discovered", async () => {
  await extension("one");
  await extension(
    "two",
    'Error in discovery: failed to discover extension "two": http call failed: connection refused',
  );
  await cluster("first", call + "EOF");
  await cluster("second", call + "EOF");
  const lines = await doctor();
  const warnings = lines.filter((line) => line.includes("doctor/extension"));
  expect(warnings).toEqual([
    "warning doctor/extension-fails: Cluster API cannot call the handler patches-v1.one for 2 Clusters, default/first the first: EOF",
    "warning doctor/extension-lost: Cluster API cannot discover the extension two: connection refused",
    "next: capstan explain doctor/extension-fails",
  ]);
});
