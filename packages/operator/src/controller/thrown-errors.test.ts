// What a reconcile may throw, and when its key runs again.
import { CapstanError } from "@capstan/kube";
import { expect, test } from "vitest";
import { a, Foo, foo, start } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import { isTransientError, retryAfterOf, TerminalError, TransientError } from "./reconcile-errors.ts";

const limited = (retryAfter = "30s"): TransientError => new TransientError("the cloud limits us", { retryAfter });

test("a TransientError runs its key again after its time, is no error and lets no backoff grow", async () => {
  const failures: number[] = [];
  const rig = await start([foo("a")], async (_key, context, run) => {
    failures.push(context.failures);
    if (run <= 3) throw limited();
    if (run <= 5) throw new Error("boom");
  });
  await rig.clock.advance(100_000);
  expect(rig.runs).toEqual(["0 a", "30000 a", "60000 a", "90000 a", "90005 a", "90015 a"]);
  expect(failures).toEqual([0, 0, 0, 0, 1, 2]);
  const waits = ["transient", "requeue_after"];
  expect(rig.counted).toEqual([...waits, ...waits, ...waits, "error", "error", "success"]);
  expect(rig.logged.slice(0, 3).map(({ message, fields }) => [message, fields["error"], fields["retryAfter"]])).toEqual(
    Array.from({ length: 3 }, () => ["Transient error, reconciling again later", "the cloud limits us", "30s"]),
  );
  await rig.stop();
});

test("a TransientError between failures neither resets nor extends their backoff", async () => {
  const rig = await start([foo("a")], async (_key, _context, run) => {
    throw run === 3 ? limited() : new Error("boom");
  });
  await rig.clock.advance(30_060);
  expect(rig.runs).toEqual(["0 a", "5 a", "15 a", "30015 a", "30035 a"]);
  await rig.stop();
});

test("its time is kept whatever the reconcile writes, however often its key is synced, and never shortened", async () => {
  const rig = await start(
    [],
    async (_key, { client }, run) => {
      await client.patch(Foo, a, { type: "merge", body: { metadata: { annotations: { request: `${run}` } } } });
      throw limited("1h");
    },
    { syncPeriod: "60s" },
  );
  rig.clock.chance = 1;
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(3_599_999);
  expect(rig.runs).toEqual(["0 a"]);
  await rig.clock.advance(360_010);
  expect(rig.runs).toHaveLength(2);
  await rig.stop();
});

test("an event of somebody else comes first", async () => {
  const rig = await start([foo("a")], () => Promise.reject(limited("1h")));
  await rig.clock.advance(1000);
  rig.api.put(Foo, foo("a", 2));
  await rig.clock.advance(3_600_500);
  expect(rig.runs).toEqual(["0 a", "1000 a", "3601000 a"]);
  await rig.stop();
});

test("without a time it is retried with backoff, as every error", async () => {
  const rig = await start([foo("a")], () => Promise.reject(new TransientError("the cloud is down")));
  await rig.clock.advance(20);
  expect([rig.runs, rig.counted]).toEqual([
    ["0 a", "5 a", "15 a"],
    ["transient", "error", "transient", "error", "transient", "error"],
  ]);
  await rig.stop();
});

test("retryAfter 0s runs the key five times in a row, then once in each minInterval", async () => {
  const rig = await start([foo("a")], () => Promise.reject(limited("0s")), { minInterval: "1s" });
  await rig.clock.advance(3000);
  expect(rig.runs.map((run) => Number.parseInt(run, 10))).toEqual([0, 0, 0, 0, 0, 1000, 2000, 3000]);
  await rig.stop();
});

const conflict = refusal(409, "Conflict");
const wrapped = (cause: unknown): Error => new Error("create server", { cause });

test.each([
  { name: "as the cause of other errors", error: wrapped(wrapped(limited())), runs: [0, 30_000, 60_000] },
  { name: "beside a conflict", error: new AggregateError([conflict, limited()]), runs: [0, 30_000, 60_000] },
  {
    name: "twice: the longer time counts",
    error: new AggregateError([limited("1s"), limited()]),
    runs: [0, 30_000, 60_000],
  },
])("a TransientError $name", async ({ error, runs }) => {
  const rig = await start([foo("a")], () => Promise.reject(error));
  await rig.clock.advance(60_000);
  expect(rig.runs.map((run) => Number.parseInt(run, 10))).toEqual(runs);
  expect(rig.counted).not.toContain("error");
  await rig.stop();
});

