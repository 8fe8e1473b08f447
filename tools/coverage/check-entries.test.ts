// What fails: a rule without an entry, an entry without a rule, and evidence that does not exist.
import { expect, test } from "vitest";
import { entryProblems, openIds } from "./check-entries.ts";
import { type Entries, type Entry, nothingYet } from "./entry.ts";

const files: Readonly<Record<string, string>> = {
  "a.test.ts": 'test("it works", f); test("it works twice", f); test("it fails", f);',
};
const problems = (ids: readonly string[], entries: Entries): string[] =>
  entryProblems(ids, entries, (file) => files[file]).map(({ subject, text }) => `${subject}: ${text}`);
const shownBy = (title: string, file = "a.test.ts"): Entry => ({
  enforcedBy: "kit",
  evidence: [{ file, test: title }],
});

test("a rule with evidence, or with a reason for none, is covered", () => {
  const entries: Entries = { "a/b": shownBy("fails"), "a/c": { enforcedBy: "unchecked", reason: "it is for people" } };
  expect(problems(["a/b", "a/c"], entries)).toEqual([]);
});

test("a title that is the whole of one and a part of another is that of the one", () => {
  expect(problems(["a/b"], { "a/b": shownBy("it works") })).toEqual([]);
});

test.each<{ name: string; ids?: readonly string[]; entries: Entries; want: string }>([
  { name: "a rule without an entry", entries: {}, want: "a/b: no entry says what enforces it" },
  {
    name: "an id like a member of every object",
    ids: ["constructor"],
    entries: {},
    want: "constructor: no entry says what enforces it",
  },
  {
    name: "an id twice",
    ids: ["a/b", "a/b"],
    entries: { "a/b": shownBy("fails") },
    want: "a/b: it is in the list of ids twice",
  },
  {
    name: "an entry without a rule",
    entries: { "a/b": shownBy("fails"), "a/x": shownBy("fails") },
    want: "a/x: there is no rule with this id",
  },
  {
    name: "a file that does not exist",
    entries: { "a/b": shownBy("fails", "b.test.ts") },
    want: "a/b: b.test.ts does not exist",
  },
  {
    name: "a test that does not exist",
    entries: { "a/b": shownBy("it is fast") },
    want: 'a/b: a.test.ts has no test "it is fast"',
  },
  {
    name: "a part of several titles",
    entries: { "a/b": shownBy("works", "a.test.ts") },
    want: 'a/b: a.test.ts has 2 tests with "works": name more of one',
  },
  { name: "an empty title", entries: { "a/b": shownBy("") }, want: "a/b: evidence in a.test.ts has an empty title" },
  { name: "no evidence", entries: { "a/b": { enforcedBy: "type", evidence: [] } }, want: "a/b: it has no evidence" },
  { name: "no reason", entries: { "a/b": { enforcedBy: "unchecked", reason: " " } }, want: "a/b: it has no reason" },
])("$name fails", ({ ids = ["a/b"], entries, want }) => {
  expect(problems(ids, entries)).toEqual([want]);
});

test("rules that something could check are listed apart from those that nothing can", () => {
  const unchecked = (reason: string): Entry => ({ enforcedBy: "unchecked", reason });
  const entries: Entries = {
    "a/b": unchecked(`${nothingYet}: no kit`),
    "a/c": unchecked("for people"),
    "a/d": shownBy("x"),
  };
  expect(openIds(["a/b", "a/c", "a/d", "a/e"], entries)).toEqual(["a/b"]);
});
