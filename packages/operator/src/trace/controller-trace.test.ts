// The trace of a controller on a scripted API: events, runs, writes and the load of its queue.
import type { KubeObject } from "@capstan/kube";
import { isTraced } from "@capstan/kube/trace";
import { expect, test, vi } from "vitest";
import { a, Bar, Foo, foo, start } from "../../test/controller-rig.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { recordTrace } from "../../test/recorded-trace.ts";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { channel } from "../controller/key-channel.ts";
import { lateMs } from "../controller/reconcile-run.ts";
import { generationChanged } from "../controller/predicates.ts";
import { TerminalError, TransientError } from "../controller/reconcile-errors.ts";

const epoch = Date.UTC(2026, 0, 1);
const objectA = { apiVersion: "example.com/v1", kind: "Foo", namespace: "ns", name: "a" };

test("a run says which events queued its key, how long it waited and took, and how it ended", async () => {
  const trace = recordTrace();
  const rig = await start([foo("a")], async (_key, _context, run) => (run === 1 ? { requeueAfter: "10s" } : {}));
  await rig.clock.advance(400);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(trace.of("event")).toMatchObject([
    { controller: "foo", change: "listed", via: "self", object: { ...objectA, resourceVersion: "1" }, keys: [a] },
    { at: epoch + 400, change: "updated", object: { ...objectA, resourceVersion: "2" }, keys: [a], count: 1 },
  ]);
  const [first, second] = trace.of("run");
  expect(first).toMatchObject({ kind: "Foo", key: a, at: epoch, outcome: "requeueAfter", nextMs: 10_000, failures: 0 });
  expect(first?.why).toMatchObject([{ cause: "listed", via: "self" }]);
  expect(second).toMatchObject({ at: epoch + 400, outcome: "done", waitedMs: 0, ms: 0, omitted: 0 });
  // The time of the first run has not come, so it is no reason.
  expect(second?.why).toMatchObject([{ cause: "updated", at: epoch + 400, object: { resourceVersion: "2" } }]);
  await rig.stop();
});

test("what an earlier run asked for is the reason of the run at its time", async () => {
  const trace = recordTrace();
  const rig = await start(
    [foo("a")],
    async (_key, _context, run) => {
      if (run === 2) throw new Error("no quota");
      return run === 1 ? { requeueAfter: "1s" } : {};
    },
    { syncPeriod: "1m" },
  );
  await rig.clock.advance(70_000);
  expect(trace.of("run").map(({ why }) => why.map(({ cause, afterMs }) => [cause, afterMs]))).toEqual([
    [["listed", undefined]],
    [["requeueAfter", 1000]],
    [["retry", 5]],
    [["resync", 60_000]],
  ]);
  await rig.stop();
});

test("of the many reasons of a key the first three and the last five are kept", async () => {
  const trace = recordTrace();
  let isFree = false;
  const rig = await start([], async () => undefined, { deps: { mayRun: () => isFree } });
  for (let i = 1; i <= 20; i += 1) rig.api.put(Foo, foo("a", i));
  await settle();
  isFree = true;
  rig.controller.wake();
  await settle();
  const [run] = trace.of("run");
  expect(run?.why.map(({ object }) => object?.resourceVersion)).toEqual(["1", "2", "3", "16", "17", "18", "19", "20"]);
  expect(run?.omitted).toBe(12);
  await rig.stop();
});

test("a reconcile that throws has its message, its code and the places of its stack", async () => {
  const trace = recordTrace();
  async function growDisk(): Promise<void> {
    throw new Error("the disk is full");
  }
  const rig = await start([foo("a")], growDisk);
  await rig.clock.advance(6);
  expect(trace.of("run")).toMatchObject([
    { outcome: "error", failures: 1, nextMs: 5, error: { message: "the disk is full" } },
    { outcome: "error", failures: 2, nextMs: 10, why: [{ cause: "retry", afterMs: 5 }] },
  ]);
  expect(trace.of("run")[0]?.error?.frames[0]).toMatch(
    /^at growDisk .*controller-trace\.test\.ts(\?vitest=\d+)?:\d+:\d+/,
  );
  await rig.stop();
});

