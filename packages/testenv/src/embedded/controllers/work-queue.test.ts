// The queue: order, deduplication, idle, retry and stop.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { badRequest, notFound } from "../api-status.ts";
import { ControllerQueue } from "./work-queue.ts";

let done: string[];
beforeEach(() => {
  done = [];
});
afterEach(() => void vi.useRealTimers());

const queueOf = (work: (key: string) => Promise<void> = async () => undefined): ControllerQueue<string> =>
  new ControllerQueue(
    (key) => key,
    async (key) => {
      done.push(key);
      await work(key);
    },
  );

test("keys are processed in order and once, however often they were added", async () => {
  const queue = queueOf();
  for (const key of ["b", "a", "b", "c"]) queue.add(key);
  expect(done).toEqual([]);
  await queue.idle();
  expect(done).toEqual(["b", "a", "c"]);
});

test("a key that is added while it is processed is processed again", async () => {
  const queue = queueOf(async (key) => {
    if (done.length < 3) queue.add(key);
  });
  queue.add("a");
  await queue.idle();
  expect(done).toEqual(["a", "a", "a"]);
});

test("an empty queue is idle", async () => expect(await queueOf().idle()).toBeUndefined());

test("a key whose work is rejected is processed again after half a second, the others at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const queue = queueOf(async (key) => {
    if (key === "a" && done.length === 1) throw badRequest("not now");
  });
  queue.add("a");
  queue.add("b");
  await queue.idle();
  vi.advanceTimersByTime(499);
  await queue.idle();
  expect(done).toEqual(["a", "b"]);
  vi.advanceTimersByTime(1);
  await queue.idle();
  expect(done).toEqual(["a", "b", "a"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a key whose object does not exist any more is not processed again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const queue = queueOf(() => Promise.reject(notFound({ group: "", plural: "pods" }, "a")));
  queue.add("a");
  await queue.idle();
  expect([done, vi.getTimerCount()]).toEqual([["a"], 0]);
});

test("all that wait for an idle queue are told", async () => {
  const queue = queueOf();
  queue.add("a");
  await Promise.all([queue.idle(), queue.idle()]);
  expect(done).toEqual(["a"]);
});

test("keys are processed one at a time", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const queue = queueOf(async () => promise);
  queue.add("a");
  await new Promise((later) => setImmediate(later));
  queue.add("b");
  await new Promise((later) => setImmediate(later));
  expect(done).toEqual(["a"]);
  resolve(undefined);
  await queue.idle();
  expect(done).toEqual(["a", "b"]);
});

test("a stopped queue drops its keys and accepts no more", async () => {
  const queue = queueOf();
  queue.add("a");
  queue.stop();
  queue.add("b");
  await queue.idle();
  expect(done).toEqual([]);
});
