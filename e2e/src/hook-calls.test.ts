// Calls read from log lines, and their summary.
import { expect, it } from "vitest";
import { summaryOf } from "./hook-calls.ts";

it("counts equal answers", () => {
  const call = {
    hook: "BeforeClusterUpgrade",
    handler: "gate",
    status: "Success",
    retryAfterSeconds: 5,
    answer: "wait",
  };
  expect(summaryOf([call, call, { ...call, retryAfterSeconds: 0, answer: "" }])).toEqual([
    'BeforeClusterUpgrade (gate): Success, again after 5 s, "wait", 2 times',
    "BeforeClusterUpgrade (gate): Success, 1 times",
  ]);
});
