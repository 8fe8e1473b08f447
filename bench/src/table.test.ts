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

it("prints figures of several sizes as rows, and their ratios beside each other", () => {
  const sizes = ["10", "100"];
  const benchmark = { name: "operator", how: "Objects.", contenders: [], runs: { short: 1, full: 5 }, sizes };
  const figures = { "10: MB": 50, "10: longest turn ms": 3, "100: MB": 90, "100: longest turn ms": 20 };
  const rows = [
    { contender: "capstan", figures },
    { contender: "go", figures: { "10: MB": 100, "100: MB": 100 } },
  ];
  expect(formatOutcome({ benchmark, rows, ratios: { "10: MB": 0.5, "100: MB": 0.9 } })).toBe(
    [
      "### operator",
      "",
      "Objects.",
      "",
      "|  | capstan | go | ratio, ours / peer |",
      "| --- | ---: | ---: | ---: |",
      "| 10: MB | 50.0 | 100 | 0.500 |",
      "| 10: longest turn ms | 3.00 |  |  |",
      "| 100: MB | 90.0 | 100 | 0.900 |",
      "| 100: longest turn ms | 20.0 |  |  |",
      "",
      "| ratio, ours / peer | 10 | 100 |",
      "| --- | ---: | ---: |",
      "| MB | 0.500 | 0.900 |",
      "",
    ].join("\n"),
  );
});
