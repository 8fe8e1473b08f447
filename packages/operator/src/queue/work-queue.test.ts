// One run per key, priorities and delays.
import { expect, test } from "vitest";
import type { ObjectKey } from "@capstan/kube";
import { FakeClock } from "../../test/fake-clock.ts";
import { heapGrowth } from "../../test/heap-growth.ts";
import { failureDelay, spacing } from "./rate-limiter.ts";
import { lowPriority, WorkQueue } from "./work-queue.ts";

const key = (name: string): ObjectKey => ({ namespace: "ns", name });

function make(): { clock: FakeClock; queue: WorkQueue; ready: () => number; added: () => number; all: () => string[] } {
  const clock = new FakeClock();
  let calls = 0;
  let added = 0;
  const queue = new WorkQueue(clock, (isNew) => {
    calls += 1;
    added += Number(isNew);
  });
  const all = (): string[] => {
    const keys: string[] = [];
    for (let taken = queue.take(); taken !== undefined; taken = queue.take()) keys.push(taken.key.name);
    return keys;
  };
  return { clock, queue, ready: () => calls, added: () => added, all };
}

test("a key waits once, however often it is added, and keys come in the order in which they were added", () => {
  const { queue, all } = make();
  for (const name of ["a", "b", "a", "c", "b"]) queue.add(key(name));
  expect(queue.size).toBe(3);
  expect(all()).toEqual(["a", "b", "c"]);
});

test("keys that are all due at once become due in several turns", () => {
  const turns: number[] = [];
  const timers: (() => void)[] = [];
  let now = 0;
  const clock = Object.assign(new FakeClock(), {
    now: () => now,
    after: (_: number, call: () => void) => {
      timers.push(call);
      return () => undefined;
    },
  });
  let due = 0;
  const queue = new WorkQueue(clock, () => (due += 1));
  for (let i = 0; i < 2500; i += 1) queue.add(key(`k${i}`), { afterMs: 1000 });
  now = 60_000;
  for (let call = timers.shift(); call !== undefined; call = timers.shift()) {
    call();
    turns.push(due);
  }
  expect(turns).toEqual([1000, 2000, 2500]);
});

test("a higher priority comes first; a raised key moves to the end of its new level", () => {
  const { queue, all } = make();
  queue.add(key("old-1"), { priority: lowPriority });
  queue.add(key("old-2"), { priority: lowPriority });
  queue.add(key("new-1"));
  queue.add(key("old-1"));
  queue.add(key("old-2"), { priority: 5 });
  queue.add(key("new-1"), { priority: lowPriority });
  expect(all()).toEqual(["old-2", "new-1", "old-1"]);
});

test("depths count the keys that are due, each in its priority, and a key counts as added when it becomes due", async () => {
  const { clock, queue, added, all } = make();
  const counts = (): unknown => [Object.fromEntries(queue.depths()), added()];
  queue.add(key("later"), { afterMs: 3_600_000 });
  queue.add(key("soon"), { afterMs: 1000 });
  for (const name of ["a", "b", "a"]) queue.add(key(name), { priority: lowPriority });
  expect([counts(), queue.size]).toEqual([[{ "-100": 2 }, 2], 4]);
  queue.add(key("a"));
  expect(counts()).toEqual([{ "-100": 1, 0: 1 }, 2]);
  await clock.advance(1000);
  expect(counts()).toEqual([{ "-100": 1, 0: 2 }, 3]);
  expect([all(), counts()]).toEqual([
    ["a", "soon", "b"],
    [{ "-100": 0, 0: 0 }, 3],
  ]);
  // Of the changes during a run one is counted, when it ends.
  for (let i = 0; i < 3; i++) queue.add(key("a"));
  expect(counts()).toEqual([{ "-100": 0, 0: 0 }, 3]);
  queue.done(key("a"));
  expect(counts()).toEqual([{ "-100": 0, 0: 1 }, 4]);
});

test("keys of the lowest priority are taken although others never end", () => {
  const { queue } = make();
  for (const name of ["low-1", "low-2"]) queue.add({ namespace: "other", name }, { priority: lowPriority });
  const taken: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    for (const name of ["x", "y"]) queue.add(key(name));
    const next = queue.take();
    if (next === undefined) break;
    taken.push(next.key.name);
    queue.done(next.key);
  }
  expect(taken.flatMap((name, index) => (name.startsWith("low") ? [`${name} at ${index}`] : []))).toEqual([
    "low-1 at 3",
    "low-2 at 7",
  ]);
});

test("within a priority, namespaces take turns", () => {
  const { queue, all } = make();
  for (const name of ["a1", "a2", "a3"]) queue.add({ namespace: "a", name });
  queue.add({ namespace: "b", name: "b1" });
  queue.add({ namespace: "c", name: "c1" }, { priority: lowPriority });
  queue.add({ namespace: "a", name: "a3" }, { priority: 1 });
  expect(all()).toEqual(["a3", "b1", "a1", "c1", "a2"]);
});

test("a namespace whose passes are slow leaves the last worker to others", async () => {
  const clock = new FakeClock();
  const queue = new WorkQueue(clock, () => undefined, 3);
  const add = (namespace: string, name: string): void => queue.add({ namespace, name });
  for (const name of ["a1", "a2", "a3", "a4"]) add("a", name);
  expect([queue.take()?.key.name, queue.take()?.key.name]).toEqual(["a1", "a2"]);
  clock.stall(6000);
  expect(queue.take()).toBeUndefined();
  add("b", "b1");
  expect(queue.take()?.key.name).toBe("b1");
  queue.done({ namespace: "b", name: "b1" });
  queue.done({ namespace: "a", name: "a1" });
  expect([queue.take()?.key.name, queue.take()]).toEqual(["a3", undefined]);
});

