// That a difference from upstream is found, in verdicts and not in words.
import { expect, test } from "vitest";
import { compare } from "./area.ts";
import { answer } from "./answer.ts";
import type { PlanQuestion } from "./question.ts";

const question = (steps: readonly string[]): PlanQuestion => ({
  plan: { to: "v1.34.0", controlPlane: "v1.33.0", workers: "", steps, workerSteps: [] },
});

test("the same verdict in other words is no difference", () => {
  expect(
    compare("plans", question([]), { ours: { error: "no" }, upstream: { error: "never" } }).difference,
  ).toBeUndefined();
  expect(compare("plans", question([]), { ours: {}, upstream: {} }).difference).toBeUndefined();
});

test("a verdict on one side only is a difference", () => {
  expect(compare("plans", question([]), { ours: {}, upstream: { error: "no" } }).difference).toBeDefined();
  expect(compare("plans", question([]), { ours: { error: "no" }, upstream: {} }).difference).toBeDefined();
});

test("the kit has both verdicts", async () => {
  expect(await answer(question(["v1.34.0"]))).toEqual({});
  expect((await answer(question(["v1.35.0"]))).error).toContain("skips minors");
});
