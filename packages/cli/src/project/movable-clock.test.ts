// The clock of an entry under dev: moved forward, what waits is due, and nothing is called twice.
import { beforeEach, expect, test, vi } from "vitest";
import { MovableClock } from "./movable-clock.ts";

let clock: MovableClock;
let calls: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  clock = new MovableClock();
  calls = [];
  return () => vi.useRealTimers();
});

test("it goes as the computer's, and ahead of it after a move, never back", () => {
  vi.advanceTimersByTime(1000);
  expect([clock.now(), clock.date().getTime()]).toEqual([1000, 1000]);
  clock.moveTo(60_000);
  clock.moveTo(30_000);
  clock.moveTo(Number.NaN);
  expect([clock.now(), clock.date().getTime()]).toEqual([61_000, 61_000]);
});

test("the steady clock goes as the computer's, whatever is moved", () => {
  clock.steady.after(10_000, () => calls.push("ten seconds"));
  const cancel = clock.steady.after(5000, () => calls.push("canceled"));
  cancel();
  clock.moveTo(60_000);
  vi.advanceTimersByTime(9999);
  expect([calls, clock.steady.now(), clock.steady.date().getTime()]).toEqual([[], 9999, 9999]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(["ten seconds"]);
});

test("what waits until then is called once, the rest when it is due", () => {
  clock.after(10_000, () => calls.push("ten seconds"));
  clock.after(3_600_000, () => calls.push("an hour"));
  const cancel = clock.after(20_000, () => calls.push("canceled"));
  cancel();
  clock.moveTo(60_000);
  vi.advanceTimersByTime(0);
  expect(calls).toEqual(["ten seconds"]);
  vi.advanceTimersByTime(3_600_000 - 60_001);
  expect(calls).toEqual(["ten seconds"]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(["ten seconds", "an hour"]);
  clock.moveTo(10_000_000);
  vi.advanceTimersByTime(1);
  expect(calls).toHaveLength(2);
});
