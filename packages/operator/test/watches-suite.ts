// What a manager watches and caches: namespaces, selectors, transforms, metadata, and kinds that appear later. One suite for the embedded and the real API server.
import { type Client, createClient } from "@capstan/client";
import { describeError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { ConfigMap, Namespace } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fastClock, fooCrd } from "./foo-crd.ts";
import {
  type CacheReader,
  type ControllerOptions,
  createManager,
  type LogFields,
  type Logger,
  type Manager,
  type ManagerOptions,
  metadataOf,
} from "../src/index.ts";

/** Set by the test file before it imports this one. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";
const poll = { timeout: 20_000, interval: 20 };

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec?: { size?: number; zone?: string };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");
const Crd: Resource<KubeObject<"apiextensions.k8s.io/v1", "CustomResourceDefinition">> = resourceOf(
  "apiextensions.k8s.io/v1",
  "CustomResourceDefinition",
  { scope: "Cluster" },
);

const spec = { type: "object", properties: { size: { type: "integer" }, zone: { type: "string" } } };
const crd = fooCrd({ properties: { spec }, version: { selectableFields: [{ jsonPath: ".spec.zone" }] } });

let env: TestEnv;
let client: Client;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  env = await startTestEnv({ backend });
  client = createClient(env.credentials);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  client.close();
  await env.stop();
});

interface Line extends LogFields {
  readonly message: string;
}

/** A manager that is not running, and what it logs. */
function make(options: Partial<ManagerOptions> = {}): { manager: Manager; lines: Line[]; run: () => void } {
  const lines: Line[] = [];
  const write = (message: string, fields: LogFields = {}): void => void lines.push({ message, ...fields });
  const log: Logger = { debug: () => undefined, info: write, warn: write, error: write, child: () => log };
  const manager = createManager({ client, log, ...options });
  const stop = new AbortController();
  const run = (): void => {
    const ended = manager.run(stop.signal).catch((error: unknown) => lines.push({ message: describeError(error) }));
    stops.push(async () => {
      stop.abort();
      await ended;
    });
  };
  return { manager, lines, run };
}

function foo(name: string, more: Partial<Foo["metadata"]> & { readonly spec?: NonNullable<Foo["spec"]> } = {}): Foo {
  const { spec: wanted = {}, ...metadata } = more;
  return {
    apiVersion: "example.com/v1",
    kind: "Foo",
    metadata: { namespace: "default", name, ...metadata },
    spec: wanted,
  };
}

async function installFoo(): Promise<void> {
  await client.create(Crd, structuredClone(crd));
  await expect
    .poll(
      () =>
        client.listAll(Foo).then(
          () => "served",
          () => "missing",
        ),
      poll,
    )
    .toBe("served");
}

async function createNamespaces(...names: readonly string[]): Promise<void> {
  for (const name of names) await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
}

/** A controller that does nothing but note what it was called with. */
function noting(keys: string[], more: Partial<ControllerOptions<Foo>> = {}): ControllerOptions<Foo> {
  return {
    name: "foo",
    for: Foo,
    minInterval: "0s",
    reconcile: async ({ namespace, name }) => void keys.push(`${namespace}/${name}`),
    ...more,
  };
}

const namesIn = (cache: CacheReader): readonly string[] =>
  cache
    .list(Foo)
    .map(({ metadata }) => `${metadata.namespace ?? ""}/${metadata.name ?? ""}`)
    .toSorted();

function rejected(read: () => unknown): string {
  try {
    return JSON.stringify(read());
  } catch (error) {
    return describeError(error);
  }
}

test("a manager of two namespaces caches and reconciles what is in them, each with its own progress", async () => {
  await installFoo();
  await createNamespaces("a", "b", "c");
  for (const namespace of ["a", "b", "c"]) await client.create(Foo, foo("x", { namespace }));
  const keys: string[] = [];
  const { manager, run } = make({ namespaces: ["a", "b"] });
  const seen: (number | undefined)[] = [];
  manager.addController(
    noting(keys, {
      async reconcile(key, context) {
        keys.push(`${key.namespace}/${key.name}`);
        const size = context.cache.get(Foo, key)?.spec?.size;
        if (key.name === "y") seen.push(size);
        if (key.name !== "y" || size !== undefined) return {};
        await context.client.patch(Foo, key, { type: "merge", body: { spec: { size: 1 } } });
        return { requeueAfter: "0s" };
      },
    }),
  );
  run();
  await expect.poll(() => keys.toSorted(), poll).toEqual(["a/x", "b/x"]);
  // A write in one namespace is seen by the watch of that namespace (R1).
  await client.create(Foo, foo("y", { namespace: "b" }));
  await expect.poll(() => seen, poll).toEqual([undefined, 1]);
  const { cache } = manager;
  expect(namesIn(cache)).toEqual(["a/x", "b/x", "b/y"]);
  expect(cache.list(Foo, { namespace: "a" })).toHaveLength(1);
  expect([cache.has(Foo), cache.has(Foo, "a"), cache.has(Foo, "c")]).toEqual([true, true, false]);
  expect(rejected(() => cache.get(Foo, { namespace: "c", name: "x" }))).toBe(
    "Foo of the namespace c is not cached: the manager watches a, b only\n  help: add the namespace to --namespace (in code: to `namespaces`), or read the object with the client",
  );
  expect(rejected(() => cache.list(Foo, { namespace: "c" }))).toContain("Foo of the namespace c is not cached");
});

