// What a flag with a number accepts.
import { expect, test } from "vitest";
import { wholeFlag } from "./whole-flag.ts";

test.each([
  ["1", 1],
  ["999999999", 999_999_999],
])("%s is a whole number above 0", (text, number) => {
  expect(wholeFlag("runs", text)).toBe(number);
});

test.each(["", "0", "01", "-1", "1.5", "1e3", "many", "9999999999"])("%j is none", (text) => {
  expect(() => wholeFlag("runs", text)).toThrow(`--runs needs a whole number above 0, not "${text}"`);
});
