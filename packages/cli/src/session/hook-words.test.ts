// What is shown of calls of hooks, on the screen and on the page.
import { expect, test } from "vitest";
import { hookWords } from "./words.ts";

const call = { hook: "BeforeClusterUpgrade", handler: "before-cluster-upgrade", status: "Success" } as const;

test("one that nothing waits for is not called again", () => {
  const held = { ...call, retryAfterSeconds: 60, message: "the cluster is frozen" };
  expect(hookWords(held, "never")).toMatchObject({ look: "held", reason: "not called now: the cluster is frozen" });
  const silent = { ...held, timedOut: true, message: "handler gate did not answer within its 10s" };
  expect(hookWords(silent, "never").reason).toBe("did not answer within 10 s: counts as failed, not called now");
  expect(hookWords(silent, 0).reason).toBe("did not answer within 10 s: counts as failed, called again now");
  expect(hookWords(call, "never")).toMatchObject({ look: "done", reason: "" });
});

test.each([
  { name: "one that goes on", more: {}, want: { look: "done", word: "allowed", handler: "", reason: "" } },
  {
    name: "one for patches",
    more: { hook: "GeneratePatches", patches: { made: 2, templates: 4 } },
    want: { look: "done", word: "patched", reason: "2 patches of 4 templates", whole: "2 patches of 4 templates" },
  },
  {
    name: "one for a patch, with a message",
    more: { patches: { made: 1, templates: 1 }, message: "small" },
    want: { reason: "1 patch of 1 template: small" },
  },
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
    want: {
      look: "error",
      word: "failed",
      reason: "did not answer within 10 s: counts as failed, called again in 10 s",
    },
  },
  {
    name: "one that was not answered in the time of the caller, and that cannot block",
    more: { status: "Failure", timedOut: true, message: "handler gate did not answer within the 1.5s of its caller" },
    want: { look: "error", word: "failed", reason: "did not answer within 1.5 s: counts as failed" },
  },
  {
    name: "one of which a kit says something else",
    more: { timedOut: true, retryAfterSeconds: 10 },
    want: { reason: "did not answer in time: counts as failed, called again in 10 s" },
  },
] as const)("a call of a hook: $name", ({ more, want }) => {
  expect(hookWords({ ...call, ...more })).toMatchObject(want);
});
