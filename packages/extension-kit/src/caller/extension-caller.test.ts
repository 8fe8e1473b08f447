// Extensions that are called by their ExtensionConfigs: which handlers, in which order, with which settings, and when they are not called.
import { setTimeout as sleep } from "node:timers/promises";
import { hookCatalog } from "@capstan/api/catalog";
import type { Cluster } from "@capstan/api/core/v1beta2";
import { ExtensionConfig, type ExtensionConfigSpec } from "@capstan/api/runtime/v1beta2";
import { jsonResponse, type ServeResponse, startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, expect, test, vi } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { handle, type Handlers } from "../authoring/handlers.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { backupCatalog, olderCatalogs } from "../testing/backup-hooks.ts";
import { startExtension, type TestExtension } from "../testing/start-extension.ts";
import {
  createExtensionCaller,
  createExtensionRegistry,
  type ExtensionCaller,
  type ExtensionCallerOptions,
  type ExtensionRegistry,
  type FinishedCall,
} from "./index.ts";

const { BeforeClusterCreate, BeforeClusterDelete, DiscoverVariables } = hookCatalog;
const metadata = { namespace: "team", name: "one", uid: "1" };
const cluster: Cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata, spec: {} };

const open: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

interface Setup {
  readonly registry: ExtensionRegistry;
  readonly caller: ExtensionCaller;
  readonly calls: FinishedCall[];
  /** Discovers an extension and registers it. */
  readonly register: (name: string, handlers: Handlers, spec?: Partial<ExtensionConfigSpec>) => Promise<TestExtension>;
}

function setup(options: Partial<ExtensionCallerOptions> = {}): Setup {
  const registry = createExtensionRegistry();
  registry.warmUp([]);
  const calls: FinishedCall[] = [];
  const caller = createExtensionCaller({
    registry,
    namespaceLabels: (name) => (name === "team" ? { team: "a" } : undefined),
    onCall: (call) => calls.push(call),
    ...options,
  });
  open.push(() => caller.close());
  return {
    registry,
    caller,
    calls,
    async register(name, handlers, spec = {}) {
      const running = await startExtension(defineExtension(handlers, { settings: { size: { default: "none" } } }));
      open.push(() => running.stop());
      const config = configOf(name, running, spec);
      registry.add({ ...config, status: { handlers: await caller.discover(config) } });
      return running;
    },
  };
}

function configOf(
  name: string,
  { url, caBundle }: Pick<TestExtension, "url" | "caBundle">,
  spec: Partial<ExtensionConfigSpec>,
): ExtensionConfig {
  const clientConfig = { url, caBundle: Buffer.from(caBundle).toString("base64") };
  return {
    apiVersion: ExtensionConfig.apiVersion,
    kind: ExtensionConfig.kind,
    metadata: { name, resourceVersion: "1" },
    spec: { namespaceSelector: {}, ...spec, clientConfig },
  };
}

const unreachable = "https://127.0.0.1:1";

test("a product calls its own hooks by ExtensionConfigs, each extension in the newest version that it answers", async () => {
  const { caller, register, registry } = setup({ hooks: Object.values(backupCatalog) });
  await register("new", {
    custom: [handle(backupCatalog.BeforeBackup, ({ place }) => proceed({ result: { place: `new ${place.name}` } }))],
  });
  await register("old", {
    custom: [handle(olderCatalogs.onlyV1, ({ target }) => proceed({ doneIn: `old ${target}` }))],
  });
  const hook = backupCatalog.BeforeBackup;
  const names = await caller.handlersFor(hook, cluster);
  expect(names.map((name) => [name, registry.get(name)?.hook.apiVersion])).toEqual([
    ["before-backup.new", "hooks.vault.example.com/v2"],
    ["before-backup.old", "hooks.vault.example.com/v1"],
  ]);
  const call = { place: { name: "a" } };
  const answers = names.map((name) => caller.callExtension(hook, { name, object: cluster }, call));
  expect((await Promise.all(answers)).map(({ result }) => result?.place)).toEqual(["new a", "old a"]);
});

