// The behavior of a manager on a complete API server; one suite for the embedded and the real one.
import { getEventListeners } from "node:events";
import { type Client, createClient, isConflict } from "@capstan/client";
import { type ClusterCredentials, isCapstanError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { Lease } from "@capstan/kube/builtin";
import { type EmbeddedEnv, startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fastClock, fooCrd } from "./foo-crd.ts";
import {
  type ControllerOptions,
  createManager,
  metadataOf,
  type Manager,
  type ManagerOptions,
  silentLogger,
} from "../src/index.ts";

/** Set by the test file before it imports this one. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec?: { size?: number };
  status?: { size?: number };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");
const size = { type: "object", properties: { size: { type: "integer" } } };
const crd = fooCrd({ properties: { spec: size, status: size }, version: { subresources: { status: {} } } });

let env: TestEnv;
let client: Client;
const running: { readonly stop: AbortController; readonly ended: Promise<void> }[] = [];

beforeEach(async () => {
  env = await startTestEnv({ backend, crds: [crd] });
  client = createClient(env.credentials);
});

afterEach(async () => {
  for (const { stop } of running) stop.abort();
  await Promise.allSettled(running.splice(0).map(({ ended }) => ended));
  client.close();
  await env.stop();
});

function foo(name: string, wanted: number = 1): Foo {
  return {
    apiVersion: "example.com/v1",
    kind: "Foo",
    metadata: { namespace: "default", name },
    spec: { size: wanted },
  };
}

function start(
  reconcile: ControllerOptions<Foo>["reconcile"],
  options: Partial<ManagerOptions> = {},
): { manager: Manager; signal: AbortSignal; stop: () => Promise<void> } {
  const manager = createManager({ client, log: silentLogger, ...options });
  manager.addController({ name: "foo", for: Foo, reconcile, minInterval: "0s" });
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  running.push({ stop, ended });
  return {
    manager,
    signal: stop.signal,
    stop: () => {
      stop.abort();
      return ended;
    },
  };
}

/** The contents of the cache and of the server, once they are equal or after 15 seconds. */
async function settled(manager: Manager): Promise<{ cached: readonly string[]; stored: readonly string[] }> {
  const describe = (objects: readonly Foo[]): string[] =>
    objects.map(({ metadata }) => `${metadata.name ?? ""}@${metadata.resourceVersion ?? ""}`).toSorted();
  for (let tries = 0; ; tries++) {
    const stored = describe((await client.listAll(Foo)).items);
    const cached = manager.cache.has(Foo) ? describe(manager.cache.list(Foo)) : [];
    if (tries === 300 || JSON.stringify(cached) === JSON.stringify(stored)) return { cached, stored };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("a controller that watches metadata only sees no other fields, and its own writes (R1)", async () => {
  const manager = createManager({ client, log: silentLogger });
  const seen: { has: readonly string[]; of: readonly number[]; note: string | undefined }[] = [];
  const predicates: boolean[] = [];
  manager.addController({
    name: "foo",
    for: metadataOf(Foo),
    minInterval: "0s",
    predicate: ({ object }) => predicates.push("spec" in object) > 0,
    async reconcile(key, context) {
      const object = context.cache.get(metadataOf(Foo), key);
      const note = object?.metadata.annotations?.["note"];
      const of = context.cache.list(metadataOf(Foo)).map((listed) => Object.keys(listed).length);
      seen.push({ has: Object.keys(object ?? {}), of, note });
      if (note !== undefined) return {};
      await context.client.patch(Foo, key, { type: "merge", body: { metadata: { annotations: { note: "seen" } } } });
      return { requeueAfter: "0s" };
    },
  });
  await client.create(Foo, foo("a"));
  const stop = new AbortController();
  running.push({ stop, ended: manager.run(stop.signal) });
  await expect.poll(() => seen.at(-1)?.note).toBe("seen");
  const fields = ["kind", "apiVersion", "metadata"];
  expect(seen).toEqual([
    { has: fields, of: [3], note: undefined },
    { has: fields, of: [3], note: "seen" },
  ]);
  expect(predicates).toEqual([false, false]);
});

test("every object reaches its wanted state, and no write is based on an outdated state (R1)", async () => {
  let conflicts = 0;
  const { manager } = start(async (key, context) => {
    const object = context.cache.get(Foo, key);
    if (object === undefined || object.status?.size === object.spec?.size) return {};
    const status = { size: (object.status?.size ?? 0) + 1 };
    try {
      await context.client.updateStatus(Foo, { ...object, status });
    } catch (error) {
      if (isConflict(error)) conflicts += 1;
      throw error;
    }
    return { requeueAfter: "0s" };
  });
  await Promise.all(Array.from({ length: 20 }, (_, i) => client.create(Foo, foo(`f${i}`, 5))));
  await expect
    .poll(() => manager.cache.list(Foo).filter(({ status }) => status?.size === 5).length, { timeout: 15_000 })
    .toBe(20);
  expect(conflicts).toBe(0);
  const { cached, stored } = await settled(manager);
  expect(cached).toEqual(stored);
});

test("what a reconcile writes into its object does not wake it, and what others write does (decision 0029)", async () => {
  let runs = 0;
  start(async (key, context) => {
    runs += 1;
    const { metadata } = await context.client.get(Foo, key);
    await context.client.updateStatus(Foo, { ...foo(key.name), metadata, status: { size: runs } });
    return { requeueAfter: "1s" };
  });
  await client.create(Foo, foo("a"));
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect([runs > 2, runs < 5]).toEqual([true, true]);
  const before = runs;
  await client.patch(Foo, { namespace: "default", name: "a" }, { type: "merge", body: { spec: { size: 9 } } });
  await expect.poll(() => runs, { timeout: 900 }).toBeGreaterThan(before);
});

test("a reconcile that deletes a collection sees none of it in the next one (R1)", async () => {
  const others = async (): Promise<readonly Foo[]> =>
    (await client.list(Foo, { namespace: "default", labelSelector: "part" })).items;
  const seen: number[] = [];
  for (let i = 0; i < 20; i++)
    await client.create(Foo, {
      ...foo(`part-${i}`),
      metadata: { ...foo(`part-${i}`).metadata, labels: { part: "1" } },
    });
  start(async (key, { cache, client: own }) => {
    if (key.name !== "a") return undefined;
    const parts = cache.list(Foo).filter(({ metadata }) => metadata.labels?.["part"] !== undefined);
    seen.push(parts.length);
    if (seen.length > 1) return undefined;
    const deleted = await own.deleteAllOf(Foo, { namespace: "default", labelSelector: "part" });
    expect(deleted).toHaveLength(20);
    return { requeueAfter: "0s" };
  });
  await client.create(Foo, foo("a"));
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual([20, 0]);
  expect(await others()).toEqual([]);
});

const leaseKey = { namespace: "default", name: "manager" };

function election(identity: string): Partial<ManagerOptions> {
  const times = { leaseDuration: "3s", renewDeadline: "2s", retryPeriod: "100ms" };
  return { leaderElection: { ...leaseKey, identity, ...times } };
}

/** Writes its identity into each object again and again, and remembers when. */
function startWriter(identity: string): { writes: number[]; ended: Promise<unknown> } {
  const writes: number[] = [];
  start(async (key, context) => {
    const body = { metadata: { annotations: { writer: identity, at: `${performance.now()}` } } };
    await context.client.patch(Foo, key, { type: "merge", body });
    writes.push(performance.now());
    return { requeueAfter: "5ms" };
  }, election(identity));
  const ended = running.at(-1)?.ended ?? Promise.resolve();
  return {
    writes,
    ended: ended.then(
      () => undefined,
      (error: unknown) => error,
    ),
  };
}

test.each([
  { how: "deleted", change: () => client.delete(Lease, leaseKey) },
  {
    how: "without a holder",
    change: () => client.patch(Lease, leaseKey, { type: "merge", body: { spec: { holderIdentity: "" } } }),
  },
])("when the lease of a leader is $how, no two processes write (L2)", async ({ change }) => {
  for (let i = 0; i < 5; i++) await client.create(Foo, foo(`f${i}`));
  const first = startWriter("first");
  await expect.poll(() => first.writes.length).toBeGreaterThan(5);
  const second = startWriter("second");
  await new Promise((resolve) => setTimeout(resolve, 500));
  await change();
  await new Promise((resolve) => setTimeout(resolve, 4000));
  const [one, other] = [first.writes, second.writes].toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  // One of them may have taken over; then the first one wrote nothing after that.
  expect(other?.[0] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(one?.at(-1) ?? 0);
});

test("a leader whose lease has another holder stops at once, and says why (L2)", async () => {
  await client.create(Foo, foo("a"));
  const { writes, ended } = startWriter("first");
  await expect.poll(() => writes.length).toBeGreaterThan(5);
  await client.patch(Lease, leaseKey, { type: "merge", body: { spec: { holderIdentity: "thief" } } });
  const changed = performance.now();
  expect(isCapstanError(await ended, "operator/lease-taken")).toBe(true);
  // Its deadline is two seconds.
  expect((writes.at(-1) ?? 0) - changed).toBeLessThan(1500);
});

test("a waiting process takes over when the leader releases the lease", async () => {
  const leaders: string[] = [];
  await client.create(Foo, foo("a"));
  const first = start(async () => void leaders.push("first"), election("first"));
  await expect.poll(() => leaders).toEqual(["first"]);
  start(async () => void leaders.push("second"), election("second"));
  await first.stop();
  await expect.poll(() => leaders).toEqual(["first", "second"]);
  expect((await client.get(Lease, leaseKey)).spec).toMatchObject({
    holderIdentity: "second",
    leaseTransitions: 1,
  });
});

/** How many listeners the process has, by event. */
function processListeners(): Readonly<Record<string, number>> {
  return Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)]));
}

