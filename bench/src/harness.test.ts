// Runs that alternate, and the ratios made of them.
import { expect, it } from "vitest";
import type { Contender } from "./benchmark.ts";
import { measure } from "./harness.ts";

/** A contender whose runs take the given seconds, its warm-up first, and that writes down when it is called. */
function contender(name: string, seconds: readonly number[], calls: string[]): Contender {
  const left = [...seconds];
  return {
    name,
    prepare: async () => void calls.push(`prepare ${name}`),
    run: async () => {
      calls.push(name);
      return { seconds: left.shift() ?? Number.NaN };
    },
    stop: async () => void calls.push(`stop ${name}`),
  };
}

it("warms up, alternates, quotes medians and the median ratio", async () => {
  const calls: string[] = [];
  const contenders = [contender("ours", [9, 1, 2, 3], calls), contender("go", [9, 2, 4, 12], calls)];
  const outcome = await measure({ name: "b", how: "h", contenders, runs: { short: 1, full: 3 } }, 3);
  expect(outcome.rows).toEqual([
    { contender: "ours", figures: { seconds: 2 } },
    { contender: "go", figures: { seconds: 4 } },
  ]);
  expect(outcome.ratios).toEqual({ seconds: 0.5 });
  expect(calls).toEqual([
    "prepare ours",
    "ours",
    "prepare go",
    "go",
    "ours",
    "go",
    "go",
    "ours",
    "ours",
    "go",
    "stop go",
    "stop ours",
  ]);
});

it("stops what it started when a run fails", async () => {
  const calls: string[] = [];
  const bad: Contender = {
    name: "bad",
    run: () => Promise.reject(new Error("broke")),
    stop: async () => void calls.push("stop bad"),
  };
  const contenders = [contender("ours", [1], calls), bad];
  await expect(measure({ name: "b", how: "h", contenders, runs: { short: 1, full: 1 } }, 1)).rejects.toThrow("broke");
  expect(calls).toEqual(["prepare ours", "ours", "stop bad", "stop ours"]);
});
