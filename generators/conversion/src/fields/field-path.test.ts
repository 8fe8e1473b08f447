// Paths taken apart at lists and maps.
import { expect, it } from "vitest";
import { elementsPath, isUnder, splitAtElements, stretchesOf } from "./field-path.ts";

it.each([
  ["spec.a", [{ names: ["spec", "a"] }]],
  ["spec.list[].a.b", [{ names: ["spec", "list"], into: "list" }, { names: ["a", "b"] }]],
  [
    "spec.map[*].list[].a",
    [{ names: ["spec", "map"], into: "map" }, { names: ["list"], into: "list" }, { names: ["a"] }],
  ],
  ["spec.list[]", [{ names: ["spec", "list"], into: "list" }]],
  ["spec.map[*][].a", [{ names: ["spec", "map"], into: "map" }, { names: [], into: "list" }, { names: ["a"] }]],
  [
    "spec.list[][]",
    [
      { names: ["spec", "list"], into: "list" },
      { names: [], into: "list" },
    ],
  ],
])("%s in stretches", (path, want) => {
  expect(stretchesOf(path)).toEqual(want);
});

it.each(["spec.list[]", "spec.map[*].list[]", "spec.map[*][]", "spec.list[][].map[*]"])("%s put together", (path) => {
  expect(elementsPath(stretchesOf(path))).toBe(path);
});

it.each([
  ["spec.a.b", "", ["spec", "a", "b"]],
  ["spec.list[].a", "spec.list[]", ["a"]],
  ["spec.map[*].list[].a.b", "spec.map[*].list[]", ["a", "b"]],
])("%s split at its last list or map", (path, elements, names) => {
  expect(splitAtElements(path)).toEqual({ elements, names });
});

it.each([
  ["spec.a.b", "spec.a", true],
  ["spec.a[].b", "spec.a", true],
  ["spec.ab", "spec.a", false],
  ["spec.a", "spec.a", false],
])("%s under %s: %s", (path, parent, want) => {
  expect(isUnder(path, parent)).toBe(want);
});
