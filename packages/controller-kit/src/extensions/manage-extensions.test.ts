// Extensions of a manager on the embedded API server: what becomes of their ExtensionConfigs, and what the start waits for.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { hookCatalog } from "@capstan/api/catalog";
import { coreCrds } from "@capstan/api/crds";
import { ExtensionConfig, type ExtensionConfigSpec } from "@capstan/api/runtime/v1beta2";
import { type Client, createClient } from "@capstan/client";
import { defineExtension, proceed, retryAfter } from "@capstan/extension-kit";
import { startExtension, type TestExtension } from "@capstan/extension-kit/testing";
import { errorFrom, isCapstanError } from "@capstan/kube";
import { Namespace, Secret } from "@capstan/kube/builtin";
import { controllerRights, createManager, type MetricsRegistry, silentLogger } from "@capstan/operator";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callMetrics, type ManagedExtensions, manageExtensions, type ManageExtensionsOptions } from "./index.ts";

const { BeforeClusterCreate, BeforeClusterDelete } = hookCatalog;
const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { namespace: "default", name: "one" },
  spec: {},
} as const;
const extension = defineExtension({
  beforeClusterCreate: { name: "create", failurePolicy: "Ignore", timeout: "5s", handle: () => proceed() },
  beforeClusterDelete: { name: "delete", handle: () => retryAfter("10s", "later") },
});

let env: TestEnv;
let client: Client;
let served: TestExtension;
const open: (() => unknown)[] = [];
beforeEach(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
  served = await startExtension(extension);
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
  client.close();
  await served.stop();
  await env.stop();
});

interface Started extends ManagedExtensions {
  /** Settles when the manager ends. */
  readonly ended: Promise<string>;
  readonly stop: () => void;
}

/** A manager with the extensions of the server. */
function start(options: ManageExtensionsOptions = {}): Started {
  const stop = new AbortController();
  const manager = createManager({ client, log: silentLogger, limits: { minInterval: "0s" } });
  const extensions = manageExtensions(manager, options);
  const ended = manager.run(stop.signal).then(
    () => "stopped",
    (error: unknown) => codeOf(error),
  );
  open.push(async () => {
    stop.abort();
    await ended;
  });
  return { ...extensions, ended, stop: () => stop.abort() };
}

function codeOf(error: unknown): string {
  return isCapstanError(error) ? error.code : errorFrom(error).message;
}

function base64(value: string): string {
  return Buffer.from(value).toString("base64");
}

async function create(
  name: string,
  more: Partial<ExtensionConfig["metadata"]> = {},
  spec: Partial<ExtensionConfigSpec> = {},
): Promise<void> {
  const clientConfig = { url: served.url, caBundle: base64(served.caBundle) };
  await client.create(ExtensionConfig, {
    apiVersion: ExtensionConfig.apiVersion,
    kind: ExtensionConfig.kind,
    metadata: { name, ...more },
    spec: { clientConfig, namespaceSelector: {}, ...spec },
  });
}

const keyOfConfig = (name: string) => ({ namespace: "", name });
const read = (name: string): Promise<ExtensionConfig> => client.get(ExtensionConfig, keyOfConfig(name));
const statusOf = async (name: string): Promise<ExtensionConfig["status"]> => (await read(name)).status;
const discovered = async (name: string): Promise<string> => {
  const found = (await statusOf(name))?.conditions?.find(({ type }) => type === "Discovered");
  return `${found?.status} ${found?.reason}`;
};
const time = expect.any(String);
const unreachable = { clientConfig: { url: "https://127.0.0.1:1", caBundle: base64("none") } };

test("handlers and conditions are written, and the handlers can be called", async () => {
  await create("one");
  const { caller, registry } = start();
  await expect.poll(() => registry.isReady).toBe(true);
  const requestHook = (hook: string) => ({ apiVersion: BeforeClusterCreate.apiVersion, hook });
  expect(await statusOf("one")).toEqual({
    conditions: [
      {
        type: "Discovered",
        status: "True",
        reason: "Discovered",
        message: "",
        observedGeneration: 1,
        lastTransitionTime: time,
      },
      {
        type: "Paused",
        status: "False",
        reason: "NotPaused",
        message: "",
        observedGeneration: 1,
        lastTransitionTime: time,
      },
    ],
    deprecated: { v1beta1: { conditions: [{ type: "Discovered", status: "True", lastTransitionTime: time }] } },
    handlers: [
      {
        name: "create.one",
        requestHook: requestHook("BeforeClusterCreate"),
        timeoutSeconds: 5,
        failurePolicy: "Ignore",
      },
      {
        name: "delete.one",
        requestHook: requestHook("BeforeClusterDelete"),
        timeoutSeconds: 10,
        failurePolicy: "Fail",
      },
    ],
  });
  const answer = await caller.callBlocking(BeforeClusterDelete, cluster, { cluster });
  expect(answer).toEqual({ status: "Success", retryAfterSeconds: 10, message: "later" });
  await create("two");
  await expect.poll(() => registry.get("create.two")?.timeoutSeconds).toBe(5);
  await client.delete(ExtensionConfig, keyOfConfig("one"));
  await expect.poll(() => registry.get("create.one")).toBeUndefined();
});

