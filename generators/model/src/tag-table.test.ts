// The table of tags keeps its own rules.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tagTable, type TagRule } from "./tag-table.ts";

const values: Readonly<Record<TagRule["grammar"], string>> = {
  flag: "none",
  boolean: "none, `true` or `false`",
  number: "number",
  count: "whole number",
  text: "text",
  json: "JSON",
  names: "names",
  rule: "rule or JSON",
  word: "word",
};

function row([name, { grammar, words, on, place, repeatable, meaning }]: [string, TagRule]): string[] {
  const value = words === undefined ? values[grammar] : words.map((word) => `\`${word}\``).join(", ");
  const where = on.includes("any") ? (place ?? "anything") : on.join(", ");
  return [`\`@${name}\``, value, where, `${meaning}${repeatable === true ? "; repeatable" : ""}`];
}

test("the README lists every tag as the table has it", () => {
  const lines = readFileSync(new URL("../README.md", import.meta.url), "utf8").split("\n");
  const rows = lines
    .filter((line) => line.startsWith("| `@"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(Object.entries(tagTable).map(row));
});
