// Waits by a clock whose timers the test calls.
import { expect, test } from "vitest";
import { type Clock, type TimeLimit, withTimeLimit } from "./clock.ts";

/** Timers that have not been cancelled. */
const timers = new Set<() => void>();
const clock: Clock = {
  now: () => 0,
  date: () => new Date(0),
  after(_, call) {
    timers.add(call);
    return () => void timers.delete(call);
  },
  random: () => 0,
};

function limit(signal = new AbortController().signal): TimeLimit {
  return { clock, ms: 1000, signal, late: () => new Error("late") };
}

test("withTimeLimit gives what the promise gives, and leaves no timer", async () => {
  expect(await withTimeLimit(Promise.resolve(1), limit())).toBe(1);
  await expect(withTimeLimit(Promise.reject(new Error("own")), limit())).rejects.toThrow("own");
  expect(timers.size).toBe(0);
});

test("withTimeLimit rejects when the time is over", async () => {
  const waiting = withTimeLimit(new Promise(() => undefined), limit());
  for (const call of timers) call();
  await expect(waiting).rejects.toThrow("late");
  expect(timers.size).toBe(0);
});

test("the limit is one of the steady clock, where the other one can be moved", async () => {
  const steady: Clock = { ...clock, after: () => () => undefined };
  await expect(withTimeLimit(Promise.resolve(1), { ...limit(), clock: { ...clock, steady } })).resolves.toBe(1);
  const stop = new AbortController();
  const waiting = withTimeLimit(new Promise(() => undefined), { ...limit(stop.signal), clock: { ...clock, steady } });
  expect(timers.size).toBe(0);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});

test("withTimeLimit rejects when the signal aborts, or had aborted", async () => {
  const stop = new AbortController();
  const waiting = withTimeLimit(new Promise(() => undefined), limit(stop.signal));
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(withTimeLimit(Promise.resolve(1), limit(stop.signal))).rejects.toThrow("stopped");
  expect(timers.size).toBe(0);
});