test.each([
  { name: "a success", answer: { status: "Success", handlers: [] }, status: "Success" },
  { name: "a failure", answer: { status: "Failure", message: "no" }, status: "Failure" },
  { name: "a success with a list that is wrong", answer: { status: "Success", handlers: [{}] }, status: "Success" },
  { name: "an answer without a status", answer: {}, status: undefined },
])("a discovery that is $name counts with its status", async ({ answer, status }) => {
  const tls = createSelfSigned({ commonName: "x", ipAddresses: ["127.0.0.1"] });
  const { apiVersion, responseKind: kind, path } = hookCatalog.Discovery;
  const handle = (): ServeResponse => jsonResponse(200, { apiVersion, kind, ...answer });
  const server = await startServer({ port: 0, tls, routes: [{ method: "POST", path, handle }] });
  open.push(() => server.close({ drainMs: 0 }));
  const { caller, calls } = setup();
  await caller.discover(configOf("x", { ...server, caBundle: tls.certPem }, {})).catch(() => undefined);
  expect(calls).toMatchObject([{ code: 200, status, hook: { name: "Discovery" } }]);
});

test("all handlers of a hook are called in the order of their names; the shortest delay wins", async () => {
  const { caller, register } = setup();
  await register("z", { beforeClusterCreate: { name: "a", handle: () => retryAfter("30s", "first") } });
  await register("b", { beforeClusterCreate: { name: "c", handle: () => retryAfter("10s", "second") } });
  await register("other", { beforeClusterDelete: () => fail("another hook") });
  expect(await caller.handlersFor(BeforeClusterCreate, cluster)).toEqual(["a.z", "c.b"]);
  expect(await caller.callAllExtensions(BeforeClusterCreate, cluster, { cluster })).toEqual({
    status: "Success",
    retryAfterSeconds: 10,
    message: "first, second",
  });
});

test("a namespaceSelector leaves handlers out of all, and is an error for one that is named", async () => {
  const { caller, register } = setup();
  const selected = { namespaceSelector: { matchLabels: { team: "a" } } };
  await register("a", { beforeClusterCreate: { name: "create", handle: () => proceed() } }, selected);
  const others = { namespaceSelector: { matchLabels: { team: "b" } } };
  await register("b", { beforeClusterCreate: { name: "create", handle: () => proceed() } }, others);
  expect(await caller.handlersFor(BeforeClusterCreate, cluster)).toEqual(["create.a"]);
  const named = caller.callExtension(BeforeClusterCreate, { name: "create.b", object: cluster }, { cluster });
  await expect(named).rejects.toThrow(
    'the handler "create.b" cannot be called with BeforeClusterCreate: its namespaceSelector does not select the namespace team',
  );
  const elsewhere = { metadata: { namespace: "none", name: "one" } };
  await expect(caller.handlersFor(BeforeClusterCreate, elsewhere)).rejects.toThrow("the namespace none does not exist");
});

test("a handler that is not there, or is one of another hook, is an error", async () => {
  const { caller, register } = setup();
  await register("a", { beforeClusterDelete: { name: "delete", handle: () => proceed() } });
  const call = (name: string): Promise<unknown> =>
    caller.callExtension(BeforeClusterCreate, { name, object: cluster }, { cluster });
  await expect(call("delete.a")).rejects.toThrow("it is a handler of BeforeClusterDelete");
  await expect(call("delete.b")).rejects.toThrow("no ExtensionConfig has it");
});

test("settings of the request win over those of the ExtensionConfig", async () => {
  const { caller, register } = setup();
  const sizes: unknown[] = [];
  const handle = (_: unknown, { settings }: { settings: object }) => {
    sizes.push(settings);
    return proceed();
  };
  await register("a", { beforeClusterCreate: { name: "create", handle } }, { settings: { size: "large" } });
  const call = (settings?: Record<string, string>): Promise<unknown> =>
    caller.callExtension(
      BeforeClusterCreate,
      { name: "create.a", object: cluster },
      { cluster, ...(settings && { settings }) },
    );
  await call();
  await call({ size: "small" });
  expect(sizes).toEqual([{ size: "large" }, { size: "small" }]);
});

