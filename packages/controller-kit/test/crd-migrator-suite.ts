// The migrator of storage versions on an API server: what it moves, what it says, and what it leaves alone.
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ProviderManagerOptions } from "../src/run/provider-manager.ts";
import { startProvider, type RunningProvider } from "../src/testing/start-provider.ts";
import { createChainBench, type ChainBench } from "./chain-kinds.ts";

const observed = "crd-migration.cluster.x-k8s.io/observed-generation";
let env: TestEnv;
let bench: ChainBench;
const running: RunningProvider[] = [];

beforeAll(async () => {
  env = await startTestEnv();
}, 120_000);
afterAll(() => env.stop());
afterEach(async () => {
  await Promise.all(running.splice(0).map((provider) => provider.stop()));
  await bench[Symbol.asyncDispose]();
});

function start(options: Partial<ProviderManagerOptions<object>> = {}): RunningProvider {
  const { provider, log } = bench;
  const started = startProvider(provider, { credentials: env.credentials, services: {}, log, ...options });
  running.push(started);
  return started;
}

async function stop(): Promise<void> {
  await Promise.all(running.splice(0).map((provider) => provider.stop()));
}

const storedVersions = async (): Promise<readonly string[]> => (await bench.crd()).status?.storedVersions ?? [];

/** Whether the migrator is done with the definition as it is now. */
const isSettled = async (): Promise<boolean> => {
  const { metadata } = await bench.crd();
  return metadata.annotations?.[observed] === String(metadata.generation);
};
const settled = (): Promise<void> => expect.poll(isSettled, { interval: 50 }).toBe(true);

/** The resourceVersion of each object. */
async function revisions(): Promise<Readonly<Record<string, string | undefined>>> {
  const { items } = await bench.client.listAll(bench.kindIn("v2"), { metadataOnly: true });
  return Object.fromEntries(items.map(({ metadata }) => [metadata.name ?? "", metadata.resourceVersion]));
}

describe.each([{ status: false }, { status: true }])("a kind with a status subresource: $status", ({ status }) => {
  test("a new version is added to a running provider, its objects are moved, and the oldest version can be removed", async () => {
    bench = await createChainBench(env, ["a", "b"], { status });
    start();
    await settled();
    expect(await storedVersions()).toEqual(["v1"]);
    await bench.define("v1", ["v1", "v2", "v3"]);
    await settled();
    expect(await storedVersions()).toEqual(["v1"]);
    await bench.define("v3", ["v1", "v2", "v3"]);
    await settled();
    expect(await storedVersions()).toEqual(["v3"]);
    expect(bench.logged("info", "crd", "storageVersion", "storedVersions", "objects", "moved", "current")).toEqual(
      expect.arrayContaining([
        {
          message: "Moving objects to the storage version",
          crd: bench.key.name,
          storageVersion: "v3",
          storedVersions: ["v1", "v3"],
          objects: 2,
        },
        {
          message: "All objects are stored in the storage version",
          crd: bench.key.name,
          storageVersion: "v3",
          storedVersions: ["v1", "v3"],
          moved: 2,
          current: 0,
        },
      ]),
    );
    // Without a version the server cannot read what is stored in it.
    await bench.define("v3", ["v2", "v3"]);
    await settled();
    await expect
      .poll(async () => (await bench.client.listAll(bench.kindIn("v3"))).items.map(({ spec }) => spec))
      .toEqual([{ amount: 1 }, { amount: 1 }]);
    expect((await bench.client.get(bench.kindIn("v2"), { namespace: "default", name: "b" })).spec).toEqual({
      count: 1,
    });
    expect(bench.logged("warn")).toEqual([]);
  });
});

test("a second start, and a change of the definition that moves nothing, write no object", async () => {
  bench = await createChainBench(env, ["a", "b"]);
  await bench.define("v3", ["v1", "v2", "v3"]);
  start();
  await settled();
  const before = await revisions();
  await stop();
  start();
  const body = { spec: { names: { shortNames: ["ch"] } } };
  await bench.client.patch(CustomResourceDefinition, bench.key, { type: "merge", body });
  await settled();
  // As if a manager had been stopped before it wrote that it is done.
  await bench.client.patch(CustomResourceDefinition, bench.key, {
    type: "merge",
    body: { status: { storedVersions: ["v1", "v3"] } },
    subresource: "status",
  });
  await bench.client.patch(CustomResourceDefinition, bench.key, {
    type: "merge",
    body: { metadata: { annotations: { [observed]: null } } },
  });
  await settled();
  expect(await storedVersions()).toEqual(["v3"]);
  expect(await revisions()).toEqual(before);
  expect(bench.logged("info", "moved", "current").at(-1)).toEqual({
    message: "All objects are stored in the storage version",
    moved: 0,
    current: 2,
  });
});

