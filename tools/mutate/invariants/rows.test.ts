// Whether the table of invariants is whole and fits the code. That each mutant is noticed is for `pnpm run mutate:invariants` to say.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { expect, test } from "vitest";
import type { Invariant } from "./invariant.ts";
import { mutated } from "./invariant.ts";
import { checkMutant, checkRightCode } from "./verdicts.ts";
import { counts, notOurs, rows } from "./rows.ts";

const contentOf = (file: string): string => readFileSync(join(root, file), "utf8");

test("every invariant and every fault has a row, or a reason why it has none", () => {
  const wanted = Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
  );
  const found = new Set([...rows.map(({ id }) => id), ...Object.keys(notOurs)]);
  expect(wanted.filter((id) => !found.has(id))).toEqual([]);
  expect([...found].filter((id) => !wanted.includes(id))).toEqual([]);
  expect(rows.filter(({ id }) => id in notOurs)).toEqual([]);
});

test("a row that holds another sentence than the list has names its decision", () => {
  const numbers = readdirSync(join(root, "docs/decisions")).map((file) => file.slice(0, 4));
  const others = rows.flatMap(({ id, insteadOf }) => (insteadOf === undefined ? [] : [`${id} ${insteadOf.decision}`]));
  expect(others.toSorted()).toEqual(["C12 0042", "C14 0039", "F14 0041", "Q6 0045", "Q7 0004"]);
  expect(others.filter((other) => !numbers.includes(other.slice(-4)))).toEqual([]);
});

test.each(rows.map((row) => [`${row.id} ${row.title}`, row] as const))(
  "%s",
  (_, { file, suite = file, title, mutant }) => {
    expect([file, suite].filter((one) => !existsSync(join(root, one)))).toEqual([]);
    expect({ suite, title, exists: hasTitle(contentOf(suite), title) }).toEqual({ suite, title, exists: true });
    expect(mutated(mutant, contentOf(mutant.source))).not.toBe(contentOf(mutant.source));
  },
);

/** Whether a title stands in a file: as it is, also as a part, or whole, where the file has values in it. */
function hasTitle(content: string, title: string): boolean {
  return content.includes(title) || templatesOf(content).some((parts) => isMadeOf(title, parts));
}

/** The strings of a file that have values in them, as the parts around these. Short ones could be any title. */
function templatesOf(content: string): readonly (readonly string[])[] {
  return content
    .split("\n")
    .flatMap((line) => line.match(/["`].*["`]/) ?? [])
    .map((string) => string.slice(1, -1).split(/\$\{[^}]*\}|%[sdij]|\$[a-z]+/))
    .filter((parts) => parts.length > 1 && parts.join("").length >= 10);
}

function isMadeOf(title: string, parts: readonly string[]): boolean {
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (!title.startsWith(first) || !title.endsWith(last)) return false;
  let from = first.length;
  for (const part of parts.slice(1)) {
    from = title.indexOf(part, from);
    if (from < 0) return false;
    from += part.length;
  }
  return true;
}

const row: Invariant = {
  id: "Q1",
  says: "",
  file: "a.test.ts",
  title: "one",
  mutant: { source: "a.ts", from: "1", to: "2" },
};
const result = { file: "a.test.ts", title: "group one (Q1)", passed: true, message: "" };

test("a row is right when its test passes without the mutant and fails with it", () => {
  expect(checkRightCode([row], [result])).toBe("1 tests pass");
  expect(checkMutant(row, [{ ...result, passed: false, message: "expected 1" }])).toBe("killed: expected 1");
});

test.each([
  { name: "no test ran", results: [], want: 'no test "one" ran in a.test.ts' },
  { name: "only another one ran", results: [{ ...result, title: "two" }], want: 'no test "one" ran in a.test.ts' },
  {
    name: "it fails",
    results: [{ ...result, passed: false, message: "no" }],
    want: "fails without a mutant: group one",
  },
])("without the mutant, $name", ({ results, want }) => {
  expect(() => checkRightCode([row], results)).toThrow(want);
});

test.each([
  { name: "its test passes", results: [result], want: 'survived: no test "one" of a.test.ts notices it' },
  { name: "no test ran", results: [], want: "no test ran: the mutant may not be a program" },
  {
    name: "only another one fails",
    results: [result, { ...result, title: "two", passed: false }],
    want: 'survived: no test "one" of a.test.ts notices it',
  },
])("with the mutant, $name", ({ results, want }) => {
  expect(() => checkMutant(row, results)).toThrow(want);
});

test.each(["b", "aa"])("a place that is not in a source once is an error: %s", (content) => {
  expect(() => mutated({ source: "a.ts", from: "a", to: "c" }, content)).toThrow(/stands [02] times in a.ts/);
});
