// How figures are counted and printed. What they are today is a step of `check`.
import { expect, test } from "vitest";
import { declarationsOf } from "../source/exports.ts";
import { parseSource } from "../source/parse.ts";
import { castLines } from "./casts.ts";
import { cyclesOf } from "./cycles.ts";
import { reportFigures } from "./print-figures.ts";

test("casts count, `as const` and renamed imports do not", () => {
  const source =
    'import { a as b } from "a";\nconst c = b as string;\nconst d = [c] as const;\nf(d as unknown as\n  string);\n';
  expect(castLines(parseSource("a.ts", source))).toEqual([2, 5, 4]);
});

test("a cycle is the files that import each other, or a file that imports itself", () => {
  const graph = { a: ["b"], b: ["c", "d"], c: ["a"], d: ["e"], e: [], f: ["f"] };
  expect(cyclesOf(new Map(Object.entries(graph))).map((files) => files.toSorted())).toEqual([["a", "b", "c"], ["f"]]);
});

test("overloads, and a type with the value of its name, are one declaration", () => {
  const source = `// A file.
export function a(x: string): void;
/** Does it. */
export function a(x: unknown): void {}
export interface B {}
/** The value. */
export const B = 1, c = 2;
const d = 3;
export { d };
`;
  const found = declarationsOf("a.ts", parseSource("a.ts", source));
  expect(found.map(({ name, line, documented }) => [name, line, documented])).toEqual([
    ["a", 2, true],
    ["B", 5, true],
    ["c", 7, true],
  ]);
});

test("a missed limit is a problem with its places; a figure without a limit is printed alone", () => {
  const report = reportFigures([
    { name: "casts", value: 3, limit: 2, places: ["a.ts:1", "b.ts:2"] },
    { name: "documented", value: 99, limit: 100, atLeast: true, unit: "%", places: ["c.ts:3 d"] },
    { name: "exports", value: 7, places: ["a: 7"] },
    { name: "cycles", value: 0, limit: 0, places: [] },
  ]);
  expect(report.lines).toEqual([
    "casts                                    3  (at most 2)",
    "documented                            99 %  (at least 100)",
    "exports                                  7",
    "  a: 7",
    "cycles                                   0  (at most 0)",
  ]);
  expect(report.problems).toEqual([
    "casts                                    3  (at most 2)\n  a.ts:1\n  b.ts:2",
    "documented                            99 %  (at least 100)\n  c.ts:3 d",
  ]);
});