test("beside another error its time is the least that the backoff waits", async () => {
  const rig = await start([foo("a")], () => Promise.reject(new AggregateError([limited("1s"), new Error("boom")])), {
    syncPeriod: "100ms",
  });
  await rig.clock.advance(2500);
  expect([rig.runs, rig.counted]).toEqual([
    ["0 a", "1000 a", "2000 a"],
    ["transient", "error", "transient", "error", "transient", "error"],
  ]);
  await rig.stop();
});

test("and the backoff grows beyond it", async () => {
  const rig = await start([foo("a")], () => Promise.reject(new AggregateError([limited("10ms"), new Error("boom")])));
  await rig.clock.advance(80);
  expect(rig.runs).toEqual(["0 a", "10 a", "20 a", "40 a", "80 a"]);
  await rig.stop();
});

test.each([
  { name: "as the cause of another error", error: wrapped(new TerminalError("no such region")) },
  { name: "several", error: new AggregateError([new TerminalError("a"), new TerminalError("b")]) },
  { name: "of another copy of the package", error: Object.assign(new Error("x"), { "~capstan-terminal": true }) },
])("a TerminalError $name is not retried", async ({ error }) => {
  const rig = await start([foo("a")], () => Promise.reject(error));
  await rig.clock.advance(1_000_000);
  expect([rig.runs, rig.counted]).toEqual([["0 a"], ["terminal", "error"]]);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(rig.runs).toHaveLength(2);
  await rig.stop();
});

test("a TerminalError is not retried, whatever the reconcile writes and whatever was due before", async () => {
  const rig = await start([foo("a")], async (_key, { client }, run) => {
    if (run === 1) return { requeueAfter: "10s" };
    await client.patch(Foo, a, { type: "merge", body: { metadata: { annotations: { request: `${run}` } } } });
    throw new TerminalError("no such region");
  });
  rig.api.put(Foo, foo("a", 2));
  await rig.clock.advance(1_000_000);
  expect(rig.runs).toEqual(["0 a", "0 a"]);
  await rig.stop();
});

test("beside another error it is retried: what failed may have been the write of the status", async () => {
  const rig = await start([foo("a")], () => Promise.reject(new AggregateError([new TerminalError("x"), conflict])));
  await rig.clock.advance(5);
  expect([rig.runs, rig.counted]).toEqual([
    ["0 a", "5 a"],
    ["error", "error"],
  ]);
  await rig.stop();
});

test("no errors at all, as Promise.any of nothing rejects, are an error and no conflict", async () => {
  const rig = await start([foo("a")], () => Promise.any([]));
  expect([rig.counted, rig.logged.map(({ message }) => message)]).toEqual([["error"], ["Reconciler error"]]);
  await rig.stop();
});

const circle: { self?: object } = {};
circle.self = circle;
const both = new AggregateError([], "both");
both.errors.push(both);
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();
const fails = {
  get: (): never => {
    throw new Error("unreadable");
  },
};

