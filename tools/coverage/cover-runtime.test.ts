// What fails of demands on runtime hooks, and that those that are committed are whole.
import { expect, test } from "vitest";
import type { CitedDocument } from "./check-lines.ts";
import { coverRuntime } from "./cover-runtime.ts";
import { demandProblems } from "./runtime/check-demands.ts";
import type { Demand } from "./runtime/demand.ts";
import { runtimeDemands } from "./runtime/demands.ts";
import { cellProblems, repeatProblems } from "./runtime/facts-cells.ts";
import { factsRows } from "./runtime/facts-rows.ts";

const files: Readonly<Record<string, string>> = {
  "a.test.ts": 'test("it works", f);',
  "a.ts": "export interface Foo {}\nexport async function call() {}\n",
};
const cited: CitedDocument = {
  document: "a.md",
  demands: { count: 1, sha256: "" },
  lines: [{ line: 1, sha256: "", ids: ["a/b"] }],
};
const problems = (demand: Demand, id = "a/b"): string[] =>
  demandProblems({ [id]: demand }, [cited], (file) => files[file]).map(({ subject, text }) => `${subject}: ${text}`);

test("nothing fails", () => {
  const coverage = coverRuntime();
  expect(coverage.problems).toEqual([]);
  expect([coverage.failed, coverage.passed + coverage.open.length]).toEqual([
    0,
    Object.keys(runtimeDemands).length + coverage.lines,
  ]);
});

test("what is open fails when it is asserted", () => {
  const demands = { ...runtimeDemands, "wire/1": { demand: "d", open: "a part" } };
  const isOpen = Object.values(demands).filter((demand) => "open" in demand).length;
  expect(coverRuntime({ assert: true }, demands).failed).toBe(isOpen);
  expect(coverRuntime({}, demands).failed).toBe(0);
});

test.each<{ name: string; demand: Demand; want: readonly string[] }>([
  { name: "a test", demand: { demand: "d", shownBy: [{ file: "a.test.ts", test: "works" }] }, want: [] },
  { name: "a type", demand: { demand: "d", shownBy: [{ file: "a.ts", type: "Foo" }] }, want: [] },
  { name: "a function", demand: { demand: "d", shownBy: [{ file: "a.ts", type: "call" }] }, want: [] },
  { name: "a reason", demand: { demand: "d", notOurs: "core does it" }, want: [] },
  {
    name: "a test that is not there",
    demand: { demand: "d", shownBy: [{ file: "a.test.ts", test: "fails" }] },
    want: ['a/b: a.test.ts has no test "fails"'],
  },
  {
    name: "a type that is not there",
    demand: { demand: "d", shownBy: [{ file: "a.ts", type: "Bar" }] },
    want: ['a/b: a.ts exports no "Bar"'],
  },
  {
    name: "a file that is not there",
    demand: { demand: "d", shownBy: [{ file: "b.ts", type: "Bar" }] },
    want: ["a/b: b.ts does not exist"],
  },
  { name: "nothing", demand: { demand: "d", shownBy: [] }, want: ["a/b: nothing shows it"] },
  {
    name: "an empty reason",
    demand: { demand: "d", notOurs: " " },
    want: ["a/b: nothing shows it, and it has no reason"],
  },
])("$name", ({ demand, want }) => {
  expect(problems(demand)).toEqual(want);
});

test("a demand that no line makes fails", () => {
  expect(problems({ demand: "d", notOurs: "core does it" }, "a/c")).toEqual([
    "a/c: no line of the documents demands it",
  ]);
});

test("rows of features and assertions are lines that must be cited, those of other parts are not", () => {
  const text = "1. a\n## 10. Features\n| # | b |\n| 1 | b |\n### 10.1\n1. c\n15. d\n## 11. Open\n2. e";
  expect(factsRows.demanding?.lines(text.split("\n"))).toEqual([4, 6, 7]);
});

test("each cell of the table of features with text has a demand, and none without", () => {
  const row = (number: number, must: string, could: string): string =>
    `| ${number} | a feature | Go | ${must} | ${could} |`;
  const text = [
    row(1, "types", "more"),
    row(32, "a port", "–"),
    row(32, "a port", "threads"),
    row(33, "new", "–"),
    row(1, "–", "x"),
  ];
  expect(cellProblems("f.md", text.join("\n")).map(({ subject, text: what }) => `${subject}: ${what}`)).toEqual([
    'f.md:3: no demand is of the cell "could"',
    'f.md:4: no demand is of the cell "must"',
    'f.md:5: the cell "must" has no text, but demands',
  ]);
});

test("a demand of both cells of a row is listed, and no other", () => {
  const rows = {
    1: { must: ["a/b", "a/c"], could: ["a/b", "a/d"] },
    2: { must: ["a/b"], could: ["a/b"], both: ["a/b"] },
    3: { must: ["a/b"], could: ["a/c"], both: ["a/b"] },
  };
  expect(repeatProblems(rows).map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
    "row 1: a/b is of both cells, and not listed",
    "row 3: a/b is listed, and not of both cells",
  ]);
});
