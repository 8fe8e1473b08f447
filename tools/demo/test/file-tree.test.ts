// Paths as a tree.
import { expect, test } from "vitest";
import { fileTree } from "../file-tree.ts";

test("paths become a tree", () => {
  expect(fileTree(["b/y", "a", "b/x/1"])).toEqual(["├─ a", "└─ b/", "   ├─ x/", "   │  └─ 1", "   └─ y"]);
});

test.each<readonly [string, readonly string[], readonly string[]]>([
  ["no path", [], []],
  ["a path that is there twice", ["a", "a"], ["└─ a"]],
  [
    "folders that begin alike",
    ["generated/crds/a.yaml", "generated/crds/b.yaml", "generated/list.json"],
    ["└─ generated/", "   ├─ crds/", "   │  ├─ a.yaml", "   │  └─ b.yaml", "   └─ list.json"],
  ],
  [
    "an order that does not change",
    ["src/b.ts", "docs/a.md", "src/a.ts"],
    ["├─ docs/", "│  └─ a.md", "└─ src/", "   ├─ a.ts", "   └─ b.ts"],
  ],
])("%s", (_, paths, want) => {
  expect(fileTree(paths)).toEqual(want);
});