test("an answer that delays holds the object until its delay is over, and no other", async () => {
  let now = 0;
  let delay = true;
  const { caller, calls, register } = setup({ now: () => now });
  const handle = () => (delay ? retryAfter("30s", "no room") : proceed());
  await register("a", { beforeClusterCreate: { name: "create", handle } });
  const before = calls.length;
  const call = (uid: string): Promise<object> =>
    caller.callBlocking(BeforeClusterCreate, { metadata: { ...metadata, uid } }, { cluster });
  expect(await call("1")).toMatchObject({ retryAfterSeconds: 30, message: "no room" });
  now = 29_800;
  expect(await call("1")).toMatchObject({ retryAfterSeconds: 1, message: "no room" });
  expect(calls.length - before).toBe(1);
  expect(await call("2")).toMatchObject({ retryAfterSeconds: 30 });
  delay = false;
  now = 30_000;
  expect(await call("1")).toMatchObject({ retryAfterSeconds: 0 });
});

test("without handlers nothing is held any more", async () => {
  const { caller, registry, register } = setup();
  await register("a", { beforeClusterCreate: { name: "create", handle: () => retryAfter("30s", "no room") } });
  expect(await caller.callBlocking(BeforeClusterCreate, cluster, { cluster })).toMatchObject({ retryAfterSeconds: 30 });
  registry.remove("a");
  expect(await caller.callBlocking(BeforeClusterCreate, cluster, { cluster })).toMatchObject({ retryAfterSeconds: 0 });
});

test("answers are kept for the same settings and the same state of the ExtensionConfig", async () => {
  let now = 0;
  let calls = 0;
  const { caller, registry, register } = setup({ now: () => now });
  const running = await register("a", {
    discoverVariables: {
      variables: () => {
        calls += 1;
        return proceed({ variables: [] });
      },
    },
  });
  const call = async (settings: Record<string, string>): Promise<number> => {
    const named = { name: "variables.a", object: cluster, keep: "10m" } as const;
    expect(await caller.callExtension(DiscoverVariables, named, { settings })).toMatchObject({ status: "Success" });
    return calls;
  };
  expect(await call({ a: "1", b: "2" })).toBe(1);
  expect(await call({ b: "2", a: "1" })).toBe(1);
  expect(await call({ a: "2" })).toBe(2);
  now = 10 * 60_000;
  expect(await call({ a: "2" })).toBe(3);
  const config = configOf("a", running, {});
  config.metadata.resourceVersion = "2";
  registry.add({ ...config, status: { handlers: await caller.discover(config) } });
  expect(await call({ a: "2" })).toBe(4);
});

test.each([
  { failurePolicy: "Fail", last: "it has failed several times and is not called for a moment" },
  { failurePolicy: "Ignore", last: "Success" },
] as const)(
  "a handler that cannot be reached is left alone for a while; its policy is $failurePolicy",
  async ({ failurePolicy, last }) => {
    let now = 0;
    const { caller, calls, registry } = setup({ now: () => now });
    const requestHook = { apiVersion: BeforeClusterDelete.apiVersion, hook: "BeforeClusterDelete" };
    const handlers = [{ name: "delete.a", requestHook, failurePolicy }];
    const add = (resourceVersion: string): void =>
      registry.add({
        apiVersion: ExtensionConfig.apiVersion,
        kind: ExtensionConfig.kind,
        metadata: { name: "a", resourceVersion },
        spec: { namespaceSelector: {}, clientConfig: { url: unreachable } },
        status: { handlers },
      });
    add("1");
    const call = async (): Promise<string> =>
      caller.callAllExtensions(BeforeClusterDelete, cluster, { cluster }).then(({ status }) => status, String);
    const outcomes: string[] = [];
    for (let count = 0; count < 5; count += 1) outcomes.push(await call());
    expect(calls.length).toBe(3);
    expect(outcomes[4]).toContain(last);
    expect(calls[0]).toMatchObject({
      code: undefined,
      status: undefined,
      host: "127.0.0.1:1",
      hook: { name: "BeforeClusterDelete" },
    });
    now = 1000;
    await call();
    await call();
    expect(calls.length).toBe(4);
    add("2");
    await call();
    expect(calls.length).toBe(5);
  },
);

