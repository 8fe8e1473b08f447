// The frame around a position: its lines, its mark, and long lines cut.
import { expect, test } from "vitest";
import { codeFrame } from "./code-frame.ts";

const long = `${"a".repeat(300)}X${"b".repeat(300)}`;

test.each([
  ["in the middle", "a\nb\nc\nd\ne", { line: 3, column: 1 }, "  1 | a\n  2 | b\n> 3 | c\n    | ^\n  4 | d"],
  ["without a column", "a\nb", { line: 1 }, "> 1 | a\n  2 | b"],
  ["outside", "a", { line: 2 }, ""],
  ["behind a tab", "\tx", { line: 1, column: 2 }, "> 1 | \tx\n    | \t^"],
  ["carriage returns", "a\r\nb\r", { line: 2 }, "  1 | a\n> 2 | b"],
  [
    "in a long line",
    long,
    { line: 1, column: 301 },
    `> 1 | ...${"a".repeat(59)}X${"b".repeat(60)}...\n    | ${" ".repeat(62)}^`,
  ],
  ["at the start of a long line", long, { line: 1, column: 1 }, `> 1 | ${"a".repeat(120)}...\n    | ^`],
  ["beside a long line", `${long}\nx`, { line: 2 }, `  1 | ${"a".repeat(120)}...\n> 2 | x`],
])("%s", (_, source, position, want) => expect(codeFrame(source.split("\n"), position)).toBe(want));
