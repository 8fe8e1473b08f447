// Writes that are in flight while a manager stops: they end when the lease is lost, and the lease is not released beside one.
import type { Client, PatchRequest, UntypedPatches } from "@capstan/client";
import { describeError, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { Lease } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { a, Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import type { Manager } from "./manager-options.ts";
import { createManager } from "./manager.ts";

interface Write {
  readonly signal: AbortSignal | undefined;
  readonly answer: () => void;
}

interface Rig {
  readonly clock: FakeClock;
  readonly manager: Manager;
  readonly stop: AbortController;
  /** What `run` of the manager ended with; undefined while it runs. */
  readonly end: () => string | undefined;
  readonly run: () => Promise<void>;
  /** The patches that were sent. Each is in flight until it is answered, or its signal aborts. */
  readonly writes: readonly Write[];
  readonly holder: () => Promise<string | undefined>;
  /** From now on no call for the Lease gets through. */
  readonly cutOff: () => void;
}

/** A manager with an election, whose patches are not answered. */
function make(): Rig {
  const api = new FakeApi();
  api.put(Foo, foo("a"));
  const clock = new FakeClock();
  const stop = new AbortController();
  const writes: Write[] = [];
  const real = api.client;
  let isCutOff = false;
  let end: string | undefined;
  const reachable = (kind: string): void => {
    if (isCutOff && kind === "Lease") throw new Error("no route");
  };
  const patches: UntypedPatches = real;
  const client: Client = {
    ...real,
    find: async (resource, key, options) => (reachable(resource.kind), real.find(resource, key, options)),
    update: async (resource, object, options) => (reachable(resource.kind), real.update(resource, object, options)),
    patch: <T extends KubeObject>(resource: Resource<T>, key: ObjectKey, { signal, ...rest }: PatchRequest) =>
      new Promise<T>((resolve, reject) => {
        writes.push({ signal, answer: () => resolve(patches.patch(resource, key, rest)) });
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  const leaderElection = { name: "lease", identity: "me" };
  const manager = createManager({ client, clock, log: silentLogger, leaderElection, shutdownTimeout: "60s" });
  const run = async (): Promise<void> => {
    void manager.run(stop.signal).then(
      () => (end = "stopped"),
      (error: unknown) => (end = describeError(error)),
    );
    await clock.advance(0);
  };
  const holder = async (): Promise<string | undefined> =>
    (await real.find(Lease, { namespace: "default", name: "lease" }))?.spec?.holderIdentity;
  return { clock, manager, stop, end: () => end, run, writes, holder, cutOff: () => (isCutOff = true) };
}

const ready = { type: "merge", body: { metadata: { annotations: { ready: "False" } } } } as const;

test.each([{ stops: true }, { stops: false }])(
  "a write in flight ends when the lease is lost, and so does the manager (stopped before: $stops) (L2)",
  async ({ stops }) => {
    const rig = make();
    const reconcile = async (_: unknown, { client }: { readonly client: Client }): Promise<void> =>
      void (await client.patch(Foo, a, ready));
    rig.manager.addController({ name: "foo", for: Foo, timeout: "10m", reconcile });
    await rig.run();
    if (stops) rig.stop.abort();
    await rig.clock.advance(2000);
    expect(rig.writes.map(({ signal }) => signal?.aborted)).toEqual([false]);
    rig.cutOff();
    await rig.clock.advance(11_000);
    expect(rig.writes.map(({ signal }) => signal?.aborted)).toEqual([true]);
    expect(rig.end()).toContain("the lease default/lease could not be renewed within 10 s: leadership is lost");
    expect(await rig.holder()).toBe("me");
  },
);

test("the lease stays held while the report of an abandoned reconcile is in flight (L3)", async () => {
  const rig = make();
  const gate = Promise.withResolvers<void>();
  const abandoned = async (_: unknown, { client }: { readonly client: Client }): Promise<void> =>
    void (await client.patch(Foo, a, ready));
  rig.manager.addController({ name: "foo", for: Foo, timeout: "10s", reconcile: () => gate.promise, abandoned });
  await rig.run();
  await rig.clock.advance(15_000);
  gate.resolve();
  await settle();
  rig.stop.abort();
  await rig.clock.advance(100);
  expect([rig.writes.length, await rig.holder(), rig.end()]).toEqual([1, "me", undefined]);
  for (const { answer } of rig.writes) answer();
  await settle();
  expect([await rig.holder(), rig.end()]).toEqual(["", "stopped"]);
});

test("the lease stays held while a function of onLeading is in flight (L3)", async () => {
  const rig = make();
  rig.manager.onLeading(async () => void (await rig.manager.leaderClient.patch(Foo, a, ready)));
  await rig.run();
  rig.stop.abort();
  await rig.clock.advance(100);
  expect([rig.writes.length, await rig.holder(), rig.end()]).toEqual([1, "me", undefined]);
  for (const { answer } of rig.writes) answer();
  await settle();
  expect([await rig.holder(), rig.end()]).toEqual(["", "stopped"]);
});

test("an event in flight ends before the lease is released (L3)", async () => {
  const rig = make();
  rig.manager.addController({
    name: "foo",
    for: Foo,
    reconcile: async (_, { events }) => {
      // The second one is a patch of the first.
      for (const message of ["full", "full"]) events.record(foo("a"), { type: "Normal", reason: "Full", message });
    },
  });
  await rig.run();
  rig.stop.abort();
  await rig.clock.advance(1900);
  expect([rig.writes.map(({ signal }) => signal?.aborted), await rig.holder()]).toEqual([[false], "me"]);
  await rig.clock.advance(200);
  expect(rig.writes.map(({ signal }) => signal?.aborted)).toEqual([true]);
  expect([await rig.holder(), rig.end()]).toEqual(["", "stopped"]);
});
