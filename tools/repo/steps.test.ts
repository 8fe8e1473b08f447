// Steps one after the other, and their tally.
import { expect, it } from "vitest";
import { runSteps, SkipStep } from "./steps.ts";

it("counts, goes on after a failure, and says why it skipped", async () => {
  const lines: string[] = [];
  const tally = await runSteps(
    [
      { name: "good", run: async () => "3 files" },
      { name: "bad", run: async () => Promise.reject(new Error("first\nsecond")) },
      { name: "absent", run: async () => Promise.reject(new SkipStep("no such folder here")) },
    ],
    { print: (line) => lines.push(line.replaceAll(/\d+\.\d s/g, "T s")) },
  );
  expect(tally).toEqual({ passed: 1, failed: 1, skipped: 1 });
  expect(lines.map((line) => line.replaceAll(/ +/g, " "))).toEqual([
    "ok good T s 3 files",
    "FAIL bad T s\n first\n second",
    "skip absent T s\n no such folder here",
    "\n1 passed, 1 failed, 1 skipped",
  ]);
});
