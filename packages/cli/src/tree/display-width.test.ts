// Widths of strings in a terminal, and strings cut to them.
import { expect, test } from "vitest";
import { cutEnd, cutMiddle, displayWidth, padColumns, wrapWords } from "./display-width.ts";

const family = "👨‍👩‍👧";

test.each([
  ["demo", 4],
  ["日本", 4],
  [family, 2],
  ["e\u0301", 1],
  ["✓", 1],
])("%s takes %i columns", (value, want) => {
  expect(displayWidth(value)).toBe(want);
});

test.each([
  ["demo-machine", 20, "demo-machine"],
  ["demo-machine", 8, "demo-ma…"],
  ["the machine waits", 12, "the machine…"],
  ["日本語", 5, "日本…"],
  ["日本語", 4, "日…"],
  [`a${family}b`, 3, `a…`],
  [`a${family}${family}`, 4, `a${family}…`],
  ["demo", 1, "…"],
  ["demo", 0, ""],
])("%s in %i columns is %s", (value, columns, want) => {
  expect(cutEnd(value, columns)).toBe(want);
  expect(displayWidth(cutEnd(value, columns))).toBeLessThanOrEqual(columns);
});

test.each([
  ["demo-md-0-6d9f8c7b5-abcde", 16, "demo-md-0-…abcde"],
  ["demo", 4, "demo"],
  ["demonstration", 4, "dem…"],
  ["日本語日本語日本語", 10, "日本語…語"],
])("%s keeps its end in %i columns: %s", (value, columns, want) => {
  expect(cutMiddle(value, columns)).toBe(want);
  expect(displayWidth(want)).toBeLessThanOrEqual(columns);
});

test("a string is padded by its width", () => {
  expect([padColumns("日", 4), padColumns("demo", 2)]).toEqual(["日  ", "demo"]);
});

test("words are wrapped, and a word that is too long is cut", () => {
  expect(wrapWords("a Machine waits for its infrastructure", 12)).toEqual([
    "a Machine",
    "waits for",
    "its",
    "infrastr…ure",
  ]);
  expect(wrapWords("one line", Infinity)).toEqual(["one line"]);
});