test("a stopped manager leaves nothing behind", async () => {
  const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
  const before = { sockets: sockets(), listeners: processListeners() };
  /** The listeners of the signal, in each reconcile. */
  const counts: number[] = [];
  const { manager, signal, stop } = start(async (key, { client: own }) => {
    counts.push(getEventListeners(signal, "abort").length);
    await own.get(Foo, key);
    return counts.length < 50 ? { requeueAfter: "0s" } : {};
  }, election("one"));
  await client.create(Foo, foo("a"));
  await expect.poll(() => counts.length, { timeout: 10_000 }).toBe(50);
  // Waits of other tasks have one now and then; one that each reconcile leaves would be there 40 times more. An abort removes those of `once`.
  expect(Math.min(...counts.slice(-10))).toBeLessThanOrEqual(Math.max(...counts.slice(0, 10)));
  const { cached, stored } = await settled(manager);
  expect(cached).toEqual(stored);
  await stop();
  client.close();
  await expect.poll(sockets, { timeout: 10_000 }).toBeLessThanOrEqual(before.sockets);
  expect([processListeners(), getEventListeners(signal, "abort")]).toEqual([before.listeners, []]);
});

function embedded(): EmbeddedEnv {
  if (env.backend !== "embedded") throw new Error("only the embedded server can inject faults");
  return env;
}

