// What is shown of calls of hooks, on the screen and on the page.
import { expect, test } from "vitest";
import { hookWords } from "./words.ts";

const call = { hook: "BeforeClusterUpgrade", handler: "before-cluster-upgrade", status: "Success" } as const;

test("one that nothing waits for is not called again", () => {
  const held = { ...call, retryAfterSeconds: 60, message: "the cluster is frozen" };
  expect(hookWords(held, "never")).toMatchObject({ look: "held", reason: "not called now: the cluster is frozen" });
  expect(hookWords(call, "never")).toMatchObject({ look: "done", reason: "" });
});

test.each([
  { name: "one that goes on", more: {}, want: { look: "done", word: "allowed", handler: "", reason: "" } },
  {
    name: "one that is held",
    more: { retryAfterSeconds: 60, message: "the cluster is frozen", handler: "gate" },
    want: {
      look: "held",
      word: "waits",
      handler: "gate",
      reason: "again in 60 s: the cluster is frozen",
    },
  },
  {
    name: "one that failed",
    more: { status: "Failure", message: "no room" },
    want: { look: "error", word: "failed", handler: "", reason: "no room" },
  },
  {
    name: "one that was not answered in time",
    more: { retryAfterSeconds: 10, timedOut: true, message: "handler gate did not answer within its 10s" },
    want: { look: "error", word: "failed", reason: "again in 10 s: handler gate did not answer within its 10s" },
  },
] as const)("a call of a hook: $name", ({ more, want }) => {
  expect(hookWords({ ...call, ...more })).toMatchObject(want);
});