test("certificates come from the Secret that the annotation names, also later", async () => {
  const secret = { namespace: "default", name: "certs" };
  await create(
    "one",
    { annotations: { "runtime.cluster.x-k8s.io/inject-ca-from-secret": "default/certs" } },
    unreachable,
  );
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: secret,
    data: { "ca.crt": base64("first") },
  });
  const { registry } = start({ warmUp: { timeout: "0s", otherwise: "keep" } });
  await expect.poll(() => registry.isReady).toBe(true);
  const ca = async (): Promise<string> =>
    Buffer.from((await read("one")).spec.clientConfig.caBundle ?? "", "base64").toString();
  await expect.poll(ca).toBe("first");
  await client.patch(ExtensionConfig, keyOfConfig("one"), {
    type: "merge",
    body: { spec: { clientConfig: { url: served.url } } },
  });
  await client.patch(Secret, secret, { type: "merge", body: { data: { "ca.crt": base64(served.caBundle) } } });
  await expect.poll(ca).toBe(served.caBundle);
  await expect.poll(() => discovered("one")).toBe("True Discovered");
  const { metadata, status } = await read("one");
  expect(status?.conditions?.map(({ observedGeneration }) => observedGeneration)).toEqual([
    metadata.generation,
    metadata.generation,
  ]);
});

test("a discovery that fails keeps the handlers, and its condition says why", async () => {
  await create("one");
  const { registry } = start();
  await expect.poll(() => discovered("one")).toBe("True Discovered");
  const body = { spec: unreachable };
  await client.patch(ExtensionConfig, keyOfConfig("one"), { type: "merge", body });
  await expect.poll(() => discovered("one")).toBe("False NotDiscovered");
  const { conditions, deprecated, handlers } = (await statusOf("one")) ?? {};
  expect(conditions?.[0]?.message).toMatch(/^Error in discovery: /);
  expect(deprecated?.v1beta1?.conditions).toMatchObject([
    { status: "False", reason: "DiscoveryFailed", severity: "Error" },
  ]);
  expect(handlers?.length).toBe(2);
  expect(registry.get("create.one")?.address.url).toBe(served.url);
});

test("nothing is done for an ExtensionConfig that is paused", async () => {
  const { registry } = start();
  await expect.poll(() => registry.isReady).toBe(true);
  await create("one", { annotations: { "cluster.x-k8s.io/paused": "" } });
  const message = "ExtensionConfig has the cluster.x-k8s.io/paused annotation";
  await expect
    .poll(async () => (await statusOf("one"))?.conditions)
    .toMatchObject([{ type: "Paused", status: "True", reason: "Paused", message }]);
  expect(registry.get("create.one")).toBeUndefined();
  await client.patch(ExtensionConfig, keyOfConfig("one"), { type: "merge", body: { metadata: { annotations: null } } });
  await expect.poll(() => discovered("one")).toBe("True Discovered");
});

test("the start discovers an ExtensionConfig that is paused, which stays paused", async () => {
  await create("one", { annotations: { "cluster.x-k8s.io/paused": "" } });
  const paused = {
    type: "Paused",
    status: "True",
    reason: "Paused",
    message: "ExtensionConfig has the cluster.x-k8s.io/paused annotation",
    lastTransitionTime: "2020-01-01T00:00:00Z",
    observedGeneration: 1,
  } as const;
  const body = { status: { conditions: [paused] } };
  await client.patch(ExtensionConfig, keyOfConfig("one"), { type: "merge", body, subresource: "status" });
  const { registry } = start();
  await expect.poll(() => registry.isReady).toBe(true);
  expect(registry.get("create.one")).toBeDefined();
  expect((await statusOf("one"))?.conditions).toMatchObject([{ type: "Discovered", status: "True" }, paused]);
});

test("one extension that is down stops the start, or starts it with the handlers from before", async () => {
  await create("up");
  await create("down", {}, unreachable);
  const requestHook = { apiVersion: BeforeClusterCreate.apiVersion, hook: "BeforeClusterCreate" };
  const status = {
    handlers: [{ name: "create.down", requestHook, timeoutSeconds: 1, failurePolicy: "Fail" }],
  } as const;
  await client.patch(ExtensionConfig, keyOfConfig("down"), { type: "merge", body: { status }, subresource: "status" });
  const warmUp = { timeout: "100ms", interval: "20ms" } as const;
  expect(await start({ warmUp }).ended).toBe("extensions/warm-up");
  const { caller, registry } = start({ warmUp: { ...warmUp, otherwise: "keep" } });
  await expect.poll(() => registry.isReady).toBe(true);
  expect(await caller.handlersFor(BeforeClusterCreate, cluster)).toEqual(["create.down", "create.up"]);
  const call = caller.callAllExtensions(BeforeClusterCreate, cluster, { cluster });
  await expect(call).rejects.toMatchObject({ code: "extension/call-failed" });
});

