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

test("a long word has no suggestion, and long candidates are not compared", () => {
  const long = "a".repeat(50_000);
  const from = process.threadCpuUsage();
  expect(nearestOf(long, [long])).toBeUndefined();
  expect(nearestOf("a".repeat(101), ["a".repeat(101)])).toBeUndefined();
  expect(nearestOf("b".repeat(100), [`${"b".repeat(99)}c`, long])).toBe(`${"b".repeat(99)}c`);
  const { user, system } = process.threadCpuUsage(from);
  expect(user + system).toBeLessThan(100_000);
});

test("characters outside of the basic plane count as one", () => {
  expect(nearestOf("abcd", ["abcd😀😀"])).toBe("abcd😀😀");
});
