// Which name is suggested for a misspelled one.
import { expect, test } from "vitest";
import { didYouMean, nearestOf } from "./nearest.ts";

test.each([
  { word: "minLenght", candidates: ["minLength", "maxLength"], want: "minLength" },
  { word: "listtype", candidates: ["listType", "listMapKey"], want: "listType" },
  { word: "zebra", candidates: ["minLength", "pattern"], want: undefined },
  { word: "abc", candidates: ["abXY", "abX"], want: "abX" },
  { word: "abc", candidates: ["abX", "abY"], want: "abX" },
  { word: "abcd", candidates: ["XYcd"], want: "XYcd" },
  { word: "abcd", candidates: ["XYZd"], want: undefined },
  { word: "abcdefghijkl", candidates: ["WXYZefghijkl"], want: "WXYZefghijkl" },
  { word: "abcdefghijkl", candidates: ["VWXYZfghijkl"], want: undefined },
  { word: "ab", candidates: ["abcd", "abcde"], want: "abcd" },
  { word: "abcde", candidates: ["cde"], want: "cde" },
  { word: "", candidates: [], want: undefined },
])("nearestOf($word) is $want", ({ word, candidates, want }) => {
  expect(nearestOf(word, candidates)).toBe(want);
});

test.each([
  { names: [], want: "" },
  { names: [undefined], want: "" },
  { names: ["a"], want: '; did you mean "a"?' },
  { names: ["a", "b"], want: '; did you mean "a" or "b"?' },
])("didYouMean($names) is $want", ({ names, want }) => {
  expect(didYouMean(...names)).toBe(want);
});