test.each([
  { name: "a string", thrown: "boom", want: ["boom", "a string, which has no stack; throw an Error"] },
  { name: "undefined", thrown: undefined, want: ["undefined", "undefined, which has no stack; throw an Error"] },
  { name: "null", thrown: null, want: ["null", "null, which has no stack; throw an Error"] },
  { name: "an object", thrown: { code: 4 }, want: ['{"code":4}', "an object, which has no stack; throw an Error"] },
  { name: "a BigInt", thrown: 7n, want: ["7", "a bigint, which has no stack; throw an Error"] },
  { name: "a circle", thrown: circle, want: ["[object Object]", "an object, which has no stack; throw an Error"] },
  { name: "an error that has itself", thrown: both, want: ["both", undefined] },
  { name: "a proxy that was revoked", thrown: revoked, want: ["a value without a message", undefined] },
  {
    name: "errors that are no list",
    thrown: Object.assign(new AggregateError([], "no list"), { errors: 5 }),
    want: ["no list", undefined],
  },
  {
    name: "a list of errors that cannot be read",
    thrown: Object.assign(new AggregateError([], "unread"), { errors: new Proxy([], fails) }),
    want: ["unread", undefined],
  },
  {
    name: "a TransientError whose time cannot be read",
    thrown: Object.defineProperty(
      Object.assign(new Error("late"), { "~capstan-transient": true }),
      "retryAfter",
      fails,
    ),
    want: ["late", undefined],
  },
  {
    name: "a cause that cannot be read",
    thrown: Object.defineProperty(new Error("boom"), "cause", fails),
    want: ["boom", undefined],
  },
])("$name that is thrown is logged and counted, and its key retried", async ({ thrown, want }) => {
  const rig = await start(
    [foo("a"), foo("b")],
    async ({ name }) => {
      if (name === "a") throw thrown;
    },
    { concurrency: 1 },
  );
  await rig.clock.advance(15);
  expect(rig.runs).toEqual(["0 a", "0 b", "5 a", "15 a"]);
  expect(rig.logged.map(({ fields }) => [fields["error"], fields["thrown"]])).toEqual([want, want, want]);
  expect(rig.controller.active).toBe(0);
  await rig.stop();
});

test("a mistake in the author's code is logged with its place", async () => {
  const rig = await start([foo("a")], async () => {
    const cloud: { create?: () => void } = {};
    (cloud.create as () => void)();
  });
  expect(rig.logged[0]?.fields["stack"]).toMatch(
    /^TypeError: cloud\.create is not a function\n[^]*thrown-errors\.test\.ts/,
  );
  await rig.stop();
});

test.each(["soon", "", "-1s", "30", "300000000000s"])(
  "a TransientError with the time %j is an error of its own",
  (retryAfter) => {
    const make = (): unknown => new TransientError("the cloud limits us", { retryAfter });
    expect(make).toThrow(`retryAfter of a TransientError must be a duration of 0 or more, not "${retryAfter}"`);
    expect(causeOf(make)).toMatchObject({ message: "the cloud limits us" });
  },
);

test.each([30, null, {}])(
  "a TransientError with the time %j, which does not compile, is an error of its own",
  (retryAfter) => {
    // Programs in JavaScript do pass such values.
    expect(() => new TransientError("x", { retryAfter: retryAfter as never })).toThrow(CapstanError);
  },
);

function causeOf(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return (error as Error).cause;
  }
}

test("a TransientError is recognized: itself, as a cause, and of another copy of the package", () => {
  const copy = Object.assign(new Error("x"), { "~capstan-transient": true });
  expect([limited(), wrapped(limited()), copy].map(isTransientError)).toEqual([true, true, true]);
  expect([new Error("x"), "x", undefined, { cause: 1 }].map(isTransientError)).toEqual([false, false, false, false]);
  const several = [[limited(), limited()], [limited(), new Error("x")], []].map((errors) => new AggregateError(errors));
  expect(several.map(isTransientError)).toEqual([true, false, false]);
});

test("a TransientError has a name, a message, a cause and the time as it was written", () => {
  const cause = new Error("429");
  const error = new TransientError("the cloud limits us", { retryAfter: "1m30s", cause });
  expect(error).toMatchObject({ name: "TransientError", message: "the cloud limits us", retryAfter: "1m30s", cause });
  expect(new TransientError("x", { retryAfter: undefined })).not.toHaveProperty("cause");
});

test.each([
  { header: "30", want: "30s" },
  { header: "1.5", want: "1.5s" },
  { header: "0", want: "0s" },
  { header: "-5", want: "0s" },
  { header: "Thu, 01 Jan 2026 00:01:00 GMT", want: "1m0s" },
  { header: "Thu, 01 Jan 2025 00:00:00 GMT", want: "0s" },
  { header: "Thu, 01 Jan 2099 00:00:00 GMT", want: "24h0m0s" },
  { header: "999999999999", want: "24h0m0s" },
  { header: "soon", want: undefined },
  { header: "", want: undefined },
  { header: null, want: undefined },
  { header: undefined, want: undefined },
])("the header Retry-After: $header is the duration $want", ({ header, want }) => {
  expect(retryAfterOf(header, new Date("2026-01-01T00:00:00Z"))).toBe(want);
});
