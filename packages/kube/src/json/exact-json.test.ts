// Whole numbers of any size pass through, and nothing else is taken for one.
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  forgetExactNumbers,
  hasLostNumber,
  isLostNumber,
  isWholeNumber,
  parseBigJson,
  parseExactJson,
  stringifyExactJson,
} from "./exact-json.ts";

it.each([
  '{"a":9007199254740993}',
  '{"a":-9223372036854775808,"b":[18446744073709551615]}',
  '{"a":9007199254740991,"b":"9007199254740993","c":"\\u00001-2-3-4:9007199254740993"}',
  '{"a":1.5,"b":1e+21,"__proto__":{"a":9007199254740993}}',
  '["a 12345678901234567890 b",null,true,{}]',
])("%s comes back", (text) => {
  expect(stringifyExactJson(parseExactJson(text))).toBe(text);
});

it("a mark that others have seen means nothing in the next document", () => {
  const [shown] = parseExactJson("[9007199254740993]") as readonly unknown[];
  const text = JSON.stringify([shown]);
  forgetExactNumbers();
  expect(isWholeNumber(shown)).toBe(false);
  expect(stringifyExactJson(parseExactJson(text))).toBe(text);
  expect(stringifyExactJson([...(parseExactJson("[9007199254740993]") as unknown[]), shown])).toBe(
    `[9007199254740993,${JSON.stringify(shown)}]`,
  );
});

it("numbers that JavaScript can hold stay numbers", () => {
  expect(parseExactJson('[1,9007199254740991,1234567890123456.5,"1234567890123456789"]')).toEqual([
    1,
    9007199254740991,
    1234567890123456.5,
    "1234567890123456789",
  ]);
});

it("tells whole numbers of any size from other values", () => {
  const values = parseExactJson('[1,9007199254740993,1.5,"9007199254740993",null]') as readonly unknown[];
  expect(values.map(isWholeNumber)).toEqual([true, true, false, false, false]);
});

it.each([
  "{1234567890123456789",
  "{1234567890123456789:1}",
  "{1234567890123456789 : 1}",
  "[01234567890123456789]",
  "[-01234567890123456789]",
  "[+1234567890123456789]",
  "[1234567890123456789.]",
  "[1 1234567890123456789]",
  '["a"1234567890123456789]',
  "[1234567890123456789a]",
  "[a1234567890123456789]",
  '"1234567890123456789',
  "--1234567890123456789",
])("%s is not JSON", (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

it("JSON with many such numbers are rejected, and with many other values take little longer than JSON.parse", () => {
  const some = `[${Array.from({ length: 10_000 }, () => "9007199254740993").join(",")}]`;
  expect(stringifyExactJson(parseExactJson(some))).toBe(some);
  expect(() => parseExactJson(`[${some.slice(1, -1)},9007199254740993]`)).toThrow("more than 10000 whole numbers");
  const zeros = `[9007199254740993,${"0,".repeat(1_000_000)}0]`;
  const start = process.threadCpuUsage();
  parseExactJson(zeros);
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(400);
});

const values = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value));
const scraps = fc.constantFrom(
  '"',
  "\\",
  ",",
  ":",
  "[",
  "]",
  "{",
  "}",
  "9007199254740993",
  "-",
  ".5",
  "e9",
  " ",
  "0",
  "a",
);

it("reads what JSON.parse reads, and nothing else", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        values,
        fc.array(scraps, { maxLength: 12 }).map((parts) => parts.join("")),
      ),
      (text) => {
        // Numbers beyond the range of floats are written as null.
        const want = attempt(() => JSON.parse(JSON.stringify(JSON.parse(text))) as unknown);
        const got = attempt(() => JSON.parse(stringifyExactJson(parseExactJson(text))) as unknown);
        expect(got).toEqual(want);
      },
    ),
    { numRuns: 5000 },
  );
});

function attempt(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof SyntaxError) return "no JSON";
    throw error;
  }
}

it("a whole number beyond 2^53 may be another one than was written, up to 64 bits", () => {
  const lost = [2 ** 53, -(2 ** 53), 2 ** 63, -(2 ** 63)];
  const kept = [2 ** 53 - 1, 1 - 2 ** 53, 2 ** 64, 1.5, 0, Number.NaN, Infinity, "9007199254740993", null, undefined];
  expect([lost.map(isLostNumber), kept.map(isLostNumber)]).toEqual([lost.map(() => true), kept.map(() => false)]);
});

it.each([
  { value: { a: [{ b: 2 ** 53 }] }, has: true },
  { value: [1, 2 ** 60], has: true },
  { value: 2 ** 53, has: true },
  { value: { a: [{ b: 1 }, null, "x", true] }, has: false },
  { value: null, has: false },
  { value: undefined, has: false },
  { value: "9007199254740993", has: false },
])("whether $value has such a number: $has", ({ value, has }) => {
  expect(hasLostNumber(value)).toBe(has);
});

it("a whole number is one that the API server can read", () => {
  const largest = `1${"0".repeat(308)}`;
  expect(stringifyExactJson(parseExactJson(`[${largest},-${largest}]`))).toBe(`[${largest},-${largest}]`);
  for (const sign of ["", "-"]) expect(() => parseExactJson(`{"a":[${sign}${largest}0]}`)).toThrow("a number of 31");
  expect(parseExactJson(`["${largest}0"]`)).toEqual([`${largest}0`]);
});

it.each([
  {
    text: '{"a":[9007199254740993,{"b":-12345678901234567890}]}',
    want: { a: [9007199254740993n, { b: -12345678901234567890n }] },
  },
  { text: "9007199254740993", want: 9007199254740993n },
  {
    text: '[9007199254740991,1.5,"9007199254740993",null,true]',
    want: [9007199254740991, 1.5, "9007199254740993", null, true],
  },
])("$text has a bigint for each whole number beyond 2^53", ({ text, want }) => {
  expect(parseBigJson(text)).toEqual(want);
});

it("a marked string of another document is not a bigint, and a bigint is in a field of any name", () => {
  const [shown] = parseExactJson("[9007199254740993]") as readonly unknown[];
  const text = `{"shown":${JSON.stringify(shown)},"__proto__":9007199254740993}`;
  expect(Object.entries(parseBigJson(text) as object)).toEqual([
    ["shown", shown],
    ["__proto__", 9007199254740993n],
  ]);
});