test("an object that cannot be converted is named and repeated, the others are moved, and the old version stays", async () => {
  bench = await createChainBench(env, ["a", "b", "c"]);
  bench.broken.add("b");
  await bench.define("v3", ["v1", "v2", "v3"]);
  start();
  const failed = {
    message: "Chain could not be moved to the storage version",
    object: "default/b",
    reason: expect.stringContaining("b is broken"),
  };
  await expect.poll(() => bench.logged("warn", "object", "reason"), { interval: 50 }).toContainEqual(failed);
  await expect
    .poll(() => bench.logged("error", "controller", "code", "error"), { interval: 50 })
    .toContainEqual(
      expect.objectContaining({
        message: "Reconciler error",
        controller: "crd-migrator",
        code: "migration/objects-failed",
      }),
    );
  expect(await storedVersions()).toEqual(["v1", "v3"]);
  expect(await isSettled()).toBe(false);
  const names = new Set(bench.logged("warn", "object").flatMap((line) => Object.values(line).slice(1)));
  expect([...names].filter((name) => name !== undefined)).toEqual(["default/b"]);
  bench.broken.clear();
  await settled();
  expect(await storedVersions()).toEqual(["v3"]);
  expect(bench.logged("info", "moved").at(-1)).toMatchObject({ moved: 1 });
});

test("objects that the webhook rejects keep no other from being moved", async () => {
  const names = Array.from({ length: 16 }, (_, index) => `m${String(index).padStart(2, "0")}`);
  bench = await createChainBench(env, names);
  const hostile = names.slice(0, 12);
  for (const name of hostile) bench.broken.add(name);
  await bench.define("v3", ["v1", "v2", "v3"]);
  start();
  await expect.poll(() => bench.logged("error").length, { interval: 20 }).toBeGreaterThan(0);
  expect(
    bench
      .logged("error", "error")
      .map((line) => JSON.stringify(line))
      .join(),
  ).toContain("12 of 16 objects");
  expect(await storedVersions()).toEqual(["v1", "v3"]);
  bench.broken.clear();
  await settled();
  expect(await storedVersions()).toEqual(["v3"]);
  // A pass that had begun before they could be converted leaves fewer of them to the last one.
  const left = hostile.map((_, index) => index + 1);
  expect(bench.logged("info", "moved").at(-1)).toMatchObject({ moved: expect.toBeOneOf(left) });
});

test("a definition whose storage version changes during a move never says that nothing is stored in the new one", async () => {
  bench = await createChainBench(
    env,
    Array.from({ length: 40 }, (_, index) => `m${index}`),
  );
  await bench.define("v3", ["v1", "v2", "v3"]);
  const states: { readonly storage: string; readonly stored: readonly string[] }[] = [];
  const stopWatching = new AbortController();
  const watching = (async () => {
    const select = { fieldSelector: `metadata.name=${bench.key.name}`, signal: stopWatching.signal };
    for await (const { type, object } of bench.client.watch(CustomResourceDefinition, select)) {
      if (type === "BOOKMARK") continue;
      const storage = object.spec.versions.find((version) => version.storage)?.name ?? "";
      states.push({ storage, stored: object.status?.storedVersions ?? [] });
    }
  })();
  const { client } = start();
  const moving = new Promise<void>((resolve) => {
    client.observe(({ method }) => (method === "PATCH" ? resolve() : undefined));
  });
  await moving;
  await bench.define("v2", ["v1", "v2", "v3"]);
  await settled();
  await expect.poll(() => states.at(-1), { interval: 20 }).toEqual({ storage: "v2", stored: ["v2"] });
  stopWatching.abort();
  await watching;
  expect(states.filter(({ storage, stored }) => !stored.includes(storage))).toEqual([]);
  expect(states.map(({ storage }) => storage)).toContain("v3");
});

