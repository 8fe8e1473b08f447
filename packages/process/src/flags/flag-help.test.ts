// How the descriptions of `--help` are wrapped.
import { expect, test } from "vitest";
import type { FlagTable } from "./flag.ts";
import { flagHelp } from "./flag-help.ts";

const table = {
  a: { kind: "string", help: "one two three four five six seven eight nine" },
  long: { kind: "port", default: "1", help: "the port of https://a-very-long-name-without-spaces.example.com" },
} as const satisfies FlagTable;

const linesAt = (columns?: number): readonly string[] => flagHelp("x", table, columns).split("\n").slice(3, -1);

test("a terminal's width is used, with the descriptions in one column", () => {
  expect(linesAt(50)).toEqual([
    "  --a     one two three four five six seven eight",
    "          nine",
    "  --long  the port of",
    "          https://a-very-long-name-without-spaces.example.com",
    "          (default: 1)",
  ]);
});

test.each([10, 40])("at %d columns, descriptions keep 30 characters", (columns) => {
  expect(linesAt(columns).slice(0, 2)).toEqual(["  --a     one two three four five six", "          seven eight nine"]);
});

test("80 columns when the width is not known", () => {
  expect(linesAt()).toEqual(linesAt(80));
});
