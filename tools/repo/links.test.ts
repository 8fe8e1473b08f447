// Which code spans of a table are paths and lines. That those of docs/architecture.md exist is a step of `check`.
import { expect, test } from "vitest";
import { linesOf, pathsOf } from "./links.ts";

test("code spans of tables with a slash are paths; commands and prose are not", () => {
  const page = [
    "See `packages/kube`.",
    "| I want to ... | First guess | Second |",
    "| see it | `a/b.ts` | `npx capstan explain a/b`, `a/<case>/` and `word` |",
  ].join("\n");
  expect(pathsOf(page)).toEqual(["a/b.ts", "a/<case>/"]);
});

test("a line of a file belongs to the symbol of its row; of `Class.member`, to the member", () => {
  const page = [
    "| Step | Where | Does |",
    "| `Store.put` | [`a/store.ts:12`](../a/store.ts#L12) | keeps `x:1` |",
    "| `run` | `b.ts:3` | |",
    "`c.ts:4`",
  ].join("\n");
  expect(linesOf(page)).toEqual([
    { path: "a/store.ts", line: 12, symbol: "put" },
    { path: "b.ts", line: 3, symbol: "run" },
  ]);
});