test("a manager that is stopped half-way leaves the old version, and the next one ends the work", async () => {
  const names = Array.from({ length: 120 }, (_, index) => `m${index}`);
  bench = await createChainBench(env, names);
  const before = await revisions();
  await bench.define("v3", ["v1", "v2", "v3"]);
  const first = start();
  const written = new Promise<void>((resolve) => {
    let patches = 0;
    first.client.observe(({ method }) => {
      if (method === "PATCH" && ++patches === 20) resolve();
    });
  });
  await written;
  await stop();
  expect(await storedVersions()).toEqual(["v1", "v3"]);
  expect(bench.logged("error")).toEqual([]);
  const between = await revisions();
  const moved = names.filter((name) => between[name] !== before[name]).length;
  expect(moved).toBeGreaterThanOrEqual(19);
  expect(moved).toBeLessThan(names.length);
  start();
  await settled();
  expect(await storedVersions()).toEqual(["v3"]);
  expect(bench.logged("info", "moved", "current").at(-1)).toMatchObject({
    moved: names.length - moved,
    current: moved,
  });
});

test.each<{ why: string; options: Partial<ProviderManagerOptions<object>>; want: readonly string[] }>([
  { why: "it watches one namespace", options: { namespaces: ["default"] }, want: ["v1", "v3"] },
  {
    why: "both phases are skipped",
    options: { skipCrdMigrationPhases: ["StorageVersionMigration", "CleanupManagedFields"] },
    want: ["v1", "v3"],
  },
])("nothing is migrated when $why", async ({ options, want }) => {
  bench = await createChainBench(env, ["a"]);
  await bench.define("v3", ["v1", "v2", "v3"]);
  const { metadata } = await bench.crd();
  start(options);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await storedVersions()).toEqual(want);
  expect((await bench.crd()).metadata.resourceVersion).toBe(metadata.resourceVersion);
});

test("the phase of the storage version alone can be skipped", async () => {
  bench = await createChainBench(env, ["a"]);
  await bench.define("v3", ["v1", "v2", "v3"]);
  start({ skipCrdMigrationPhases: ["StorageVersionMigration"] });
  await settled();
  expect(await storedVersions()).toEqual(["v1", "v3"]);
});

test("of two managers only the leader migrates", async () => {
  bench = await createChainBench(env, ["a", "b"]);
  const leaderElection = { name: "chain", namespace: "default" };
  start({ leaderElection });
  await settled();
  start({ leaderElection });
  await bench.define("v3", ["v1", "v2", "v3"]);
  await settled();
  await stop();
  expect(bench.logged("info").filter((line) => JSON.stringify(line).includes("Moving objects"))).toHaveLength(1);
});

test("a storage version that is not served is an error that says so", async () => {
  bench = await createChainBench(env, ["a"]);
  const { spec } = await bench.crd();
  const versions = spec.versions.map((version) => ({ ...version, served: version.name !== "v1" }));
  await bench.client.patch(CustomResourceDefinition, bench.key, { type: "merge", body: { spec: { versions } } });
  start();
  await expect
    .poll(() => bench.logged("error", "code"), { interval: 50 })
    .toContainEqual({ message: "Reconciler error", code: "migration/storage-not-served" });
});

test("objects in the storage version are left alone, and those created meanwhile too", async () => {
  bench = await createChainBench(env, []);
  await bench.define("v3", ["v1", "v2", "v3"]);
  await bench.create("v2", "new");
  const before = await revisions();
  start();
  await settled();
  expect(await storedVersions()).toEqual(["v3"]);
  expect(await revisions()).toEqual(before);
});

test("a definition that is being deleted is left alone", async () => {
  bench = await createChainBench(env, ["a"]);
  const key = { namespace: "default", name: "a" };
  const metadata = { finalizers: ["example.org/held"] };
  await bench.client.patch(bench.kindIn("v1"), key, { type: "merge", body: { metadata } });
  await bench.define("v3", ["v1", "v2", "v3"]);
  await bench.client.delete(CustomResourceDefinition, bench.key);
  start();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { metadata: left, status } = await bench.crd();
  expect([left.annotations?.[observed], status?.storedVersions]).toEqual([undefined, ["v1", "v3"]]);
  expect(bench.logged("error")).toEqual([]);
});