test("a key that is postponed keeps what was added to it", async () => {
  const { clock, queue, all } = make();
  queue.add(key("a"));
  queue.take();
  queue.postpone(key("a"), { afterMs: 100 });
  expect(all()).toEqual([]);
  await clock.advance(100);
  expect(all()).toEqual(["a"]);
});

test("a running key is not handed out; when it is added again, it runs exactly once more", () => {
  const { queue } = make();
  queue.add(key("a"));
  expect(queue.take()?.key).toEqual(key("a"));
  queue.add(key("a"), { afterMs: 1000 });
  queue.add(key("a"));
  queue.add(key("a"), { priority: 7 });
  expect(queue.take()).toBeUndefined();
  queue.done(key("a"));
  expect(queue.take()).toMatchObject({ key: key("a"), priority: 7 });
  queue.done(key("a"));
  expect(queue.take()).toBeUndefined();
});

test("a delayed key comes when it is due, and one timer serves them all", async () => {
  const { clock, queue, ready, all } = make();
  for (const [name, afterMs] of [
    ["c", 300],
    ["a", 100],
    ["b", 200],
    ["d", 400],
  ] as const)
    queue.add(key(name), { afterMs });
  expect([all(), clock.timers, ready()]).toEqual([[], 1, 0]);
  await clock.advance(250);
  expect([all(), clock.timers]).toEqual([["a", "b"], 1]);
  await clock.advance(1000);
  expect([all(), clock.timers]).toEqual([["c", "d"], 0]);
});

test("the earliest time wins: an event consumes a pending delay, a later delay does not postpone", async () => {
  const { clock, queue, all } = make();
  queue.add(key("a"), { afterMs: 1000 });
  queue.add(key("a"));
  expect(all()).toEqual(["a"]);
  queue.done(key("a"));
  queue.add(key("b"), { afterMs: 100 });
  queue.add(key("b"), { afterMs: 1000 });
  await clock.advance(100);
  expect(all()).toEqual(["b"]);
  queue.done(key("b"));
  await clock.advance(10_000);
  expect(all()).toEqual([]);
});

test("the wait of a key counts from when it was due", async () => {
  const { clock, queue } = make();
  queue.add(key("a"), { afterMs: 100 });
  await clock.advance(150);
  clock.stall(7);
  expect(queue.take()?.waitedMs).toBe(57);
});

test("a closed queue hands out nothing, accepts nothing, and leaves no timer", () => {
  const { clock, queue, all } = make();
  queue.add(key("a"));
  queue.add(key("b"), { afterMs: 100 });
  queue.close();
  queue.add(key("c"));
  expect([all(), clock.timers, queue.size]).toEqual([[], 0, 0]);
});

test("ten thousand random delays come out in order", async () => {
  const { clock, queue, all } = make();
  let seed = 1;
  const delays = Array.from({ length: 10_000 }, () => (seed = (seed * 48_271) % 2_147_483_647) % 5000);
  for (const [i, afterMs] of delays.entries()) queue.add(key(String(i)), { afterMs: afterMs + 1 });
  clock.stall(5001);
  await clock.advance(0);
  const due = all().map((name) => delays[Number(name)] ?? 0);
  expect(due).toEqual(delays.toSorted((a, b) => a - b));
});

const failures = [
  { given: 1, want: 5 },
  { given: 2, want: 10 },
  { given: 10, want: 2560 },
  { given: 18, want: 655_360 },
  { given: 19, want: 1_000_000 },
  { given: 2000, want: 1_000_000 },
];

for (const { given, want } of failures) {
  test(`after ${given} failures a key waits ${want} ms`, () => {
    expect(failureDelay(given, { firstMs: 5, longestMs: 1_000_000 })).toBe(want);
  });
}

test("five runs at once, then one in each interval; a quiet time allows five again", () => {
  const waits: number[] = [];
  let arrival = 0;
  const run = (now: number): void => {
    const next = spacing(arrival, now, 1000);
    arrival = next.arrival;
    waits.push(next.waitMs);
  };
  for (let i = 0; i < 6; i++) run(100_000);
  run(101_000);
  run(101_000);
  for (let i = 0; i < 6; i++) run(200_000);
  expect(waits).toEqual([0, 0, 0, 0, 0, 1000, 0, 1000, 0, 0, 0, 0, 0, 1000]);
});

test("a key that comes again long before its delay is over leaves nothing behind", async () => {
  const { clock, queue, all } = make();
  for (let i = 0; i < 3000; i += 1) queue.add(key(`later-${i}`), { afterMs: 60_000 });
  const growth = heapGrowth(() => {
    for (let i = 0; i < 50_000; i += 1) {
      queue.add(key("a"));
      queue.take();
      queue.add(key("a"), { priority: lowPriority, afterMs: 60_000 });
      queue.done(key("a"));
    }
  });
  // One place for each pass takes 13 MB.
  expect(growth).toBeLessThan(3_000_000);
  await clock.advance(60_000);
  expect(all()).toHaveLength(3001);
});

test("a clock that is moved while a key runs does not make its namespace slow", () => {
  const clock = new FakeClock(new FakeClock());
  const queue = new WorkQueue(clock, () => undefined, 2);
  const [a, b, c] = [key("a"), key("b"), key("c")];
  queue.add(a);
  queue.take();
  clock.stall(86_400_000);
  queue.add(b);
  expect(queue.take()?.key).toEqual(b);
  for (const each of [a, b]) queue.done(each);
  for (const each of [a, c]) queue.add(each);
  expect([queue.take()?.key, queue.take()?.key]).toEqual([a, c]);
});
