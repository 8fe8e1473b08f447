// Which regular expressions are found, and which of them are too slow.
import { expect, test } from "vitest";
import { parseSource } from "../source/parse.ts";
import { patternsIn } from "./find-patterns.ts";
import { problemOf } from "./problems.ts";

const read = (text: string): ReturnType<typeof patternsIn> => patternsIn(parseSource("x.ts", text));

test.each([
  ["const a = /x+$/gi;", "x+$", "gi"],
  ['new RegExp("a.b", "u")', "a.b", "u"],
  ["const word = 'a+'; const end = `(${word}|b)`; new RegExp(`^${end}$`)", "^(a+|b)$", ""],
  ["const word = String.raw`\\w+`; new RegExp(String.raw`\\s${word}`)", "\\s\\w+", ""],
  ["const word = String.raw`\\w+`; new RegExp(`\\\\s${word}`)", "\\s\\w+", ""],
  ["new RegExp(`a${given}`)", undefined, ""],
  ["let word = 'a'; new RegExp(word)", undefined, ""],
])("%s", (text, source, flags) => {
  expect(read(text)).toEqual([{ line: 1, source, flags, reason: undefined }]);
});

test("a comment says why nothing long reaches it", () => {
  expect(read("// Short input: names.\nconst a = /x/;")).toEqual([
    { line: 2, source: "x", flags: "", reason: "names." },
  ]);
});

const pattern = { line: 1, flags: "", reason: undefined };

test.each([
  ["^a+$", undefined],
  ["(a+)+$", "the time of the regular expression is exponential"],
  [" +$", "the time of the regular expression is 2nd degree polynomial"],
  [undefined, "the regular expression is put together while the program runs"],
])("%s", async (source, want) => {
  expect(await problemOf({ ...pattern, source })).toBe(want);
});

test("a reason is enough", async () => {
  expect(await problemOf({ ...pattern, source: " +$", reason: "names" })).toBeUndefined();
});
