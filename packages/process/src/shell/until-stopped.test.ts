// A start that ends before the stop, after it, and never.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "../log/logger.ts";
import { type StartStep, untilStopped } from "./until-stopped.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const warnings: unknown[] = [];
function step(signal: AbortSignal): StartStep {
  const log = { ...silentLogger, warn: (...line: unknown[]) => void warnings.push(line) };
  return { signal, log, name: "services" };
}

test("one that ends gives its value, also within the time after a stop", async () => {
  const stop = new AbortController();
  expect(await untilStopped(Promise.resolve(1), step(stop.signal))).toBe(1);
  const late = Promise.withResolvers<number>();
  const waiting = untilStopped(late.promise, step(stop.signal));
  stop.abort();
  await vi.advanceTimersByTimeAsync(4900);
  late.resolve(2);
  expect(await waiting).toBe(2);
  expect([vi.getTimerCount(), warnings]).toEqual([0, []]);
});

test("one that fails after the stop, perhaps because of it, is no failure", async () => {
  warnings.length = 0;
  const stop = new AbortController();
  const late = Promise.withResolvers<number>();
  const ended = untilStopped(late.promise, step(stop.signal)).catch((error: unknown) => error);
  stop.abort(new Error("stopped"));
  late.reject(new Error("the program was interrupted"));
  expect(await ended).toBe(stop.signal.reason);
  expect(warnings).toEqual([
    [
      "The start failed after the process was told to stop",
      { waitsFor: "services", error: "the program was interrupted" },
    ],
  ]);
  warnings.length = 0;
});

test("one that fails before the stop fails", async () => {
  const { signal } = new AbortController();
  await expect(untilStopped(Promise.reject(new Error("no quota")), step(signal))).rejects.toThrow("no quota");
  expect(warnings).toEqual([]);
});

test("one that never ends is left behind 5 s after the stop", async () => {
  const stop = new AbortController();
  const waiting = untilStopped(new Promise(() => undefined), step(stop.signal));
  stop.abort(new Error("stopped"));
  const ended = waiting.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await ended).toBe(stop.signal.reason);
  expect(warnings).toEqual([
    ["The start did not end when the process was told to stop", { waitsFor: "services", seconds: 5 }],
  ]);
});
