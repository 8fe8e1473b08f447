// 40 claims, two managers that both believe that they lead, killed at random moments. crash.slow.test.ts has thousands.
import { expect, test } from "vitest";
import { crashManagers, rangeOf } from "../../test/ip-pool-crash.ts";
import { addressesIn } from "./addresses-in.ts";

test("no address is given twice, and each claim gets one", async ({ task }) => {
  // One of the two makes at least half of the reservations, which is more than any of them lives to make: it is killed.
  const report = await crashManagers({ claims: 40, lives: { atLeast: 1, atMost: 15 } });
  task.meta.note = `40 claims in ${report.seconds.toFixed(1)} s with ${report.kills} kills`;
  expect(report.duplicates).toEqual([]);
  expect(report.unanswered).toEqual([]);
  expect([...report.addresses.values()].toSorted()).toEqual([...addressesIn([rangeOf(40)])].toSorted());
  expect(report.kills).toBeGreaterThan(0);
});