test.each([
  { thrown: new TerminalError("never"), outcome: "terminal", nextMs: undefined, code: undefined },
  { thrown: new TransientError("later", { retryAfter: "9s" }), outcome: "wait", nextMs: 9000, code: undefined },
  { thrown: refusal(409, "Conflict"), outcome: "conflict", nextMs: 5, code: "client/conflict" },
  { thrown: "no error", outcome: "error", nextMs: 5, code: undefined },
])("$outcome is told from the others: $thrown", async ({ thrown, outcome, nextMs, code }) => {
  const trace = recordTrace();
  const rig = await start([foo("a")], async () => {
    throw thrown;
  });
  expect(trace.of("run")).toMatchObject([{ outcome, error: { code }, nextMs }]);
  await rig.stop();
});

test("a run that does not end is abandoned, and the next one is its retry", async () => {
  const trace = recordTrace();
  const gate = Promise.withResolvers<void>();
  const rig = await start([foo("a")], (_key, _context, run) => (run === 1 ? gate.promise : Promise.resolve()), {
    timeout: "1s",
  });
  await rig.clock.advance(1000 + lateMs);
  expect(trace.of("run")).toMatchObject([
    { outcome: "abandoned", ms: 6000, failures: 1, error: { code: "operator/reconcile-abandoned" } },
  ]);
  gate.resolve();
  await rig.clock.advance(10);
  expect(trace.of("run")).toMatchObject([{}, { outcome: "done", why: [{ cause: "retry" }] }]);
  await rig.stop();
});

test("a run that the stop ends has not failed", async () => {
  const trace = recordTrace();
  const rig = await start([foo("a")], async (_key, { signal }) => {
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
  });
  await rig.stop();
  await settle();
  expect(trace.of("run")).toMatchObject([{ outcome: "stopped", failures: 0 }]);
});

test("writes have their run, the version that came back, and how they failed", async () => {
  const trace = recordTrace();
  const other = { ...foo("b"), kind: "Bar" } as const satisfies KubeObject;
  const rig = await start([foo("a")], async (key, { client, guarded }) => {
    await client.create(Bar, other);
    await client.patch(Foo, key, { type: "merge", body: { spec: { size: 2 } }, subresource: "status" });
    await client.create(Bar, other).catch(() => undefined);
    await client.delete(Bar, { namespace: "ns", name: "c" });
    await client.delete(Bar, { namespace: "ns", name: "b" });
    await guarded({ ...new FakeApi().client, server: "https://other" }).create(Bar, other);
  });
  await settle();
  const [run] = trace.of("run");
  const writes = trace.of("write");
  const bar = { apiVersion: "example.com/v1", kind: "Bar", namespace: "ns", name: "b" };
  expect(writes.map(({ reconcileId, controller, key }) => ({ reconcileId, controller, key }))).toEqual(
    writes.map(() => ({ reconcileId: run?.reconcileId, controller: "foo", key: a })),
  );
  expect(writes).toMatchObject([
    { verb: "create", object: { ...bar, resourceVersion: "2" }, answer: "stored" },
    { verb: "patch", subresource: "status", object: { ...objectA, resourceVersion: "3" }, answer: "stored" },
    { verb: "create", object: bar, answer: "failed", status: 409, code: "client/already-exists" },
    { verb: "delete", object: { ...bar, name: "c" }, answer: "missing" },
    { verb: "delete", object: bar, answer: "stored" },
    { verb: "create", object: { ...bar, resourceVersion: "1" }, answer: "stored", server: "https://other" },
  ]);
  expect(writes.map(({ server }) => server).slice(0, 5)).toEqual(Array(5).fill(undefined));
  await rig.stop();
});

test("the event of an own write queues nothing, and one of somebody else during the run queues the next run", async () => {
  const gate = Promise.withResolvers<void>();
  const trace = recordTrace();
  const rig = await start([foo("a")], async (key, { client }, run) => {
    if (run > 1) return;
    await client.patch(Foo, key, { type: "merge", body: { spec: { size: 5 } } });
    await gate.promise;
  });
  rig.api.put(Foo, foo("a", 7));
  await settle();
  gate.resolve();
  await settle();
  expect(trace.of("event")).toMatchObject([
    { change: "listed" },
    { change: "updated", object: { resourceVersion: "2" }, ignored: "own write", keys: [], count: 0 },
    { change: "updated", object: { resourceVersion: "3" }, ignored: undefined, keys: [a] },
  ]);
  expect(trace.of("run")[1]?.why).toMatchObject([{ cause: "updated", object: { resourceVersion: "3" } }]);
  await rig.stop();
});

test("an event that a predicate ignores says so", async () => {
  const trace = recordTrace();
  const rig = await start([foo("a")], async () => undefined, { predicate: generationChanged });
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(trace.of("event")).toMatchObject([
    { change: "listed" },
    { change: "updated", ignored: "predicate", count: 0 },
  ]);
  await rig.stop();
});

