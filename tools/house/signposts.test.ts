// Which words of a table are paths, and that those of docs/house.md exist.
import { expect, test } from "vitest";
import { pathsOf, signpostProblems } from "./signposts.ts";

test("code spans of tables with a slash are paths; commands and prose are not", () => {
  const page = [
    "See `packages/kube`.",
    "| I want to ... | First guess | Second |",
    "| see it | `a/b.ts` | `npx capstan explain a/b`, `a/<case>/` and `word` |",
  ].join("\n");
  expect(pathsOf(page)).toEqual(["a/b.ts", "a/<case>/"]);
});

test("every path of docs/house.md leads somewhere", () => {
  expect(signpostProblems()).toEqual([]);
});
