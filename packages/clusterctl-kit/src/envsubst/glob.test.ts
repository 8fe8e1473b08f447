// Globs of trim operators against drone's own table of path patterns, and the time of many stars.
import { expect, test } from "vitest";
import { Budget, TooLong } from "./budget.ts";
import { prefixLength as lengthOf } from "./glob.ts";

function prefixLength(glob: string, characters: readonly string[], which: "shortest" | "longest"): number | undefined {
  return lengthOf({ glob, characters, budget: new Budget() }, which);
}

test.each([
  { glob: "a", text: "ab", shortest: 1, longest: 1 },
  { glob: "", text: "ab", shortest: undefined, longest: undefined },
  { glob: "*", text: "abc", shortest: 1, longest: 3 },
  { glob: "*", text: "", shortest: undefined, longest: undefined },
  { glob: "*b", text: "abab", shortest: 2, longest: 4 },
  { glob: "a*", text: "abab", shortest: 1, longest: 4 },
  { glob: "a*b", text: "abab", shortest: 2, longest: 4 },
  { glob: "*abab", text: "abaababab", shortest: 7, longest: 9 },
  { glob: "*a[ab]?", text: "caabab", shortest: 4, longest: 5 },
  { glob: "*aab*", text: "aaab", shortest: 4, longest: 4 },
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

test.each([
  ["not at the end of a string", `*${"a".repeat(60_000)}b`, undefined],
  ["not at the beginning of a string", `*b${"a".repeat(60_000)}`, undefined],
  ["at the end of a string", `*${"a".repeat(60_000)}`, 120_000],
])("a long piece that is %s needs little time", (_, glob, longest) => {
  const before = process.threadCpuUsage();
  expect(prefixLength(glob, Array.from("a".repeat(120_000)), "longest")).toBe(longest);
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});

test.each([
  ["?", `*?${"a".repeat(20_000)}b`],
  ["a class", `*[ab]${"a".repeat(20_000)}b`],
  ["a class of many ranges", `*[${"x-y".repeat(20_000)}]b`],
])("a long piece with %s ends at the budget", (_, glob) => {
  const before = process.threadCpuUsage();
  expect(() => prefixLength(glob, Array.from("a".repeat(80_000)), "longest")).toThrow(TooLong);
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(2_000_000);
});
