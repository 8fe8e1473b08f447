// Every block of the page has a test that runs it.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recipes, recipesOf } from "./recipes.ts";

test("a block is a file without its first line", () => {
  const page =
    "# Page\n\n```ts\n// a/b.ts\nconst a = 1;\n```\n\n```sh\n# .git/x\n#!/bin/sh\nexit\n```\n\n```ts\nno path\n```\n";
  expect(recipesOf(page)).toEqual([
    { path: "a/b.ts", text: "const a = 1;\n" },
    { path: ".git/x", text: "#!/bin/sh\nexit\n" },
  ]);
});

test("each is run by a test", () => {
  const tests = globSync("*.test.ts", { cwd: import.meta.dirname })
    .map((name) => readFileSync(new URL(name, import.meta.url), "utf8"))
    .join("\n");
  expect(recipes.length).toBeGreaterThan(10);
  expect(recipes.map(({ path }) => path).filter((path) => !tests.includes(`recipe("${path}")`))).toEqual([]);
});

test("no block is without its path", () => {
  const page = readFileSync(new URL("../../../docs/crds-in-builds.md", import.meta.url), "utf8");
  expect(recipes).toHaveLength([...page.matchAll(/^```\w+$/gm)].length);
});
