// The page of a release's variables.
import { expect, test } from "vitest";
import { variablesDocument } from "./variables-document.ts";

test("a variable that is called like a member of every object has no meaning of its own", () => {
  const file = {
    file: "cluster-template.yaml",
    variables: [
      { name: "constructor", defaultValue: "x", position: { file: "cluster-template.yaml", line: 1, column: 1 } },
    ],
  };
  expect(variablesDocument([file], {})).toContain("| `constructor` | `x` |  |\n");
});

test.each([
  ["the end of the line", "a\n# b\r\u2028c", "<code>a&#92;n&#35; b&#92;r&#92;u2028c</code>"],
  ["what turns the direction of the text", "a\u202eb\u0000", "<code>a&#92;u202eb&#92;u0000</code>"],
  ["the border of a cell", "a|b", "`a\\|b`"],
  ["a backslash before the border of a cell", "a\\| <b", "<code>a&#92;&#124; &#60;b</code>"],
  ["the end of a line", "a\nb", "<code>a&#92;nb</code>"],
  ["backticks around HTML", "a` <img src=x> ``b", "```a` <img src=x> ``b```"],
  ["a backtick at the start", "`a", "`` `a ``"],
])("a default with %s stays in its cell", (_, defaultValue, want) => {
  const variables = [{ name: "A", defaultValue, position: { file: "a.yaml", line: 1, column: 1 } }];
  expect(variablesDocument([{ file: "a.yaml", variables }], {})).toContain(`| \`A\` | ${want} |  |\n`);
});

test.each([
  ["a|b", "a\\|b"],
  ["a\\|b", "a\\|b"],
  ["a\\\\|b", "a\\\\\\|b"],
])("a description of an author keeps its cell: %s", (description, want) => {
  const variables = [{ name: "A", position: { file: "a.yaml", line: 1, column: 1 } }];
  expect(variablesDocument([{ file: "a.yaml", variables }], { A: description })).toContain(`| required | ${want} |\n`);
});

test("a default with hundreds of thousands of backticks stays in its cell", () => {
  const variables = [
    { name: "A", defaultValue: "`a".repeat(300_000), position: { file: "a.yaml", line: 1, column: 1 } },
  ];
  expect(variablesDocument([{ file: "a.yaml", variables }], {})).toContain("| `A` | `` `a`a");
});