test.runIf(backend === "embedded")(
  "after dropped connections, errors and lost history the cache equals the server (C2, F1 to F6)",
  async () => {
    const { manager } = start(async () => undefined, { clock: fastClock });
    let seed = 11;
    const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
    const { faults } = embedded();
    for (let step = 0; step < 120; step++) {
      const key = { namespace: "default", name: `f${random(8)}` };
      if (random(3) === 0) await client.delete(Foo, key);
      else if ((await client.find(Foo, key)) === undefined) await client.create(Foo, foo(key.name, step));
      else await client.patch(Foo, key, { type: "merge", body: { spec: { size: step } } });
      if (step % 10 === 3) faults.dropWatches({ plural: "foos" });
      if (step % 30 === 7) faults.inject({ verb: "watch", plural: "foos" }, { reason: "InternalError", times: 1 });
      if (step % 40 === 11) faults.expireHistory();
    }
    const { cached, stored } = await settled(manager);
    expect(cached).toEqual(stored);
  },
);

test.runIf(backend === "embedded")(
  "the state of a server that comes back with other objects and another authority is accepted (F1, F9, F18)",
  async () => {
    let current: ClusterCredentials = env.credentials;
    const renewing = createClient({ ...current, renew: async () => ({ ...current }) });
    for (let i = 0; i < 5; i++) await client.create(Foo, foo(`before-${i}`));
    const { manager } = start(async () => undefined, { client: renewing, clock: fastClock });
    expect((await settled(manager)).cached.length).toBe(5);
    const port = Number(new URL(current.server).port);
    await env.stop();
    env = await startTestEnv({ backend: "embedded", crds: [crd], embedded: { port } });
    current = env.credentials;
    client = createClient(current);
    await client.create(Foo, foo("after"));
    const { cached, stored } = await settled(manager);
    expect(cached).toEqual(stored);
    renewing.close();
  },
);

test.runIf(backend === "embedded")(
  "a server that is restored or sends garbage costs no change (C2, F18)",
  async () => {
    const reconciled = new Map<string, number>();
    const { manager } = start(
      async (key, { cache }) => void reconciled.set(key.name, cache.get(Foo, key)?.spec?.size ?? 0),
      { clock: fastClock },
    );
    const { faults } = embedded();
    const change = async (wanted: number): Promise<void> => {
      for (let i = 0; i < 20; i++)
        await client.patch(
          Foo,
          { namespace: "default", name: `f${i}` },
          { type: "merge", body: { spec: { size: wanted } } },
        );
    };
    const isReconciled = async (wanted: number): Promise<void> => {
      const { cached, stored } = await settled(manager);
      expect(cached).toEqual(stored);
      await expect.poll(() => [...new Set(reconciled.values())], { timeout: 10_000 }).toEqual([wanted]);
    };
    for (let i = 0; i < 20; i++) await client.create(Foo, foo(`f${i}`, 1));
    await isReconciled(1);
    const restore = faults.keepState();
    await change(2);
    await change(3);
    await isReconciled(3);
    restore();
    await isReconciled(1);
    await change(4);
    await isReconciled(4);
    faults.garbleWatches({ plural: "foos" });
    await change(5);
    await isReconciled(5);
  },
  30_000,
);
