// Ages in words, at the borders between two forms.
import { expect, test } from "vitest";
import { humanDuration } from "./human-duration.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [-5 * second, "<invalid>"],
  [-second, "0s"],
  [0, "0s"],
  [119 * second, "119s"],
  [2 * minute, "2m"],
  [2 * minute + 5 * second, "2m5s"],
  [10 * minute + 5 * second, "10m"],
  [179 * minute, "179m"],
  [3 * hour + 10 * minute, "3h10m"],
  [8 * hour + 10 * minute, "8h"],
  [47 * hour, "47h"],
  [2 * day, "2d"],
  [2 * day + 3 * hour, "2d3h"],
  [8 * day + 3 * hour, "8d"],
  [729 * day, "729d"],
  [2 * 365 * day + 3 * day, "2y3d"],
  [9 * 365 * day + 3 * day, "9y"],
])("%d ms are %s", (ms, want) => {
  expect(humanDuration(ms)).toBe(want);
});
