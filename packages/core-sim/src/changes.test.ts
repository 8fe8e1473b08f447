// Whether steps have something to do: when all is read again, watches that fail, and the end of a simulation.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { coreCrds } from "@capstan/api/crds";
import { type Client, createClient } from "@capstan/client";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Changes } from "./changes.ts";
import { createCoreSim } from "./core-sim.ts";

let env: EmbeddedEnv;
let client: Client;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
});
afterAll(() => env.stop());
beforeEach(() => {
  client = createClient(env.credentials);
});
afterEach(() => client.close());

test("all is read again after ten seconds without a step, and after thirty with many", () => {
  let now = 0;
  const changes = new Changes({}, () => now);
  const readAt: number[] = [];
  const step = (): void => {
    if (changes.begin().isOld) readAt.push(now);
    changes.finish({ wrote: true, failed: false });
  };
  for (; now <= 60_000; now += 5000) step();
  expect(readAt).toEqual([0, 30_000, 60_000]);
  now = 75_000;
  step();
  expect(readAt).toContain(75_000);
});

test("where it takes long to read all again, it is done as much later, and at least once a minute", () => {
  let now = 0;
  let processMs = 0;
  const changes = new Changes(
    {},
    () => now,
    () => processMs,
  );
  const readAt: number[] = [];
  const step = (tookMs: number): void => {
    if (changes.begin().isOld) readAt.push(now);
    processMs += tookMs;
    changes.finish({ wrote: false, failed: false });
  };
  for (; now < 60_000; now += 1000) step(100);
  expect(readAt).toEqual([0, 20_000, 40_000]);
  for (; now < 200_000; now += 1000) step(1000);
  expect(readAt.slice(3)).toEqual([60_000, 120_000, 180_000]);
});

test("a time for which a step was requested stays when all is read again later", () => {
  let now = 0;
  let processMs = 0;
  const changes = new Changes(
    {},
    () => now,
    () => processMs,
  );
  changes.begin();
  changes.wakeAt(15_000);
  processMs += 1000;
  changes.finish({ wrote: false, failed: false });
  const workAt: number[] = [];
  for (; now <= 80_000; now += 1000) {
    if (!changes.begin().hasWork) continue;
    workAt.push(now);
    changes.finish({ wrote: false, failed: false });
  }
  expect(workAt).toEqual([15_000, 75_000]);
});

test("a watch that fails at once twice is begun again after a time, and what it would say is read once more", async () => {
  let begun = 0;
  vi.spyOn(client, "watch").mockImplementation(async function* () {
    begun += 1;
    await Promise.reject(new Error("watches are forbidden"));
    yield* [];
  });
  const changes = new Changes({}, Date.now);
  let ended = 0;
  const observe = (): void => changes.observe(client, Machine, { ended: () => void (ended += 1) });
  observe();
  await expect.poll(() => ended).toBe(1);
  expect(changes.begin().hasWork).toBe(true);
  observe();
  await expect.poll(() => ended).toBe(2);
  changes.begin();
  observe();
  expect([begun, changes.begin().hasWork]).toEqual([2, false]);
  changes.close();
  await expect.poll(() => ended).toBe(3);
});

test("a watch that fails once soon after it began does not hide what others change", async () => {
  const watch = client.watch.bind(client);
  let failures = 0;
  vi.spyOn(client, "watch").mockImplementation((resource, options) => {
    if (resource.kind !== "Cluster" || failures > 0) return watch(resource, options);
    failures += 1;
    return (async function* () {
      await Promise.reject(new Error("too old resource version"));
      yield* [];
    })();
  });
  // A clock that stands still: nothing is read again because of the time.
  const sim = createCoreSim({ client, workloads: false, watch: true, now: () => 0 });
  const key = { namespace: "default", name: "once" };
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key,
    spec: { paused: false },
  });
  const phaseAfterStep = async (): Promise<string | undefined> => {
    await sim.step();
    return (await client.get(Cluster, key)).status?.phase;
  };
  await expect.poll(phaseAfterStep, { timeout: 5000 }).toBe("Pending");
  for (let quiet = 0; quiet < 5;) quiet = (await sim.step()).length === 0 ? quiet + 1 : 0;
  await client.patch(Cluster, key, { type: "merge", body: { spec: { paused: true } } });
  await expect.poll(async () => (await sim.step()).map(({ name }) => name), { timeout: 5000 }).toContain("once");
  expect(failures).toBe(1);
  sim.close();
});

test("a watch that fails later has a step run, which begins it again", async () => {
  const fails = Promise.withResolvers<never>();
  vi.spyOn(client, "watch").mockImplementation(async function* () {
    await fails.promise;
    yield* [];
  });
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const changes = new Changes({}, Date.now);
  changes.observe(client, Machine);
  changes.begin();
  clock.mockReturnValue(60_000);
  fails.reject(new Error("the connection was lost"));
  await expect.poll(() => changes.begin().hasWork).toBe(true);
  clock.mockRestore();
  changes.close();
});

test("a simulation that is closed while a step runs leaves no watch", async () => {
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace: "default", name: "a" },
    spec: { paused: true },
  });
  const signals: (AbortSignal | undefined)[] = [];
  const watch = client.watch.bind(client);
  vi.spyOn(client, "watch").mockImplementation((resource, options) => {
    signals.push(options?.signal);
    return watch(resource, options);
  });
  const sim = createCoreSim({ client, workloads: false, watch: true });
  const step = sim.step();
  expect(signals.length).toBeGreaterThan(0);
  sim.close();
  await step.catch(() => undefined);
  expect(signals.filter((signal) => signal?.aborted !== true)).toEqual([]);
});
