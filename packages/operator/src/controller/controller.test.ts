// Controllers on a scripted API: runs, retries, requeues and own writes.
import { expect, test } from "vitest";
import { a, Bar, Foo, foo, type Reconcile, start } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import { TerminalError } from "./reconcile-errors.ts";

test("every object is reconciled once, within the concurrency, and never twice at the same time", async () => {
  let now = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const work = async (): Promise<void> => {
    most = Math.max(most, ++now);
    await new Promise<void>((resolve) => gates.push(resolve));
    now -= 1;
  };
  const names = Array.from({ length: 10 }, (_, i) => `f${i}`);
  const rig = await start(
    names.map((name) => foo(name)),
    work,
    { concurrency: 3 },
  );
  expect(now).toBe(3);
  for (const name of names) rig.api.put(Foo, foo(name, 2));
  await settle();
  while (gates.length > 0) {
    gates.shift()?.();
    await settle();
  }
  expect(most).toBe(3);
  // Once for each object, and once more for those that were running when they changed: the others had not started.
  expect(rig.runs.length).toBe(13);
  await rig.stop();
});

test("changes before a run cause one run; a change during a run causes one more, which sees it (Q2, Q3)", async () => {
  const seen: (number | undefined)[] = [];
  const gate = Promise.withResolvers<void>();
  const rig = await start([foo("a")], async (key, { cache }, run) => {
    seen.push(cache.get(Foo, key)?.spec?.size);
    if (run === 1) await gate.promise;
  });
  rig.api.put(Foo, foo("a", 2));
  rig.api.put(Foo, foo("a", 3));
  await settle();
  gate.resolve();
  await settle();
  expect(seen).toEqual([1, 3]);
  await rig.stop();
});

const failing: readonly { name: string; reconcile: Reconcile; logged: string; counted?: readonly string[] }[] = [
  { name: "rejects", reconcile: () => Promise.reject(new Error("boom")), logged: "boom" },
  {
    name: "throws before its promise",
    reconcile: () => {
      throw new TypeError("boom");
    },
    logged: "boom",
    counted: ["panic", "error"],
  },
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- users' code does reject with anything
  {
    name: "rejects with no error",
    reconcile: () => Promise.reject("boom"),
    logged: "boom",
    counted: ["panic", "error"],
  },
];

for (const { name, reconcile, logged, counted = ["error"] } of failing) {
  test(`a reconcile that ${name} is logged once for each run and retried after 5, 10, 20 ms (Q4, Q8)`, async () => {
    const rig = await start([foo("a")], reconcile);
    await rig.clock.advance(40);
    expect(rig.runs).toEqual(["0 a", "5 a", "15 a", "35 a"]);
    expect(rig.logged.map(({ message, fields }) => [message, fields["error"], fields["failures"]])).toEqual(
      [1, 2, 3, 4].map((n) => ["Reconciler error", logged, n]),
    );
    expect(rig.counted).toEqual([1, 2, 3, 4].flatMap(() => counted));
    await rig.stop();
  });
}

test("failures of one key do not delay other keys, and a success resets them", async () => {
  let broken = true;
  const failures: number[] = [];
  const rig = await start([foo("a"), foo("b")], async (key, context) => {
    if (key.name === "a") failures.push(context.failures);
    if (key.name === "a" && broken) throw new Error("boom");
  });
  await rig.clock.advance(20);
  rig.api.put(Foo, foo("b", 2));
  broken = false;
  await rig.clock.advance(1000);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(rig.runs.filter((run) => run.endsWith("b"))).toEqual(["0 b", "20 b"]);
  expect(failures).toEqual([0, 1, 2, 3, 0]);
  await rig.stop();
});

test("a terminal error is not retried, the next event runs it again", async () => {
  const rig = await start([foo("a")], () => Promise.reject(new TerminalError("never")));
  await rig.clock.advance(1_000_000);
  expect(rig.runs).toEqual(["0 a"]);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(rig.runs.length).toBe(2);
  expect(rig.counted).toEqual(["terminal", "error", "terminal", "error"]);
  await rig.stop();
});

test("requeueAfter means no later than; the latest run alone decides", async () => {
  const rig = await start([foo("a")], async (_key, _context, run) => (run < 3 ? { requeueAfter: "1s" } : {}));
  await rig.clock.advance(400);
  rig.api.put(Foo, foo("a", 2));
  await rig.clock.advance(10_000);
  expect(rig.runs).toEqual(["0 a", "400 a", "1400 a"]);
  expect(rig.counted).toEqual(["requeue_after", "requeue_after", "success"]);
  await rig.stop();
});

test("a requeueAfter that is not a duration fails the reconcile, which is retried", async () => {
  const rig = await start([foo("a")], async (_key, _context, run) => (run < 2 ? { requeueAfter: "soon" } : {}));
  await rig.clock.advance(5);
  expect(rig.runs).toEqual(["0 a", "5 a"]);
  expect(rig.counted).toEqual(["error", "success"]);
  expect(rig.logged.map(({ fields }) => fields["failures"])).toEqual([1]);
  await rig.stop();
});

