// Where fields are in their source, through aliases and merge keys, and that finding many positions is soon done.
import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

const source = [
  "---",
  "spec:",
  "  items:",
  "  - name: a",
  "    size: 1",
  "  - {name: b}",
  "base: &base",
  "  x: {y: 1}",
  "other: &other {z: 2}",
  "all: *base",
  "one:",
  "  <<: *base",
  "  w: 3",
  "two:",
  "  '<<': 4",
  "  <<: {v: 5}",
  "three:",
  "  1: a",
  "  1e6: b",
  "four: &base {u: 6}",
  "none:",
  "words: {yes: 1, &b b: 2, '1': 3}",
  "",
].join("\n");
const places: [path: (string | number)[], want: string][] = [
  [[], "2:1"],
  [["spec"], "2:1"],
  [["spec", "items", 0, "size"], "5:5"],
  [["spec", "items", 1], "6:5"],
  [["spec", "items", 1, "name"], "6:6"],
  [["spec", "items", 0, "missing"], "4:5"],
  [["spec", "items", 2], "3:3"],
  [["spec", "items", "name"], "3:3"],
  [["missing", "deep"], "2:1"],
  [["base", "x", "true"], "8:7"],
  [["base", "x", "true", "deeper"], "8:7"],
  [["other", "z"], "9:16"],
  [["all"], "10:1"],
  [["one", "w"], "13:3"],
  [["one", "missing"], "11:1"],
  [["two", "v"], "16:8"],
  [["two", "<<"], "15:3"],
  [["three", "1"], "18:3"],
  [["three", 1], "18:3"],
  [["three", "1e+06"], "19:3"],
  [["four", "u"], "20:14"],
  [["none", "x"], "21:1"],
  [["one", "x", "true"], "8:7"],
  [["words", "true"], "22:9"],
  [["words", "b"], "22:20"],
];
test.each(places)("finds the position of %j", (path, want) => {
  const [document] = parseYaml(source, { file: "f.yaml" }).documents;
  const position = document?.positionOf(path);
  expect([position?.file, `${position?.line}:${position?.column}`]).toEqual(["f.yaml", want]);
});

test("finds positions in anchored values through aliases and merge keys", () => {
  const [document] = parseYaml("a: &x\n  b: {c: 1}\nd: *x\ne:\n  <<: *x\nf:\n  <<: [*x]\n").documents;
  const lines = [
    ["d", "b"],
    ["d", "b", "c"],
    ["e", "b"],
    ["e", "b", "c"],
    ["f", "b"],
  ].map((path) => document?.positionOf(path).line);
  expect(lines).toEqual([2, 2, 2, 2, 2]);
});

test("takes the position of a merged field from the first map that has it", () => {
  const [document] = parseYaml(
    "a: &x\n  k: 1\nb: &y\n  k: 2\n  l: 3\nc:\n  <<: [*x, *y]\nd: {<<: [*y, *x]}\n",
  ).documents;
  expect(document?.value).toMatchObject({ c: { k: 1, l: 3 }, d: { k: 2, l: 3 } });
  const lines = ["c", "d"].flatMap((map) => ["k", "l"].map((key) => document?.positionOf([map, key]).line));
  expect(lines).toEqual([2, 5, 4, 5]);
});

const many = Array.from({ length: 20_000 }, (_, i) => i);
const chain = Array.from({ length: 13 }, (_, i) => `m${i + 1}: &m${i + 1} {<<: *m${i}, <<: *m${i}}\n`);
test.each([
  {
    name: "merges that double",
    given: `m0: &m0 {z: 1}\n${chain.join("")}all: {<<: *m13, <<: {${many.map((i) => `a${i}: 1`).join(", ")}}}\n`,
    path: (i: number) => ["all", `a${i}`],
  },
  {
    name: "fields of one map",
    given: `all: {${many.map((i) => `a${i}: 1`).join(", ")}}\n`,
    path: (i: number) => ["all", `a${i}`],
  },
  {
    name: "aliases",
    given: `x: &x {k: 1}\nall: [${many.map(() => "*x").join(", ")}]\n`,
    path: (i: number) => ["all", i, "k"],
  },
])("finds 20,000 positions soon in $name", ({ given, path }) => {
  const from = process.threadCpuUsage().user;
  const [document] = parseYaml(given).documents;
  const columns = new Set(many.map((i) => document?.positionOf(path(i)).column));
  expect(columns.size).toBe(path(0).length === 3 ? 1 : many.length);
  expect(process.threadCpuUsage().user - from).toBeLessThan(5_000_000);
});
