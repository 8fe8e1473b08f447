// Retired words in comments, strings, pages and names; ordinary uses of the same words pass.
import { expect, test } from "vitest";
import { findInPath } from "./find-words.ts";
import { parseSource } from "../source/parse.ts";
import { wordsOf, wordsOfPage } from "./problems.ts";

const cases: readonly (readonly [title: string, path: string, source: string, want: readonly string[]])[] = [
  ["a comment", "a.ts", "// The mend is shown.\n", ['a.ts:1: "mend"; write: help; or fix, as a verb']],
  ["a doc comment", "a.ts", "/**\n * It speaks\n * of a kind.\n */", ['a.ts:2: "speaks of"; write: refers to']],
  ["a phrase over two comment lines", "a.ts", "// it begins on\n// its way", ['a.ts:1: "on its way"; write: pending']],
  ["a string", "a.ts", 'const a = 1;\nfail("it is refused");', ['a.ts:2: "refused"; write: reject']],
  ["a template", "a.ts", "fail(`no room, ${a} rooms`);", ['a.ts:1: "rooms"; write: package']],
  ["identifiers", "a.ts", "const mend = Math.floor(house.rooms);", []],
  ["an import", "a.ts", 'import { a } from "./judge.ts";', []],
  ["a regular expression with slashes", "a.ts", "const a = /https?:\\/\\/mend/;", []],
  [
    "a page",
    "p.md",
    "# Title\n\nThe house has a law.\n",
    ['p.md:3: "house"; write: repository', 'p.md:3: "law"; write: rule'],
  ],
  ["a fenced block", "p.md", "```ts\n// mend\n```\n", []],
  [
    "ordinary uses",
    "p.md",
    "Walk a tree; there is room for one more; `Math.floor(x)`; connection refused; a text file.",
    [],
  ],
  ["else between clauses", "p.md", "It waits, else it ends.", ['p.md:1: "else"; write: otherwise']],
  ["part of a longer word", "p.md", "recommend warehouse lawful", []],
  [
    "the caller named in a head comment",
    "a.ts",
    "// Reads it. Called by main.ts.",
    ['a.ts:1: "Called by"; write: nothing: say what the file is for'],
  ],
  ["a passive sentence", "a.ts", "// It is called by the queue.", []],
];

test.each(cases)("%s", (_title, path, source, want) => {
  expect(path.endsWith(".md") ? wordsOfPage(path, source) : wordsOf(parseSource(path, source))).toEqual(want);
});

test("names of files and folders", () => {
  expect(findInPath("tools/house/law-book.ts").map(({ word }) => word)).toEqual(["house", "law"]);
  expect(findInPath("packages/kube/src/recommend.ts")).toEqual([]);
});
