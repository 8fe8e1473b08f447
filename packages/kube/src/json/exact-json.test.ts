// Whole numbers of any size pass through, and nothing else is taken for one.
import { expect, it } from "vitest";
import { isWholeNumber, parseExactJson, stringifyExactJson } from "./exact-json.ts";

it.each([
  '{"a":9007199254740993}',
  '{"a":-9223372036854775808,"b":[18446744073709551615]}',
  '{"a":9007199254740991,"b":"9007199254740993","c":"\\u00001-2-3-4:9007199254740993"}',
  '{"a":1.5,"b":1e+21,"__proto__":{"a":9007199254740993}}',
  '["a 12345678901234567890 b",null,true,{}]',
])("%s comes back", (text) => {
  expect(stringifyExactJson(parseExactJson(text))).toBe(text);
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

it("a string that is not JSON throws", () => {
  expect(() => parseExactJson("{1234567890123456789")).toThrow(SyntaxError);
});
