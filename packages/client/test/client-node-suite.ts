// The adapters for @kubernetes/client-node on a whole API server, the embedded one or the real one.
// Imported by a test file for each backend.
import { describeError, formatKubeconfig, parseKey } from "@capstan/kube";
import { ConfigMap, Namespace } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
  type V1Status,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isConflict } from "../src/api-error.ts";
import { makeApiClient, setSignalOptions } from "../src/client-node/api-client.ts";
import { clientFromKubeConfig } from "../src/client-node/kube-config.ts";
import type { Client } from "../src/client.ts";

/** Chosen by the test file, before this is imported. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";
const namespace = "default";

let env: TestEnv;
let config: KubeConfig;
let client: Client;
let core: CoreV1Api;
const sent: string[] = [];
beforeAll(async () => {
  env = await startTestEnv({ backend });
  config = new KubeConfig();
  config.loadFromString(env.kubeconfig());
  client = await clientFromKubeConfig(config);
  client.observe(({ method, code }) => void sent.push(`${method} ${code}`));
  core = makeApiClient(client, CoreV1Api);
}, 120_000);
afterAll(async () => {
  client.close();
  await env.stop();
});

const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a client from a KubeConfig reads and writes", async () => {
  expect((await client.get(Namespace, parseKey("default"))).metadata.name).toBe("default");
  const metadata = { namespace, name: "from-config" };
  const created = await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "1" } });
  const outdated = { ...created, metadata: { ...metadata, resourceVersion: "1" } };
  expect(isConflict(await caught(client.update(ConfigMap, outdated)))).toBe(true);
});

test("a typed API class creates, reads, lists, changes and deletes over the client's connections", async () => {
  sent.length = 0;
  const name = "typed";
  const metadata = { name, labels: { suite: "typed" } };
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "1" } };
  const created = await core.createNamespacedConfigMap({ namespace, body });
  expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
  const read = await core.readNamespacedConfigMap({ namespace, name });
  read.data = { a: "2" };
  await core.replaceNamespacedConfigMap({ namespace, name, body: read });
  const patch = { data: { b: "3" } };
  await core.patchNamespacedConfigMap(
    { namespace, name, body: patch },
    setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
  );
  const listed = await core.listNamespacedConfigMap({ namespace, labelSelector: "suite in (typed,other)" });
  expect(listed.items.map(({ data }) => data)).toEqual([{ a: "2", b: "3" }]);
  expect((await core.deleteNamespacedConfigMap({ namespace, name })).status).toBe("Success");
  expect(sent).toEqual(["POST 201", "GET 200", "PUT 200", "PATCH 200", "GET 200", "DELETE 200"]);
});

test("objects of any kind, and further API classes", async () => {
  const objects = makeApiClient(client, KubernetesObjectApi);
  const metadata = { namespace, name: "any" };
  await objects.create({ apiVersion: "v1", kind: "ConfigMap", metadata });
  expect((await objects.read({ apiVersion: "v1", kind: "ConfigMap", metadata })).metadata?.name).toBe("any");
  const deployments = await makeApiClient(client, AppsV1Api).listNamespacedDeployment({ namespace });
  expect(deployments.items).toEqual([]);
});

test("what the server rejects is an ApiException with its status", async () => {
  const error = await caught(core.readNamespacedConfigMap({ namespace, name: "nobody" }));
  if (!(error instanceof ApiException)) throw error;
  const status: V1Status = JSON.parse(String(error.body));
  expect([error.code, status.kind, status.reason, status.message, status.details?.name]).toEqual([
    404,
    "Status",
    "NotFound",
    'configmaps "nobody" not found',
    "nobody",
  ]);
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name: "default" } };
  expect(await caught(core.createNamespace({ body }))).toMatchObject({ code: 409 });
});

test.runIf(backend === "embedded")("a request is repeated when the server says how long to wait", async () => {
  if (env.backend !== "embedded") throw new Error("faults are the embedded server's");
  env.faults.inject(
    { verb: "get", plural: "configmaps" },
    { reason: "TooManyRequests", retryAfterSeconds: 1, times: 1 },
  );
  sent.length = 0;
  await core.readNamespacedConfigMap({ namespace, name: "from-config" });
  expect(sent).toEqual(["GET 429", "GET 200"]);
});

test("a signal ends a call before it is sent, also beside a header", async () => {
  const options = setSignalOptions(AbortSignal.abort(new Error("over")));
  expect(await caught(core.listNamespace({}, options))).toEqual(new Error("over"));
  const body = { data: { b: "3" } };
  const patch = { namespace, name: "from-config", body };
  const both = setHeaderOptions("Content-Type", PatchStrategy.MergePatch, options);
  expect(await caught(core.patchNamespacedConfigMap(patch, both))).toEqual(new Error("over"));
});

test.runIf(backend === "embedded")("a signal ends a call that waits", async () => {
  if (env.backend !== "embedded") throw new Error("faults are the embedded server's");
  env.faults.inject({ verb: "list", plural: "namespaces" }, { delayMs: 60_000, times: 1 });
  const stop = new AbortController();
  const call = caught(core.listNamespace({}, setSignalOptions(stop.signal)));
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop.abort(new Error("over"));
  expect(await call).toEqual(new Error("over"));
});

test.each([
  {
    name: "a watch",
    call: () => core.listNamespacedConfigMap({ namespace, watch: true }),
    want: "cannot GET /api/v1/namespaces/default/configmaps: a watch has no end, and this call would wait for it\n  help: use `client.watch`",
  },
  {
    name: "a log that is followed",
    call: () => core.readNamespacedPodLog({ namespace, name: "a", follow: true }),
    want: "cannot GET /api/v1/namespaces/default/pods/a/log: a log that is followed has no end\n  help: leave `follow` out, or use `Log` of that package",
  },
  {
    name: "a header",
    call: () => core.listNamespace({}, setHeaderOptions("Impersonate-User", "a")),
    want: "cannot GET /api/v1/namespaces: the header impersonate-user is not sent\n  help: leave it out: the client has its own credentials",
  },
  {
    name: "a method",
    call: () => core.connectHeadNodeProxy({ name: "a" }),
    want: "cannot HEAD /api/v1/nodes/a/proxy: the method HEAD is not sent\n  help: use client-node's own transport",
  },
])("$name is not offered, and nothing is sent", async ({ call, want }) => {
  sent.length = 0;
  expect([describeError(await caught(call())), sent]).toEqual([want, []]);
});

test("a server that cannot be reached is an error of the client, with the request", async () => {
  const other = new KubeConfig();
  other.loadFromString(formatKubeconfig({ server: "https://127.0.0.1:9", token: "t" }));
  const unreachable = await clientFromKubeConfig(other);
  const error = await caught(makeApiClient(unreachable, CoreV1Api).createNamespace({ body: {} }));
  expect(describeError(error)).toBe(
    "cannot POST /api/v1/namespaces: the API server at https://127.0.0.1:9 cannot be reached (connection refused)\n  help: check that the server runs and that the kubeconfig has its address",
  );
  unreachable.close();
});

test("the KubeConfig gives another identity when the server rejects the first", async () => {
  const { server, caData = "", certData = "", keyData = "" } = env.credentials;
  const renewable = new KubeConfig();
  const cluster = { name: "c", server, caData: Buffer.from(caData).toString("base64"), skipTLSVerify: false };
  renewable.loadFromClusterAndUser(cluster, { name: "u", authProvider: { name: "mine" } });
  let asked = 0;
  renewable.addAuthenticator({
    isAuthProvider: ({ authProvider }) => authProvider?.name === "mine",
    async applyAuthentication(_, options) {
      asked += 1;
      if (asked === 1) options.headers = { ...options.headers, Authorization: "Bearer expired" };
      else Object.assign(options, { cert: certData, key: keyData });
    },
  });
  const renewed = await clientFromKubeConfig(renewable);
  expect((await makeApiClient(renewed, CoreV1Api).readNamespace({ name: "default" })).metadata?.name).toBe("default");
  expect(asked).toBe(2);
  renewed.close();
});
