// Which regular expressions are found, and which of them are too slow.
import { expect, test } from "vitest";
import { parseSource } from "../source/parse.ts";
import { patternsIn } from "./find-patterns.ts";
import { checkPatterns, problemOf } from "./problems.ts";
import { staleNames } from "./proved.ts";

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

test.each([
  ["^a+$", undefined],
  ["(a+)+$", "the time of the regular expression is exponential"],
  [" +$", "the time of the regular expression is 2nd degree polynomial"],
  [undefined, "the regular expression is put together while the program runs"],
])("%s", async (source, want) => {
  expect(await problemOf({ source, flags: "" })).toBe(want);
});

const slow = { path: "x.ts", line: 3, source: " +$", flags: "", reason: undefined };

test("a reason is enough", async () => {
  const found = await checkPatterns([{ ...slow, reason: "names" }], new Set());
  expect([found.problems, [...found.proved]]).toEqual([[], []]);
});

test("what is known to be linear is not proved again, with the same flags", async () => {
  const { problems } = await checkPatterns([slow, { ...slow, flags: "g" }], new Set(["/ +$/"]));
  expect(problems).toEqual([
    expect.stringMatching(/^x\.ts:3: the time of the regular expression is 2nd degree polynomial; /),
  ]);
});

test("an expression that is put together while the program runs is never known", async () => {
  const { problems } = await checkPatterns([{ ...slow, source: undefined }], new Set(["/undefined/"]));
  expect(problems).toHaveLength(1);
});

test("the list names what was proved, and nothing else", () => {
  expect(staleNames(new Set(["/a/", "/b/"]), new Set(["/a/", "/c/"]))).toEqual([
    expect.stringMatching(/^\/c\/ is not in tools\/figures\/patterns\/proved\.json; `pnpm run prove:patterns --write`/),
    expect.stringMatching(/^\/b\/ is in tools\/figures\/patterns\/proved\.json, and is no proved expression/),
  ]);
});
