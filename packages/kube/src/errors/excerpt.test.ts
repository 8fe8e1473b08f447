// The beginnings of long strings.
import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test.each([
  { name: "a string that is not too long", given: "a".repeat(200), longest: undefined, want: "a".repeat(200) },
  {
    name: "a longer one",
    given: "a".repeat(201),
    longest: undefined,
    want: `${"a".repeat(200)}... (cut, it has 201 characters)`,
  },
  { name: "with another length", given: "abcd", longest: 3, want: "abc... (cut, it has 4 characters)" },
  { name: "a character of two halves", given: "ab\u{1f600}", longest: 3, want: "ab... (cut, it has 4 characters)" },
])("$name", ({ given, longest, want }) => {
  expect(excerpt(given, longest)).toBe(want);
});
