// The proof: two managers that both believe that they lead, killed at random moments. With `--all-runs` there are 10,000 claims.
import { expect, test } from "vitest";
import { crashManagers, rangeOf } from "../../test/ip-pool-crash.ts";
import { addressesIn } from "./addresses-in.ts";

const claims = Math.ceil(10_000 * Number(process.env["CAPSTAN_SHARE_OF_RUNS"] ?? 1));

test("no address is given twice, and each of thousands of claims gets one", async ({ task }) => {
  const report = await crashManagers({ claims, lives: { atLeast: 1, atMost: claims / 8 } });
  task.meta.note = `${claims} claims in ${report.seconds.toFixed(0)} s with ${report.kills} kills`;
  expect(report.duplicates).toEqual([]);
  expect(report.unanswered).toEqual([]);
  expect([...report.addresses.values()].toSorted()).toEqual([...addressesIn([rangeOf(claims)])].toSorted());
  expect(report.kills).toBeGreaterThan(5);
});