test("syncPeriod runs a key again whatever a run returned, until the object is deleted", async () => {
  const rig = await start([foo("a")], async () => undefined, { syncPeriod: "60s" });
  await rig.clock.advance(125_000);
  expect(rig.runs).toEqual(["0 a", "60000 a", "120000 a"]);
  rig.api.remove(Foo, a);
  await rig.clock.advance(600_000);
  // The deletion replaced the run that was due and scheduled no other.
  expect(rig.runs.slice(3)).toEqual(["125000 a"]);
  expect(rig.clock.timers).toBe(0);
  await rig.stop();
});

test("syncPeriod runs a key again after a terminal error, too (Q5)", async () => {
  const rig = await start([foo("a")], () => Promise.reject(new TerminalError("never")), { syncPeriod: "60s" });
  await rig.clock.advance(125_000);
  expect(rig.runs).toEqual(["0 a", "60000 a", "120000 a"]);
  await rig.stop();
});

test("new objects go before objects of the first list", async () => {
  const gate = Promise.withResolvers<void>();
  const rig = await start(
    [foo("a"), foo("b"), foo("c")],
    async (_key, _context, run) => (run === 1 ? gate.promise : undefined),
    { concurrency: 1 },
  );
  rig.api.put(Foo, foo("new"));
  rig.api.put(Foo, foo("c", 2));
  await settle();
  gate.resolve();
  await settle();
  expect(rig.runs.map((run) => run.split(" ")[1])).toEqual(["a", "new", "c", "b"]);
  await rig.stop();
});

test("a key that wants to be reconciled at once, again and again, runs five times and then once a second", async () => {
  const rig = await start([foo("a")], async () => ({ requeueAfter: "0s" }), { minInterval: "1s" });
  await rig.clock.advance(3000);
  expect(rig.runs.map((run) => Number(run.split(" ")[0]))).toEqual([0, 0, 0, 0, 0, 1000, 2000, 3000]);
  await rig.stop();
});

test("what is put off because its key was reconciled a moment ago is counted, and not as a reconcile (Q7)", async () => {
  const rig = await start([foo("a")], async () => ({ requeueAfter: "0s" }), { minInterval: "1s" });
  await rig.clock.advance(1000);
  const [before, after] = [Array.from({ length: 5 }, () => "requeue_after"), ["spaced", "requeue_after", "spaced"]];
  expect(rig.counted).toEqual([...before, ...after]);
  await rig.stop();
});

test("the signal of a run that takes too long aborts, and it has five seconds to end", async () => {
  const gate = Promise.withResolvers<void>();
  const reasons: unknown[] = [];
  const rig = await start(
    [foo("a")],
    async (_key, { signal }, run) => {
      if (run > 1) return;
      signal.addEventListener("abort", () => reasons.push((signal.reason as Error).message));
      await gate.promise;
      signal.throwIfAborted();
    },
    { timeout: "5s" },
  );
  rig.api.put(Foo, foo("a", 2));
  await rig.clock.advance(9000);
  expect([reasons, rig.runs.length, rig.controller.active]).toEqual([["the reconcile did not end within 5 s"], 1, 1]);
  gate.resolve();
  await rig.clock.advance(10);
  expect([rig.runs.length, rig.controller.active]).toEqual([2, 0]);
  expect(rig.counted).toEqual(["timeout", "error", "success"]);
  await rig.stop();
});

test.each([
  ["one", refusal(409, "Conflict")],
  ["several", new AggregateError([refusal(409, "Conflict"), refusal(409, "Conflict")])],
])("%s conflict is reconciled again and is no error (R6)", async (_, conflict) => {
  const rig = await start([foo("a")], async (_key, _context, run) => {
    if (run === 1) throw conflict;
  });
  await rig.clock.advance(5);
  expect([rig.runs, rig.counted, rig.logged]).toEqual([["0 a", "5 a"], ["requeue", "success"], []]);
  await rig.stop();
});

test("conflicts in many reconciles in a row are a warning, and no error", async () => {
  const rig = await start([foo("a")], () => Promise.reject(refusal(409, "Conflict")));
  await rig.clock.advance(1000);
  expect([rig.runs.length, rig.logged]).toEqual([8, []]);
  await rig.clock.advance(1000);
  expect(rig.logged).toMatchObject([{ message: "Conflict in each of the last reconciles", fields: { failures: 9 } }]);
  expect(rig.counted).not.toContain("error");
  await rig.stop();
});

test("a conflict about a field with another manager is an error: the next reconcile has it again", async () => {
  const causes = [{ reason: "FieldManagerConflict", message: 'conflict with "kubectl"', field: ".data.a" }];
  const rig = await start([foo("a")], () => Promise.reject(refusal(409, "Conflict", { causes })));
  await rig.clock.advance(5);
  expect([rig.runs, rig.counted, rig.logged.map(({ message }) => message)]).toEqual([
    ["0 a", "5 a"],
    ["error", "error"],
    ["Reconciler error", "Reconciler error"],
  ]);
  await rig.stop();
});

