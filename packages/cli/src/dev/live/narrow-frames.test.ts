// The screen of dev in few columns: what is most important is seen, or goes on in the next line.
import { expect, test } from "vitest";
import { heldCall as hook, liveModel, shownFrame, waitingModel } from "../../../test/live-frames.ts";

test("in few columns, what a hook has answered stands before its Cluster", () => {
  const model = waitingModel();
  model.trace(hook);
  model.trace({ ...hook, hook: "BeforeClusterDelete", status: "Failure", retryAfterSeconds: 0, message: "no backup" });
  const rows = (columns: number): readonly string[] =>
    shownFrame(model, { columns, rows: 24 }).match(/^.*[…✗] BeforeCluster.*$/gm) ?? [];
  expect(rows(40)).toEqual([
    expect.stringMatching(/^… BeforeClusterUpgrade {2}again (?:in \d+ s|now):.*…$/),
    "✗ BeforeClusterDelete  failed: no backu…",
  ]);
  expect(rows(60)[1]).toBe("12:00:00 ✗ BeforeClusterDelete  failed: no backup  default/…");
});

test("all conditions, where there are very few columns for them, are as wide as the screen", () => {
  const model = waitingModel();
  shownFrame(model, { columns: 20, rows: 24 });
  model.act("last");
  model.act("conditions");
  const frame = shownFrame(model, { columns: 20, rows: 24 });
  expect(Math.max(...frame.split("\n").map((line) => line.length))).toBeLessThanOrEqual(20);
  expect(frame).toContain("> ");
});

test("in few columns, what brings the first objects is in two lines", () => {
  const frame = shownFrame(liveModel([]), { columns: 40, rows: 14 });
  expect(frame).toContain("\n  no objects yet: press a to apply the\n  sample\n");
});
