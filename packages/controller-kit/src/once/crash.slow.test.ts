// The proof: ten kills of managers at random moments, in front of a cloud without idempotency keys. The cloud's own record decides.
import { expect, test } from "vitest";
import { type OnceCrashReport, crashOnce } from "../../test/once-crash.ts";
import type { CloudBehavior } from "../../test/once-cloud.ts";

const cloud: CloudBehavior = {
  latencyMs: 300,
  staleMs: 300,
  limited: 0.1,
  failsBefore: 0.1,
  failsAfter: 0.1,
  loses: 0.1,
  late: 0.2,
  lateMs: 1500,
};
const right: Omit<OnceCrashReport, "doubles" | "doubled"> = { notOne: [], ofNobody: [], wrongIDs: [] };

test("ten seconds after ten kills no machine has two servers, and none ever had another providerID", async ({
  task,
}) => {
  const report = await crashOnce({ managers: 1, kills: 10, machines: 40, settle: "2500ms", cloud });
  task.meta.note = `40 machines, ten kills, ${report.doubles} doubles`;
  expect(report).toEqual({ ...right, doubled: [], doubles: 0 });
});

test("of a cloud that is slower than `settle` two managers remove the doubles, and none ever was a providerID", async ({
  task,
}) => {
  const slower = { ...cloud, late: 0.5, lateMs: 5000 };
  const { doubled, doubles, ...report } = await crashOnce({
    managers: 2,
    kills: 10,
    machines: 40,
    settle: "500ms",
    cloud: slower,
  });
  task.meta.note = `40 machines, ten kills, ${doubles} doubles, ${doubled.length} of them just made ten seconds later`;
  expect(report).toEqual(right);
  // Without one the test shows nothing.
  expect(doubles).toBeGreaterThan(0);
});
