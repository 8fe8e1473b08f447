// How long a handler has, and what happens when it takes longer.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { timeForHandler, withDeadline } from "./deadline.ts";

test.each([
  { name: "the declared timeout less its reserve", seconds: 1, query: null, want: 900 },
  { name: "a reserve of at most 500 ms", seconds: 30, query: null, want: 29_500 },
  { name: "a reserve of 500 ms for 5 s", seconds: 5, query: null, want: 4500 },
  { name: "a reserve of at least 20 ms", seconds: 10, query: "100ms", want: 80 },
  { name: "a reserve of a tenth above 200 ms", seconds: 10, query: "300ms", want: 270 },
  { name: "the caller's timeout when it is shorter", seconds: 10, query: "2s", want: 1800 },
  { name: "the declared one when it is shorter", seconds: 2, query: "10s", want: 1800 },
  { name: "the declared one for a query that is not a duration", seconds: 2, query: "soon", want: 1800 },
  { name: "the declared one for the empty query", seconds: 2, query: "", want: 1800 },
  { name: "the declared one for a timeout of 0", seconds: 2, query: "0s", want: 1800 },
  { name: "the declared one for a negative timeout", seconds: 2, query: "-1s", want: 1800 },
  { name: "none for a timeout that the reserve takes", seconds: 10, query: "20ms", want: 0 },
  { name: "none for a shorter timeout", seconds: 10, query: "1ns", want: 0 },
])("$name", ({ seconds, query, want }) => {
  expect(timeForHandler(seconds, query).ms).toBe(want);
});

test.each([
  { seconds: 10, query: null, want: "its 10s" },
  { seconds: 10, query: "10s", want: "its 10s" },
  { seconds: 2, query: "10s", want: "its 2s" },
  { seconds: 10, query: "1500ms", want: "the 1.5s of its caller" },
  { seconds: 10, query: "200ms", want: "the 0.2s of its caller" },
  { seconds: 10, query: "1ns", want: "the 0.001s of its caller" },
])("messages name the time that was given: $want", ({ seconds, query, want }) => {
  expect(timeForHandler(seconds, query).given).toBe(want);
});

describe("withDeadline", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const outer = new AbortController().signal;

  test("resolves with the value, and leaves no timer", async () => {
    expect(await withDeadline(100, outer, async () => "done")).toEqual({ expired: false, value: "done" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("rejects with the error of the function, and leaves no timer", async () => {
    await expect(withDeadline(100, outer, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not start a function that has no time", async () => {
    const run = vi.fn(async () => "done");
    expect(await withDeadline(0, outer, run)).toEqual({ expired: true, work: expect.any(Promise) });
    expect(run).not.toHaveBeenCalled();
  });

  test("aborts the signal at the deadline, and waits no longer", async () => {
    let seen: AbortSignal | undefined;
    const outcome = withDeadline(100, outer, (signal) => {
      seen = signal;
      return new Promise<never>(() => {});
    });
    await vi.advanceTimersByTimeAsync(99);
    expect(seen?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual({ expired: true, work: expect.any(Promise) });
    expect(seen?.reason).toMatchObject({ name: "TimeoutError", message: "the time for this call is over" });
  });

  test("aborts the signal when the caller closes the connection, and still waits for the function", async () => {
    const caller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<string>();
    let seen: AbortSignal | undefined;
    const outcome = withDeadline(100, caller.signal, (signal) => {
      seen = signal;
      return promise;
    });
    caller.abort(new Error("closed"));
    expect(seen?.reason).toMatchObject({ message: "closed" });
    resolve("done");
    expect(await outcome).toEqual({ expired: false, value: "done" });
  });
});
