// Calls of hooks that fail: one line each, an error, and none for a failure that the process of the hook reports.
import type { HookTrace } from "@capstan/kube/trace";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FailedCalls } from "./failed-calls.ts";

let lines: string[];
let calls: FailedCalls;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  calls = new FailedCalls({
    failed: (line) => lines.push(`error ${line}`),
    note: (line) => lines.push(`info ${line}`),
  });
});
afterEach(() => vi.useRealTimers());

const answer: HookTrace = {
  type: "hook",
  at: 0,
  hook: "BeforeClusterCreate",
  handler: "gate",
  status: "Failure",
  ms: 1,
};
const line = "calling BeforeClusterCreate of gate failed: no room";

test("a failure that the process reports before or after it has no line", () => {
  calls.answered(answer);
  calls.line(line);
  vi.advanceTimersByTime(5000);
  calls.line(line);
  vi.advanceTimersByTime(100);
  calls.answered(answer);
  vi.advanceTimersByTime(5000);
  expect(lines).toEqual([]);
});

test("a call whose process has ended is an error, also at the end", () => {
  calls.answered({ ...answer, status: "Success" });
  calls.answered({ ...answer, hook: "BeforeClusterDelete" });
  calls.line(line);
  vi.advanceTimersByTime(5000);
  expect(lines).toEqual([`error ${line}`]);
  calls.line(line);
  calls.close();
  vi.advanceTimersByTime(5000);
  expect(lines).toEqual([`error ${line}`, `error ${line}`]);
});

test("an old failure is another one", () => {
  calls.answered(answer);
  vi.advanceTimersByTime(5000);
  calls.line(line);
  vi.advanceTimersByTime(5000);
  expect(lines).toEqual([`error ${line}`]);
});

test("other lines are there at once", () => {
  calls.line("the ClusterClass names the handler a.b");
  expect(lines).toEqual(["info the ClusterClass names the handler a.b"]);
});
