// Places in source files: where an export is declared, and how two answers differ.
import { expect, test } from "vitest";
import { countPlaces, declarationOf, differences, placeText, type Place } from "./place.ts";

const declarations = [
  { text: "// head\nexport function same(): void {}\n", want: { line: 1, character: 16 } },
  { text: "export class same {}", want: { line: 0, character: 13 } },
  { text: "\n\nexport const same = 1;", want: { line: 2, character: 13 } },
];

for (const { text, want } of declarations) {
  test(`the declaration in ${JSON.stringify(text)}`, () => {
    expect(declarationOf(text, "same")).toEqual(want);
  });
}

test("a source without the declaration is rejected", () => {
  expect(() => declarationOf("export const sameAs = 1;", "same")).toThrow("no export of same is declared there");
});

const at = (file: string): Place => ({ file, line: 1, character: 2 });
const [a, b, c] = [at("packages/a/src/a.ts"), at("packages/a/src/b.ts"), at("tools/c/c.ts")];

test("differences name what either side lacks", () => {
  expect(differences([a, b], [b, c])).toEqual([
    "the language server misses tools/c/c.ts:2:3",
    "the reference service does not know packages/a/src/a.ts:2:3",
  ]);
  expect(differences([a], [a])).toEqual([]);
});

test("places are counted by file and package", () => {
  expect(countPlaces([a, a, b, c])).toBe("4 places in 3 files of 2 packages");
});

test("places are written as compilers write them", () => {
  expect(placeText({ file: "a.ts", line: 0, character: 0 })).toBe("a.ts:1:1");
});
