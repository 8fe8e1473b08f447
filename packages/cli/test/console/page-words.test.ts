// What the page says of times and names, and when something failed.
import type { HookTrace, QueueTrace, TraceEvent } from "@capstan/kube/trace";
import { expect, test } from "vitest";
import { cacheWords, newestQueues, queueNumbers } from "../../console/model/controller-queues.ts";
import { shortName } from "../../console/model/short-name.ts";
import { bucketWords, failureTimes, timeBuckets } from "../../console/model/time-buckets.ts";

const call: HookTrace = {
  type: "hook",
  at: 10,
  hook: "BeforeClusterUpgrade",
  handler: "before-cluster-upgrade",
  cluster: { namespace: "default", name: "dev" },
  status: "Success",
  ms: 2,
};

test("failures are those of reconciles, of handlers and of the project", () => {
  const run = { type: "run", controller: "a", kind: "A", key: { namespace: "", name: "a" }, reconcileId: "1" } as const;
  const ran = { ...run, why: [], omitted: 0, waitedMs: 0, ms: 1, failures: 0 };
  const trace: TraceEvent[] = [
    { ...ran, at: 1, outcome: "error" },
    { ...ran, at: 2, outcome: "terminal" },
    { ...ran, at: 3, outcome: "conflict" },
    call,
    { ...call, at: 11, status: "Failure" },
  ];
  const log = [
    { time: 20, level: "error", text: "a" },
    { time: 20, level: "error", text: "b", goesOn: true },
    { time: 21, level: "warn", text: "c" },
  ] as const;
  expect(failureTimes(trace, log)).toEqual([1, 2, 11, 20]);
});

test("queues and caches are those of the moment that is shown", () => {
  const report = (controller: string, at: number, objects: number): QueueTrace => {
    const cached = [{ apiVersion: "example.com/v1", kind: "Foo", objects }];
    return { type: "queue", at, controller, running: 1, ready: objects, delayed: 0, abandoned: 0, cached };
  };
  const trace: TraceEvent[] = [report("a", 1, 3), report("b", 5, 4), report("a", 9, 7)];
  const words = (end: number): string[] =>
    newestQueues(trace, end).map((queue) => `${queue.controller} ${queueNumbers(queue)[1]?.[1]} ${cacheWords(queue)}`);
  expect(words(0)).toEqual([]);
  expect(words(5)).toEqual(["a 3 cache: 3 Foo", "b 4 cache: 4 Foo"]);
  expect(words(Infinity)).toEqual(["a 7 cache: 7 Foo", "b 4 cache: 4 Foo"]);
});

test("a column of time in words; what is later than the range is in none", () => {
  const counted = timeBuckets({ changes: [], failures: [1, 5, 11, -1] }, { from: 0, to: 10 }, 2);
  expect(counted.map(bucketWords)).toEqual(["1 failed", "1 failed"]);
  expect(bucketWords({ added: 2, changed: 0, deleted: 1, failed: 0 })).toBe("2 added, 1 deleted");
  expect(bucketWords({ added: 0, changed: 0, deleted: 0, failed: 0 })).toBe("no change");
});

test.each([
  ["dev-control-plane-r6g4k", "dev-control-plane-r6g4k"],
  ["staging-control-plane-r6g4k", "staging-control…e-r6g4k"],
])("%s is shortened in its middle", (name, short) => {
  expect(shortName(name, 23)).toBe(short);
});
