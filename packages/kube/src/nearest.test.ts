// What is near enough to be meant.
import { expect, test } from "vitest";
import { nearestOf } from "./nearest.ts";

test.each([
  { word: "minLenght", candidates: ["minLength", "maxLength"], want: "minLength" },
  { word: "listtype", candidates: ["listType", "listMapKey"], want: "listType" },
  { word: "zebra", candidates: ["minLength", "pattern"], want: undefined },
  { word: "", candidates: [], want: undefined },
])("nearestOf($word) is $want", ({ word, candidates, want }) => {
  expect(nearestOf(word, candidates)).toBe(want);
});