test("a manager that is stopped while an extension is down stops, and tries no more", async () => {
  await create("down", {}, unreachable);
  const { ended, caller, stop } = start();
  const discover = vi.spyOn(caller, "discover");
  await expect.poll(() => discovered("down")).toBe("False NotDiscovered");
  stop();
  expect(await ended).toBe("stopped");
  const tried = discover.mock.calls.length;
  await sleep(300);
  expect(discover.mock.calls.length).toBe(tried);
});

test("a manager that is stopped while an extension does not answer stops at once", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  await once(silent, "listening");
  const { port } = Object(silent.address());
  await create("silent", {}, { clientConfig: { url: `https://127.0.0.1:${port}`, caBundle: base64(served.caBundle) } });
  const { ended, stop } = start();
  await expect.poll(() => sockets.size).toBe(1);
  const from = performance.now();
  stop();
  expect(await ended).toBe("stopped");
  expect(performance.now() - from).toBeLessThan(5000);
});

test("an ExtensionConfig that nobody can call does not keep the others from being called", async () => {
  await create("up");
  await create("open", {}, { clientConfig: { url: "http://127.0.0.1:1" } });
  const warmUp = { timeout: "100ms", interval: "20ms" } as const;
  const { caller, registry } = start({ warmUp: { ...warmUp, otherwise: "keep" } });
  await expect.poll(() => registry.isReady).toBe(true);
  expect(await caller.handlersFor(BeforeClusterCreate, cluster)).toEqual(["create.up"]);
});

test("a namespaceSelector is about the labels that the namespace has now", async () => {
  await create("one", {}, { namespaceSelector: { matchLabels: { team: "a" } } });
  const { caller, registry } = start();
  await expect.poll(() => registry.isReady).toBe(true);
  expect(await caller.handlersFor(BeforeClusterCreate, cluster)).toEqual([]);
  const body = { metadata: { labels: { team: "a" } } };
  await client.patch(Namespace, { namespace: "", name: "default" }, { type: "merge", body });
  await expect.poll(() => caller.handlersFor(BeforeClusterCreate, cluster)).toEqual(["create.one"]);
});

test("a manager that only reads waits for the one that discovers", async () => {
  await create("one");
  const warmUp = { timeout: "100ms", interval: "20ms" } as const;
  expect(await start({ readOnly: true, warmUp }).ended).toBe("extensions/warm-up");
  expect(await statusOf("one")).toBeUndefined();
  const reader = start({ readOnly: true });
  start();
  await expect.poll(() => reader.registry.isReady, { timeout: 10_000 }).toBe(true);
  expect(reader.registry.get("create.one")).toBeDefined();
  expect(reader.controller.calls).toEqual([]);
});

test("its rights are those to discover, and only to read where another manager discovers", () => {
  const rulesOf = (options: ManageExtensionsOptions): readonly string[] => {
    const manager = createManager({ client, log: silentLogger });
    const { clusterRules, watchedRules } = controllerRights([manageExtensions(manager, options).controller]);
    return [...clusterRules, ...watchedRules]
      .flatMap(({ resources, verbs }) => resources.map((resource) => `${resource}: ${verbs.toSorted().join(", ")}`))
      .filter((rule) => !rule.includes("reviews"))
      .toSorted();
  };
  const own = "events: create, patch";
  expect(rulesOf({})).toEqual([
    own,
    "extensionconfigs/status: patch",
    "extensionconfigs: get, list, patch, watch",
    "namespaces: get, list, watch",
    "secrets: get, list, watch",
  ]);
  expect(rulesOf({ readOnly: true })).toEqual([
    own,
    "extensionconfigs: get, list, watch",
    "namespaces: get, list, watch",
  ]);
});

test("calls are counted with the labels of Cluster API", () => {
  const counted: object[] = [];
  const metric = (kind: string, { name }: { readonly name: string }) => ({
    add: (labels: object) => counted.push({ kind, name, labels }),
    observe: (labels: object, value: number) => counted.push({ kind, name, labels, value }),
    set: () => undefined,
    remove: () => undefined,
  });
  const metrics: MetricsRegistry = {
    counter: (options) => metric("counter", options),
    gauge: (options) => metric("gauge", options),
    histogram: (options) => metric("histogram", options),
  };
  const count = callMetrics(metrics);
  const labels = { host: "a:1", group: BeforeClusterCreate.group, version: "v1alpha1", hook: "BeforeClusterCreate" };
  const call = { hook: BeforeClusterCreate, host: "a:1", seconds: 2, error: undefined };
  count({ ...call, code: 200, status: "Success" });
  count({ ...call, code: undefined, status: undefined });
  count({ ...call, code: 200, status: "one of a million" });
  const durations = { kind: "histogram", name: "capi_runtime_sdk_request_duration_seconds", labels, value: 2 };
  const requests = { kind: "counter", name: "capi_runtime_sdk_requests_total" };
  expect(counted).toEqual([
    { ...requests, labels: { ...labels, code: "200", status: "Success" } },
    durations,
    { ...requests, labels: { ...labels, code: "<error>", status: "Unknown" } },
    durations,
    { ...requests, labels: { ...labels, code: "200", status: "Unknown" } },
    durations,
  ]);
});
