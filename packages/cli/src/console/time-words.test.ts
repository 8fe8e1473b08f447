// Lengths of time in words.
import { expect, test } from "vitest";
import { timeInWords } from "./time-words.ts";

test.each([
  [0, "0 seconds"],
  [60, "1 minute"],
  [7200, "2 hours"],
  [86_400, "1 day"],
  [90_061, "1 day 1 hour"],
])("%d seconds are %s", (seconds, words) => {
  expect(timeInWords(seconds)).toBe(words);
});