test("selectors keep other objects out of the cache, and an object that stops to match is deleted there", async () => {
  await installFoo();
  await client.create(Foo, foo("web", { labels: { app: "web" }, spec: { zone: "z1" } }));
  await client.create(Foo, foo("far", { labels: { app: "web" }, spec: { zone: "z2" } }));
  await client.create(Foo, foo("db", { labels: { app: "db" }, spec: { zone: "z1" } }));
  const keys: string[] = [];
  const { manager, run } = make();
  manager.addController(noting(keys, { labelSelector: "app=web", fieldSelector: "spec.zone=z1" }));
  run();
  await expect.poll(() => keys, poll).toEqual(["default/web"]);
  expect(namesIn(manager.cache)).toEqual(["default/web"]);
  await client.patch(Foo, { namespace: "default", name: "far" }, { type: "merge", body: { spec: { zone: "z1" } } });
  await expect.poll(() => namesIn(manager.cache), poll).toEqual(["default/far", "default/web"]);
  await client.patch(
    Foo,
    { namespace: "default", name: "web" },
    { type: "merge", body: { metadata: { labels: { app: "db" } } } },
  );
  await expect.poll(() => namesIn(manager.cache), poll).toEqual(["default/far"]);
});

test("a field that the server cannot select by is named when the start fails", async () => {
  await installFoo();
  const { manager, lines, run } = make({ clock: fastClock, cacheSyncTimeout: "60s" });
  manager.addController(noting([], { fieldSelector: "spec.size=1" }));
  run();
  await expect
    .poll(() => lines.at(-1)?.message, poll)
    .toMatch(/^the cache was not filled within 60 s; missing: Foo \(.*field label not supported: spec\.size/);
});

test("a transform changes what is cached, in the first list and later", async () => {
  await installFoo();
  await client.create(Foo, foo("a", { annotations: { note: "long" }, spec: { size: 1, zone: "z" } }));
  const { manager, run } = make();
  const transform = (object: Foo): Foo => {
    delete object.metadata.annotations;
    return { ...object, spec: { zone: object.spec?.zone ?? "" } };
  };
  manager.addController(noting([], { transform }));
  run();
  const cached = (): unknown[] =>
    manager.cache.has(Foo) ? manager.cache.list(Foo).map((o) => [o.metadata.annotations, o.spec]) : [];
  await expect.poll(cached, poll).toEqual([[undefined, { zone: "z" }]]);
  await client.patch(
    Foo,
    { namespace: "default", name: "a" },
    { type: "merge", body: { spec: { size: 2, zone: "y" } } },
  );
  await expect.poll(cached, poll).toEqual([[undefined, { zone: "y" }]]);
});

test("a transform that changes the identity of an object keeps the kind from being ready, and is named", async () => {
  await installFoo();
  await client.create(Foo, foo("a"));
  const { manager, lines, run } = make({ clock: fastClock, cacheSyncTimeout: "60s" });
  manager.addController(noting([], { transform: (object) => ({ ...object, metadata: { name: "b" } }) }));
  run();
  await expect
    .poll(() => lines.at(-1)?.message, poll)
    .toBe(
      "the cache was not filled within 60 s; missing: Foo (the transform of Foo default/a failed: it changed name, namespace, uid, resourceVersion)\n  help: check that the kinds are installed and that this account may list and watch them; on a server that ignores sendInitialEvents, set KUBE_FEATURE_WatchListClient=false",
    );
  expect(lines.find(({ message }) => message === "Watch failed")).toMatchObject({ code: "operator/transform-failed" });
});

test("metadata is read with metadataOf; whole objects that are not cached are an error", async () => {
  await installFoo();
  await client.create(Foo, foo("a", { spec: { size: 1 } }));
  const { manager, run } = make();
  const mapped: string[] = [];
  manager.addController({
    name: "config",
    for: ConfigMap,
    watches: [{ resource: metadataOf(Foo), map: (object) => (mapped.push(Object.keys(object).toSorted().join()), []) }],
    reconcile: async () => undefined,
  });
  run();
  await expect.poll(() => mapped, poll).toEqual(["apiVersion,kind,metadata"]);
  expect(rejected(() => manager.cache.list(Foo))).toBe(
    "only the metadata of Foo is cached\n  help: read metadataOf(Foo), watch the kind itself instead of metadataOf(Foo), or read it with the client",
  );
  expect([manager.cache.has(Foo), manager.cache.has(metadataOf(Foo))]).toEqual([false, true]);
  expect(manager.cache.list(metadataOf(Foo)).map(({ metadata }) => metadata.name)).toEqual(["a"]);
});

test("a kind that is missing at the start is named in the log at once, and in the error that ends the start", async () => {
  const { manager, lines, run } = make({ clock: fastClock, cacheSyncTimeout: "60s" });
  manager.addController(noting([]));
  run();
  const message = "the server does not serve Foo of example.com/v1";
  await expect
    .poll(() => lines.at(-1)?.message, poll)
    .toBe(
      `the cache was not filled within 60 s; missing: Foo (${message})\n  help: check that the kinds are installed and that this account may list and watch them; on a server that ignores sendInitialEvents, set KUBE_FEATURE_WatchListClient=false`,
    );
  expect(lines.filter((line) => line.message === "Watch failed")).toMatchObject([
    {
      code: "operator/kind-not-served",
      error: `${message}\n  help: install its CustomResourceDefinition, with this version served; or set \`optional: true\` on the watch if the kind may be missing`,
    },
  ]);
});

test("an optional kind that appears later is watched from then on", async () => {
  const { manager, lines, run } = make({ clock: fastClock });
  const keys: string[] = [];
  const errors: string[] = [];
  manager.addController({
    name: "config",
    for: ConfigMap,
    predicate: ({ object }) => object.metadata.name === "c",
    watches: [
      { resource: Foo, optional: true, map: ({ metadata }) => [{ namespace: "default", name: metadata.name ?? "" }] },
    ],
    async reconcile(key, { cache }) {
      keys.push(key.name);
      if (!cache.has(Foo)) errors.push(rejected(() => cache.list(Foo)));
    },
  });
  run();
  await client.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace: "default", name: "c" },
  });
  await expect.poll(() => keys, poll).toEqual(["c"]);
  expect(errors).toEqual([expect.stringMatching(/^the server does not serve Foo of example\.com\/v1\n/)]);
  await installFoo();
  await client.create(Foo, foo("later"));
  await expect.poll(() => keys, poll).toEqual(["c", "later"]);
  expect(namesIn(manager.cache)).toEqual(["default/later"]);
  expect(lines.map(({ message }) => message)).toContain("Kind is served now");
});

