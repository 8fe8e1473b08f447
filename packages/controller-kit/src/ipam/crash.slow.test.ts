// The proof: 10,000 claims, two managers that both believe that they lead, killed at random moments.
import { expect, test } from "vitest";
import { crashManagers } from "../../test/ip-pool-crash.ts";
import { addressesIn } from "./addresses-in.ts";

test("no address is given twice, and each of 10,000 claims gets one", async ({ task }) => {
  const report = await crashManagers({ claims: 10_000, lives: { atLeast: 1, atMost: 1200 } });
  task.meta.note = `10,000 claims in ${report.seconds.toFixed(0)} s with ${report.kills} kills`;
  expect(report.duplicates).toEqual([]);
  expect(report.unanswered).toEqual([]);
  expect([...report.addresses.values()].toSorted()).toEqual([...addressesIn(["10.0.0.1-10.0.39.16"])].toSorted());
  expect(report.kills).toBeGreaterThan(5);
});
