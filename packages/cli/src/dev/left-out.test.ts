// How often it is shown that records of the trace are missing.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LeftOut } from "./left-out.ts";

let shown: number[];
let leftOut: LeftOut;
beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  leftOut = new LeftOut((count) => shown.push(count));
});
afterEach(() => void vi.useRealTimers());

test("the number is shown once a second, with all that is missing by then", () => {
  for (let ms = 0; ms < 2500; ms += 50) {
    leftOut.add(10);
    vi.advanceTimersByTime(50);
  }
  expect(shown).toEqual([200, 400]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([200, 400, 500]);
});

test("nothing is shown where nothing is missing", () => {
  leftOut.add(0);
  leftOut.restarted();
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([]);
});

test("a new process begins with nothing missing, and an end shows nothing more", () => {
  leftOut.add(7);
  vi.advanceTimersByTime(1000);
  leftOut.add(1);
  leftOut.restarted();
  leftOut.add(2);
  leftOut.close();
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([7, 0]);
});
