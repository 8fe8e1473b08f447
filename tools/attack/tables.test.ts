// The tables of a run.
import { expect, test } from "vitest";
import { attackTable, faultLines, fuzzTable } from "./tables.ts";

const result = {
  attacks: [{ name: "a | b", before: "73 s", now: "1 ms", failed: false }],
  fuzzes: [
    {
      name: "inputs",
      inputs: 10_000,
      faults: [
        { kind: "executed", text: "one" },
        { kind: "crashed", text: "two" },
        { kind: "stalled", text: "three" },
      ],
      longestStallMs: 12.3,
      growthMiB: 4.6,
      seconds: 1,
    },
  ],
} as const;

test("each attack and each fuzz has a row; faults are listed", () => {
  expect([attackTable([result]), fuzzTable([result]), ...faultLines(result)].join("\n")).toBe(
    `| Attack | 0.1 | Now |
| --- | --- | --- |
| a \\| b | 73 s | 1 ms |
| Random input | Inputs | Executed | Crashed | Other faults | Longest stall | Memory growth |
| --- | --- | --- | --- | --- | --- | --- |
| inputs | 10,000 | 1 | 1 | 1 | 12 ms | 5 MiB |
executed: one
crashed: two
stalled: three`,
  );
});