test("a source is the reason of its keys", async () => {
  const trace = recordTrace();
  const calls = channel("calls");
  const rig = await start([], async () => undefined, { sources: [calls] });
  calls.push(a);
  await settle();
  expect(trace.of("event")).toMatchObject([{ change: "external", via: "source", source: "calls", keys: [a] }]);
  expect(trace.of("run")).toMatchObject([{ key: a, why: [{ cause: "external", source: "calls" }] }]);
  await rig.stop();
});

test("the load of a controller is told when it changes, at most once a second", async () => {
  const trace = recordTrace();
  const gate = Promise.withResolvers<void>();
  const rig = await start([foo("a"), foo("b"), foo("c")], () => gate.promise, { concurrency: 2 });
  await rig.clock.advance(10);
  const cached = [{ apiVersion: "example.com/v1", kind: "Foo", objects: 3 }];
  expect(trace.of("queue")).toMatchObject([{ controller: "foo", ready: 1, delayed: 0, running: 2, cached }]);
  for (let i = 0; i < 9; i += 1) {
    rig.api.put(Foo, foo("d", i));
    await rig.clock.advance(100);
  }
  expect(trace.of("queue").length).toBe(1);
  await rig.clock.advance(100);
  expect(trace.of("queue")).toMatchObject([{}, { ready: 2, running: 2, cached: [{ objects: 4 }] }]);
  await rig.clock.advance(5000);
  expect(trace.of("queue").length).toBe(2);
  gate.resolve();
  await rig.stop();
});

test("nothing is built or remembered while nobody listens", async () => {
  const clock = new FakeClock();
  const dates = vi.spyOn(FakeClock.prototype, "date");
  const timers = vi.spyOn(FakeClock.prototype, "after");
  const work = async (): Promise<number> => {
    dates.mockClear();
    timers.mockClear();
    const rig = await start([foo("a")], async (key, { client }) => {
      await client.patch(Foo, key, { type: "merge", body: { spec: { size: 5 } } });
      throw new TransientError("later", { retryAfter: "1s" });
    });
    rig.api.put(Foo, foo("a", 2));
    await rig.clock.advance(100);
    await rig.stop();
    return timers.mock.calls.length;
  };
  const without = await work();
  expect(dates).not.toHaveBeenCalled();
  const trace = recordTrace();
  // The timer of the load's records.
  expect(await work()).toBeGreaterThan(without);
  expect(dates.mock.calls.length).toBeGreaterThan(5);
  trace.stop();
  expect(isTraced()).toBe(false);
  expect(await work()).toBe(without);
  expect(dates).not.toHaveBeenCalled();
  expect(clock.timers).toBe(0);
});

test("who listens changes nothing, whatever an author throws or a server answers", async () => {
  const trace = recordTrace();
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const strange = new FakeApi().client;
  Object.assign(strange, { create: async () => ({}), patch: () => Promise.reject(proxy) });
  const seen: string[] = [];
  const rig = await start([foo("a")], async (key, { guarded }) => {
    const client = guarded(strange);
    await client.create(Foo, foo("b")).then(() => seen.push("created"));
    await client.patch(Foo, key, { type: "merge", body: {} }).catch(() => seen.push("not patched"));
    // oxlint-disable-next-line typescript/only-throw-error -- users' code does throw anything
    throw proxy;
  });
  expect(seen).toEqual(["created", "not patched"]);
  expect(trace.of("write")).toMatchObject([
    { verb: "create", object: { name: "b" }, answer: "stored" },
    { verb: "patch", object: { name: "a" }, answer: "failed", code: undefined },
  ]);
  expect(trace.of("run")).toMatchObject([{ outcome: "error", error: { message: "a value without a message" } }]);
  await rig.stop();
});

test("a run that takes long has one record while it runs", async () => {
  const trace = recordTrace();
  const rig = await start([foo("a")], async (_key, { signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  await rig.clock.advance(9000);
  expect(trace.of("running")).toEqual([]);
  await rig.clock.advance(20_000);
  expect(trace.of("running")).toMatchObject([
    { controller: "foo", kind: "Foo", key: a, at: epoch + 10_000, ms: 10_000 },
  ]);
  await rig.stop();
});

test("a run that ends in time has no such record", async () => {
  const trace = recordTrace();
  const rig = await start([foo("a")], async () => undefined);
  await rig.clock.advance(30_000);
  expect(trace.of("run")).toHaveLength(1);
  expect(trace.of("running")).toEqual([]);
  await rig.stop();
});
