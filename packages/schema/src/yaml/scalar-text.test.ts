// Scalars and merges that Go's reader and the parser of the yaml package read differently. What Go's tools read was compared with k8s.io/apimachinery v0.36.3 and
// sigs.k8s.io/yaml v1.6.0.
import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

function read(source: string): unknown {
  const { documents, diagnostics } = parseYaml(source);
  return diagnostics[0]?.message ?? documents[0]?.value;
}

test.each<[string, unknown]>([
  ["a: |\n  x", { a: "x\n" }],
  ["a: |\n  x\n", { a: "x\n" }],
  ["a: |+\n  x", { a: "x\n" }],
  ["a: |-\n  x", { a: "x" }],
  ["a: >\n  x\n  y", { a: "x y\n" }],
  ["a: >\n  x\n    y", { a: "x\n  y\n" }],
  ["a: |\n  x ", { a: "x \n" }],
  ["a: |\n  x\n ", { a: "x\n" }],
  ["a: |+\n  x\n\n  ", { a: "x\n\n\n" }],
  ["a: |\n  x\n # c", { a: "x\n" }],
  ["a: |\n  x # c", { a: "x # c\n" }],
  ["a: |", { a: "" }],
  ["a: |+\n\n  ", { a: "\n\n" }],
  ["- |\n  x\n- z", ["x\n", "z"]],
  ["a: &x |\n  x\nb: *x", { a: "x\n", b: "x\n" }],
  ["? |\n  x", { "x\n": null }],
  ["a: |\n  x\n   ", { a: "x\n \n" }],
  ["a: >\n  x\n    ", { a: "x\n  \n" }],
  ["a: |\n  x\n  \t", { a: "x\n\t\n" }],
  ["a: x", { a: "x" }],
])("the end of the file %j is read as Go reads it", (source, want) => expect(read(source)).toEqual(want));

test.each([
  "a: |2-\n    x\n    \nb: 1",
  "a:\n  - >1\n    x\n\n   \n  - y",
  "a: |2-\n     ",
  "a: |1\n   \n",
  ">2+\n   \n",
  "a: >1\n  \n  \n",
])("a line of spaces behind a block with a number is an error: %j", (source) =>
  expect(read(source)).toMatch(/differ$/),
);

const escaped = "an escaped line end is before an empty line, where readers of YAML differ";
test.each<[string, unknown]>([
  ['a: "x\\\n\n  y"\n', escaped],
  ['a: "x\\\r\n\r\n  y"\n', escaped],
  ['a: "x\\\\\\\n \t\n  y"\n', escaped],
  ['? "x\\\n\n  y"\n', escaped],
  ['a: "x\\\n  y"\nb: |\n  \\\n\n', { a: "xy", b: "\\\n" }],
  ['a: "x\\\\\n\n  y"\n', { a: "x\\\ny" }],
  ['a: "x\n\n  y"\nb: "x\\\\\n\n  y"\n', { a: "x\ny", b: "x\\\ny" }],
])("the escaped line end in %j is read as Go reads it, or an error", (source, want) =>
  expect(read(source)).toEqual(want),
);

test("an escaped line end in an anchored string is reported once", () => {
  expect(parseYaml('a: &x "x\\\n\n  y"\nb: [*x, *x]\n').diagnostics.map(({ help }) => help)).toEqual([
    "write \\n for each empty line, on one line",
  ]);
});

const contested = 'kubectl takes "k" from a merge below it, and other readers from here';
test.each<[string, unknown]>([
  ["a: &x {k: 1}\nb:\n  k: 2\n  <<: *x\n", contested],
  ["b: {<<: {k: 1}, <<: {k: 2}}\n", contested],
  ["b: {<<: {k: 1, <<: {k: 2}}}\n", contested],
  ["b: {<<: [{k: 1, <<: {k: 2}}, {k: 3}]}\n", contested],
  ["b: {<<: [{k: 1}, {k: 2}]}\n", { b: { k: 1 } }],
  ["b: {<<: {k: 1}, k: 2}\n", { b: { k: 2 } }],
  ["b: {<<: {<<: {k: 1}, k: 2}}\n", { b: { k: 2 } }],
  ["b: {l: 1, <<: {k: 1}, m: 2, <<: {o: 3}}\n", { b: { l: 1, k: 1, m: 2, o: 3 } }],
  ["a: &x {k: 1}\nb: {<<: *x, <<: *x}\n", { a: { k: 1 }, b: { k: 1 } }],
])("the merge in %j is read as Go reads it, or an error", (source, want) => expect(read(source)).toEqual(want));

test("a key that a merge replaces is reported where other readers take it from, with what to write", () => {
  const [found] = parseYaml("a: &x {k: 1}\nb:\n  k: 2\n  <<: *x\n", { file: "f.yaml" }).diagnostics;
  expect(found).toMatchObject({
    code: "yaml/syntax",
    help: 'write one merge key "<<", with a list of all maps, and before the other keys of its map',
    position: { file: "f.yaml", line: 3, column: 3 },
  });
});
