// Globs of trim operators against drone's own table of path patterns, and the time of many stars.
import { expect, test } from "vitest";
import { prefixLength } from "./glob.ts";

test.each([
  { glob: "a", text: "ab", shortest: 1, longest: 1 },
  { glob: "", text: "ab", shortest: undefined, longest: undefined },
  { glob: "*", text: "abc", shortest: 1, longest: 3 },
  { glob: "*", text: "", shortest: undefined, longest: undefined },
  { glob: "*b", text: "abab", shortest: 2, longest: 4 },
  { glob: "a*", text: "abab", shortest: 1, longest: 4 },
  { glob: "a*b", text: "abab", shortest: 2, longest: 4 },
  { glob: "*a*b", text: "xxaxbxb", shortest: 5, longest: 7 },
  { glob: "a*a", text: "a", shortest: undefined, longest: undefined },
  { glob: "?b", text: "😀bc", shortest: 2, longest: 2 },
  { glob: "[a-c]", text: "b", shortest: 1, longest: 1 },
  { glob: "[^a-c]", text: "b", shortest: undefined, longest: undefined },
  { glob: "[\\]x]", text: "]", shortest: 1, longest: 1 },
  { glob: "[c-a]", text: "b", shortest: undefined, longest: undefined },
  { glob: "\\*", text: "*a", shortest: 1, longest: 1 },
])("$glob matches $shortest and $longest characters of $text", ({ glob, text, shortest, longest }) => {
  const characters = Array.from(text);
  expect(prefixLength(glob, characters, "shortest")).toBe(shortest);
  expect(prefixLength(glob, characters, "longest")).toBe(longest);
});

test.each(["[", "[]", "[a", "[^]", "[a-]", "[-a]", "\\", "a["])("the broken glob %s matches nothing", (glob) => {
  expect(prefixLength(glob, Array.from("a["), "longest")).toBeUndefined();
});

test("forty stars on a long text need no time", () => {
  const from = performance.now();
  expect(prefixLength(`${"*a".repeat(40)}b`, Array.from("a".repeat(100_000)), "longest")).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(1000);
});
