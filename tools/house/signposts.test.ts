// Which words of a table are paths. That those of docs/house.md exist is a step of `check`.
import { expect, test } from "vitest";
import { pathsOf } from "./signposts.ts";

test("code spans of tables with a slash are paths; commands and prose are not", () => {
  const page = [
    "See `packages/kube`.",
    "| I want to ... | First guess | Second |",
    "| see it | `a/b.ts` | `npx capstan explain a/b`, `a/<case>/` and `word` |",
  ].join("\n");
  expect(pathsOf(page)).toEqual(["a/b.ts", "a/<case>/"]);
});