test("an ExtensionConfig is registered whole or not at all", async () => {
  const { caller, registry, register } = setup();
  const running = await register("a", { beforeClusterCreate: { name: "create", handle: () => proceed() } });
  const config = configOf("a", running, {});
  const handlers = [{ name: "x.a", requestHook: { apiVersion: "v1", hook: "X" } }];
  expect(() => registry.add({ ...config, status: { handlers } })).toThrow("is not of a group and a version");
  expect(await caller.handlersFor(BeforeClusterCreate, cluster)).toEqual(["create.a"]);
  const spec = { ...config.spec, clientConfig: { url: "http://127.0.0.1" } };
  expect(() => registry.add({ ...config, spec })).toThrow("the address is not one of https");
  const named = { ...config.spec, clientConfig: { url: "https://user:password@127.0.0.1" } };
  expect(() => registry.add({ ...config, spec: named })).toThrow("the address has a user or a password");
});

test("before all are registered nothing can be looked up", () => {
  const registry = createExtensionRegistry();
  expect(() => registry.list(BeforeClusterCreate)).toThrow("warmUp was not called yet");
  expect(() => registry.get("a.b")).toThrow("warmUp was not called yet");
  registry.warmUp([]);
  expect(registry.list(BeforeClusterCreate)).toEqual([]);
  expect(() => registry.warmUp([])).toThrow("warmUp was called before");
});

/** A registry with an ExtensionConfig of a service. */
function registryOf(service: object): ExtensionRegistry {
  const registry = createExtensionRegistry();
  const requestHook = { apiVersion: BeforeClusterCreate.apiVersion, hook: "BeforeClusterCreate" };
  registry.warmUp([
    {
      apiVersion: ExtensionConfig.apiVersion,
      kind: ExtensionConfig.kind,
      metadata: { name: "a" },
      spec: { clientConfig: { service: { name: "quota", namespace: "team", ...service } } },
      status: { handlers: [{ name: "create.a", requestHook }] },
    },
  ]);
  return registry;
}

test.each([
  { service: { path: ".evil.com" }, url: "https://quota.team.svc/.evil.com" },
  { service: { path: "@evil.com/" }, url: "https://quota.team.svc/@evil.com/" },
  { service: { path: "/a?b#c" }, url: "https://quota.team.svc/a%3Fb%23c" },
  { service: { port: 9443, path: "/hooks" }, url: "https://quota.team.svc:9443/hooks" },
])("the address of a service is one of its host: $service", ({ service, url }) => {
  expect(registryOf(service).get("create.a")?.address.url).toBe(url);
});

test.each([
  { service: { name: "evil.com/" }, want: "the name or the namespace of its service is not a DNS label" },
  { service: { namespace: "evil.com/a" }, want: "the name or the namespace of its service is not a DNS label" },
  { service: { port: 99_999 }, want: "the address is not a URL" },
])("a service whose address would be one of another host is rejected: $service", ({ service, want }) => {
  expect(() => registryOf(service)).toThrow(want);
});

test("a clock of the computer that is set back prolongs neither delays nor pauses", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  open.push(() => vi.useRealTimers());
  const { caller, calls, register } = setup({ pauses: { failures: 1, first: "100ms", longest: "100ms" } });
  const running = await register("a", {
    beforeClusterDelete: { name: "delete", failurePolicy: "Ignore", handle: () => retryAfter("1s", "later") },
  });
  const call = (): Promise<unknown> => caller.callBlocking(BeforeClusterDelete, cluster, { cluster });
  const count = (): number => calls.filter(({ hook }) => hook.name === "BeforeClusterDelete").length;
  await call();
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await call()).toEqual({ status: "Success", retryAfterSeconds: 1, message: "later" });
  expect(count()).toBe(1);
  await sleep(1100);
  await running.stop();
  await call();
  expect(count()).toBe(2);
  vi.setSystemTime(Date.now() - 3_600_000);
  await call();
  expect(count()).toBe(2);
  await sleep(150);
  await call();
  expect(count()).toBe(3);
});
