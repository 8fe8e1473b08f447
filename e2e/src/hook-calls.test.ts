// Calls read from log lines, their summary, and the pauses between them.
import { expect, it } from "vitest";
import { type HookCall, pausesOf, summaryOf } from "./hook-calls.ts";

const call: HookCall = {
  at: 0,
  hook: "BeforeClusterUpgrade",
  handler: "gate",
  machine: "",
  status: "Success",
  retryAfterSeconds: 5,
  answer: "wait",
};

it("counts equal answers", () => {
  expect(summaryOf([call, call, { ...call, retryAfterSeconds: 0, answer: "" }])).toEqual([
    'BeforeClusterUpgrade (gate): Success, again after 5 s, "wait", 2 times',
    "BeforeClusterUpgrade (gate): Success, 1 times",
  ]);
});

it("finds the pauses after answers with a delay, of each Machine", () => {
  const [one, other] = [
    { ...call, machine: "n/one" },
    { ...call, machine: "n/other" },
  ];
  const calls = [one, { ...other, at: 1000 }, { ...one, at: 5500, retryAfterSeconds: 0 }, { ...other, at: 5000 }];
  expect(pausesOf([...calls, { ...one, at: 6000, retryAfterSeconds: 0 }])).toEqual([
    { asked: 5, waited: 5.5 },
    { asked: 5, waited: 4 },
  ]);
});
