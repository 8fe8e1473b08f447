// Which paths are in a folder.
import { describe, expect, test } from "vitest";
import { isBelow, isInside } from "./paths.ts";

describe("a relative path", () => {
  test.each(["a", "a/b", "./a", "a/../b", ".", "", "..a", "..a/b", "...", "a/.."])("%j stays inside", (path) => {
    expect(isInside(path)).toBe(true);
  });

  test.each(["..", "../a", "a/../..", "./../a", "../..a", "/a"])("%j does not", (path) => {
    expect(isInside(path)).toBe(false);
  });
});

test.each([
  { folder: "/p", path: "/p/a", want: true },
  { folder: "/p", path: "/p", want: true },
  { folder: "/p", path: "/p/..a/b", want: true },
  { folder: "/p", path: "/pa", want: false },
  { folder: "/p/a", path: "/p", want: false },
  { folder: "/p/a", path: "/p/b", want: false },
])("$path is below $folder: $want", ({ folder, path, want }) => {
  expect(isBelow(folder, path)).toBe(want);
});
