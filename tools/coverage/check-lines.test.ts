// What fails of the documents' lines: one that has changed, one that no rule cites, and wrong data.
import { expect, test } from "vitest";
import {
  type CitedDocument,
  type CitedLine,
  dataProblems,
  documentProblems,
  lineHash,
  linesHash,
} from "./check-lines.ts";
import { idsInFacts } from "./facts-ids.ts";

const text = "# Title\nA kind MUST have a name.\nAn example.\n  It should have a place.\n";
const line = (number: number, more: Partial<CitedLine> = {}): CitedLine => ({
  line: number,
  sha256: lineHash(text.split("\n")[number - 1] ?? ""),
  ids: ["a/b"],
  ...more,
});
const cited = (...lines: readonly CitedLine[]): CitedDocument => ({
  document: "a.md",
  demands: { count: lines.length, sha256: linesHash(lines) },
  lines,
});
const found = (document: CitedDocument, of = text): string[] =>
  [...dataProblems(document, ["a/b"]), ...documentProblems(document, of)].map((one) => `${one.subject}: ${one.text}`);

test("cited lines of an unchanged document are covered, whatever is before and after their text", () => {
  expect(found(cited(line(2), line(4)))).toEqual([]);
  expect(found(cited(line(2), line(4)), text.replace("  It", "\tIt"))).toEqual([]);
});

test("a line that has changed fails with both hashes", () => {
  const changed = lineHash("A kind MUST have two names.");
  expect(found(cited(line(2), line(4)), text.replace("a name", "two names"))).toEqual([
    `a.md:2: it has changed: its hash is ${changed}, not ${line(2).sha256}`,
  ]);
});

test("a line that says must or should fails when no rule cites it", () => {
  expect(found(cited(line(2)))).toEqual(["a.md:4: it says must or should, and no rule cites it"]);
});

test.each<{ name: string; lines: readonly CitedLine[]; want: string }>([
  { name: "an unknown rule", lines: [line(2, { ids: ["a/x"] }), line(4)], want: "a.md:2: there is no rule a/x" },
  { name: "no rule", lines: [line(2, { ids: [] }), line(4)], want: "a.md:2: no rule cites it" },
  { name: "a line twice", lines: [line(2), line(2), line(4)], want: "a.md:2: it does not follow line 2" },
  { name: "a line after the end", lines: [line(2), line(4), line(9)], want: "a.md:9: the document has no such line" },
])("$name fails", ({ lines, want }) => {
  expect(found(cited(...lines))).toEqual([want]);
});

test("a line that is left out fails without the document, and so does one that is another", () => {
  const all = cited(line(2), line(4));
  const textOf = (lines: readonly CitedLine[]): readonly string[] =>
    dataProblems({ ...all, lines }, ["a/b"]).map((one) => one.text);
  expect(textOf(all.lines)).toEqual([]);
  expect(textOf([line(2)])).toEqual([expect.stringContaining("it has 1 cited lines with the hash")]);
  expect(textOf([line(2), line(4, { sha256: "0123456789ab" })])).toEqual([
    expect.stringContaining("compare with the document"),
  ]);
});

test("what is no hash fails", () => {
  expect(dataProblems(cited(line(2, { sha256: "abc" })), ["a/b"])).toMatchObject([{ subject: "a.md:2" }]);
});

test("facts name a part of a group as one rule", () => {
  expect(idsInFacts("| `a-user/*` (all) | | x |\n| `b-user/*` | | `a/*` |", ["a"])).toEqual(["a/user"]);
});

test("facts name whole ids anywhere, and ids without their group after a whole one in the first cell of a row", () => {
  const facts =
    "Add `a/kcp-rbac` here, `util/log` not.\n| `a/b`, `/c` | see `/d` |\n| `x/*` | `a/...` |\n| `a/b` | `a/c` |";
  expect(idsInFacts(facts, ["a"])).toEqual(["a/kcp-rbac", "a/b", "a/c"]);
});
