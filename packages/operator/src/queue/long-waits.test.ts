// Waits that are longer than a timer of Node can be.
import { systemClock } from "@capstan/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkQueue } from "./work-queue.ts";

const dayMs = 86_400_000;
const key = { namespace: "ns", name: "a" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  // The spies are on the false timers: restored after these, they would put them back.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a key that is wanted after sixty days is due then, with one timer of at most 24.8 days at a time", () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const warnings = vi.spyOn(process, "emitWarning");
  const due = vi.fn();
  const queue = new WorkQueue(systemClock, due);
  queue.add(key, { afterMs: 60 * dayMs });
  vi.advanceTimersByTime(59 * dayMs);
  expect([due.mock.calls.length, queue.take(), queue.size]).toEqual([0, undefined, 1]);
  vi.advanceTimersByTime(dayMs);
  expect([due.mock.calls.length, queue.take()?.key]).toEqual([1, key]);
  const longest = Math.max(...timers.mock.calls.map(([, ms]) => ms ?? 0));
  expect([longest, timers.mock.calls.length, vi.getTimerCount()]).toEqual([2 ** 31 - 1, 3, 0]);
  expect(warnings).not.toHaveBeenCalled();
});
