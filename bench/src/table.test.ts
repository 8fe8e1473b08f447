// The table, character for character.
import { expect, it } from "vitest";
import { formatOutcome } from "./table.ts";

it("prints a row for each contender and one for the ratio", () => {
  const benchmark = { name: "generate", how: "Whole process.", contenders: [], runs: { short: 1, full: 5 } };
  const rows = [
    { contender: "capstan", figures: { seconds: 0.5, "calls a second": 12345 } },
    { contender: "go", figures: { seconds: 1 } },
  ];
  expect(formatOutcome({ benchmark, rows, ratios: { seconds: 0.5 } })).toBe(
    [
      "### generate",
      "",
      "Whole process.",
      "",
      "|  | seconds | calls a second |",
      "| --- | ---: | ---: |",
      "| capstan | 0.500 | 12,345 |",
      "| go | 1.00 |  |",
      "| ratio, ours / peer | 0.500 |  |",
      "",
    ].join("\n"),
  );
});
