// The queue: order, deduplication, idle, retry and stop.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

test("a key that is added later is processed after half a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const queue = queueOf();
  queue.addLater("a");
  await queue.idle();
  vi.advanceTimersByTime(499);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  await queue.idle();
  expect(done).toEqual(["a"]);
});

test("a stopped queue drops its keys and accepts no more", async () => {
  const queue = queueOf();
  queue.add("a");
  queue.stop();
  queue.add("b");
  await queue.idle();
  expect(done).toEqual([]);
});