async function serveFoo(served: boolean): Promise<void> {
  const body = [{ op: "replace", path: "/spec/versions/0/served", value: served }] as const;
  await client.patch(Crd, { namespace: "", name: "foos.example.com" }, { type: "json", body });
}

// The embedded server takes no definition without a version that is served.
test.runIf(backend === "envtest")(
  "objects of a kind that is not served for a while stay in the cache, and none is reconciled as deleted",
  async () => {
    await installFoo();
    await client.create(Foo, foo("a"));
    const seen: string[] = [];
    const { manager, lines, run } = make({ clock: fastClock });
    manager.addController(
      noting([], {
        reconcile: async (key, { cache }) => void seen.push(`${key.name} ${cache.get(Foo, key)?.metadata.name}`),
      }),
    );
    run();
    await expect.poll(() => seen, poll).toEqual(["a a"]);
    await serveFoo(false);
    await expect.poll(() => lines.map(({ code }) => code), poll).toContain("operator/kind-not-served");
    expect(namesIn(manager.cache)).toEqual(["default/a"]);
    await serveFoo(true);
    await expect.poll(() => lines.map(({ message }) => message), poll).toContain("Kind is served now");
    await client.create(Foo, foo("b"));
    await expect.poll(() => namesIn(manager.cache), poll).toEqual(["default/a", "default/b"]);
    await expect.poll(() => [...new Set(seen)], poll).toEqual(["a a", "b b"]);
  },
);

test("a controller and a watch that are added later see what exists and what changes", async () => {
  const { manager, run } = make();
  const [configs, foos]: [string[], string[]] = [[], []];
  const config = (name: string): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace: "default", name },
  });
  manager.addController({
    name: "config",
    for: ConfigMap,
    minInterval: "0s",
    predicate: ({ object }) => object.metadata.name?.startsWith("c") === true,
    reconcile: async ({ name }) => void configs.push(name),
  });
  run();
  await client.create(ConfigMap, config("c"));
  await expect.poll(() => configs, poll).toEqual(["c"]);
  await installFoo();
  await client.create(Foo, foo("first"));

  manager.addController(noting(foos));
  await expect.poll(() => foos, poll).toEqual(["default/first"]);
  // ConfigMaps are cached already: the handler that comes later gets them.
  manager.addWatch("foo", {
    resource: ConfigMap,
    map: ({ metadata }) => [{ namespace: "of-config", name: metadata.name ?? "" }],
  });
  await expect.poll(() => foos, poll).toContain("of-config/c");
  manager.addWatch("config", {
    resource: Foo,
    map: ({ metadata }) => [{ namespace: "default", name: `c-${metadata.name ?? ""}` }],
  });
  await expect.poll(() => configs, poll).toEqual(["c", "c-first"]);
  await client.create(Foo, foo("second"));
  await expect.poll(() => configs, poll).toEqual(["c", "c-first", "c-second"]);
  expect(foos).toContain("default/second");
  expect(rejected(() => manager.addWatch("bar", { resource: Foo, owner: "any" }))).toBe(
    'there is no controller "bar"\n  help: add the controller first, and give its name',
  );
});
