// The format of line diffs.
import { expect, test } from "vitest";
import { lineDiff } from "./line-diff.ts";

test.each([
  { name: "equal strings", before: "a\nb\n", after: "a\nb\n", want: "" },
  {
    name: "a changed line",
    before: "a\nb\nc\nd\n",
    after: "a\nb\nC\nd\n",
    want: "@@ line 3 @@\n  a\n  b\n- c\n+ C\n  d\n  ",
  },
  { name: "an added line", before: "a\nc\n", after: "a\nb\nc\n", want: "@@ line 2 @@\n  a\n+ b\n  c\n  " },
  { name: "two changes", before: "a\nb\nc\n", after: "A\nb\nC\n", want: "@@ line 1 @@\n- a\n+ A\n  b\n- c\n+ C\n  " },
  { name: "a new file", before: "", after: "a\n", want: "@@ line 1 @@\n+ a\n  " },
])("$name", ({ before, after, want }) => {
  expect(lineDiff(before, after)).toBe(want);
});

test("long differences are cut short", () => {
  const text = Array.from({ length: 100 }, (_, i) => `${i}\n`).join("");
  expect(lineDiff("", text).split("\n").at(-2)).toBe("  ... 40 more lines");
});
