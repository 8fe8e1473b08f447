// Settings of an editor, as a language server asks for them.
import { expect, test } from "vitest";
import { sectionOf } from "./settings.ts";

const settings = { "js/ts.a": 1, "js/ts.b.c": true, "js/ts.b.d": "x", "typescript.a": 2, editor: 3 };

const cases = [
  { section: "js/ts", want: { a: 1, b: { c: true, d: "x" } } },
  { section: "typescript", want: { a: 2 } },
  { section: "javascript", want: {} },
];

for (const { section, want } of cases) {
  test(`the section ${section}`, () => {
    expect(sectionOf(settings, section)).toEqual(want);
  });
}