test("retries, requeues and resyncs come later by up to a tenth", async () => {
  const rig = await start(
    [foo("a")],
    async (_key, _context, run) => {
      if (run === 2) throw new Error("again");
      return run < 4 ? { requeueAfter: "10s" } : {};
    },
    { syncPeriod: "100s" },
  );
  rig.clock.chance = 1;
  await rig.clock.advance(200_000);
  expect(rig.runs.map((run) => Math.round(Number.parseFloat(run)))).toEqual([0, 10_000, 10_006, 21_006, 131_006]);
  await rig.stop();
});

const waits: readonly { name: string; newsAt: number; want: { seen: number[]; counted: string[]; warned: number } }[] =
  [
    {
      name: "starts as soon as they are",
      newsAt: 700,
      want: { seen: [1, 2], counted: ["requeue_after", "stale Foo", "success"], warned: 0 },
    },
    {
      name: "is not postponed for longer than five seconds",
      newsAt: 9000,
      want: { seen: [1, 1], counted: ["requeue_after", "stale Foo", "not seen Foo", "success"], warned: 1 },
    },
  ];

for (const { name, newsAt, want } of waits) {
  test(`a run whose key's own writes are not yet in the cache ${name} (R1)`, async () => {
    const seen: (number | undefined)[] = [];
    const rig = await start([foo("b")], async (key, { client, cache }) => {
      const object = cache.get(Foo, key);
      if (object === undefined || key.name === "b" || seen.length >= 2) return {};
      seen.push(object.spec?.size);
      if (seen.length === 1) await client.update(Foo, { ...object, spec: { size: 2 } });
      return seen.length === 1 ? { requeueAfter: "10ms" } : {};
    });
    rig.counted.length = 0;
    rig.api.put(Foo, foo("a"));
    const release = rig.api.hold();
    await rig.clock.advance(newsAt);
    const before = [...rig.counted];
    release();
    await settle();
    const counted = newsAt < 5000 ? [...before, "success"] : before;
    expect({ seen, counted, warned: rig.logged.length }).toEqual(want);
    await rig.stop();
  });
}

test("removing the last finalizer is seen when the object is deleted, not at the version that the server returned (R1)", async () => {
  const runs: boolean[] = [];
  let release = (): void => undefined;
  const rig = await start([foo("b")], async (key, { client, cache }) => {
    if (key.name === "b") return {};
    const object = cache.get(Foo, key);
    runs.push(object !== undefined);
    if (object === undefined) return {};
    // A server returns the object as it was without the finalizer, and removes it: the cache may have that version already.
    await client.update(Foo, { ...object, metadata: { ...object.metadata, finalizers: [] } });
    release = rig.api.hold();
    rig.api.remove(Foo, key);
    return { requeueAfter: "10ms" };
  });
  const metadata = { namespace: "ns", name: "a", deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["x"] };
  rig.api.put(Foo, { ...foo("a"), metadata });
  await rig.clock.advance(100);
  expect(runs).toEqual([true]);
  release();
  await settle();
  expect(runs).toEqual([true, false]);
  await rig.stop();
});

test("a write whose event never comes is over with the next bookmark (R2)", async () => {
  const bar = { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name: "x" } } as const;
  const rig = await start(
    [],
    async (_key, { client }, run) => {
      if (run > 1) return {};
      // The selectors of the cache exclude the object.
      rig.api.tell = () => undefined;
      await client.create(Bar, bar);
      Reflect.deleteProperty(rig.api, "tell");
      return { requeueAfter: "10ms" };
    },
    { reads: [Bar] },
  );
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(1000);
  expect([rig.runs, rig.counted.at(-1)]).toEqual([["0 a"], "stale Bar"]);
  rig.api.bookmark(Bar);
  await settle();
  expect([rig.runs, rig.logged]).toEqual([["0 a", "1000 a"], []]);
  await rig.stop();
});

test("only the leader starts runs, by the clock (L1)", async () => {
  let leads = true;
  const rig = await start([foo("a")], async () => undefined, { deps: { mayRun: () => leads } });
  leads = false;
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(rig.runs).toEqual(["0 a"]);
  await rig.stop();
});

test("after a stop no run starts, the signals of running ones abort, and the controller is drained when they end", async () => {
  const gate = Promise.withResolvers<void>();
  let told: unknown;
  const rig = await start(
    [foo("a"), foo("b")],
    async (_key, { signal }) => {
      signal.addEventListener("abort", () => (told = signal.reason));
      await gate.promise;
      signal.throwIfAborted();
    },
    { concurrency: 1 },
  );
  rig.abort("stop");
  let drained = false;
  const done = rig.controller.drained().then(() => (drained = true));
  await settle();
  expect([told, drained, rig.runs.length]).toEqual(["stop", false, 1]);
  gate.resolve();
  await done;
  expect([rig.runs.length, rig.logged, rig.clock.timers]).toEqual([1, [], 0]);
  await rig.stop();
});
