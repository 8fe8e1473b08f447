// The JSON that the API server makes of objects. What is expected here is what Go's encoding/json writes.
import { forgetExactNumbers, jsonSize, parseExactJson } from "@capstan/kube";
import { expect, test } from "vitest";
import { storedJson, TooLongJson } from "./stored-json.ts";

test.each([
  // By bytes, also names that are numbers, which objects of JavaScript have first.
  ['{"b":1,"a":2,"10":3,"9":4,"-":5,"":6,"B":7}', '{"":6,"-":5,"10":3,"9":4,"B":7,"a":2,"b":1}'],
  // By bytes of UTF-8: in UTF-16, 😀 is before U+E000 and U+FFFD.
  [
    String.raw`{"\ufffd":1,"\ud83d\ude00":2,"\ue000":3,"z":4,"\ud7ff":5,"é":6}`,
    '{"z":4,"é":6,"\ud7ff":5,"\ue000":3,"\ufffd":1,"😀":2}',
  ],
  [
    String.raw`{"a&b":"<x>","\u2028":"\u2029","\u2027":"\u007f"}`,
    String.raw`{"a\u0026b":"\u003cx\u003e",` + '"\u2027":"\u007f",' + String.raw`"\u2028":"\u2029"}`,
  ],
  [String.raw`["\b\f\n\r\t\u0000\u001f\"\\\/","é😀"]`, String.raw`["\b\f\n\r\t\u0000\u001f\"\\/",` + '"é😀"]'],
  // Half a pair of surrogates is U+FFFD, and of two fields with one name the last one counts.
  [String.raw`{"\ud800":1,"\udc00":2,"\ufffd":3}`, '{"\ufffd":3}'],
  [String.raw`{"\ufffd":3,"\ud800":"\udfff","a":{"d":[],"c":{}}}`, '{"a":{"c":{},"d":[]},"\ufffd":"\ufffd"}'],
  [
    "[1e17,1e20,1e21,1e-6,1e-7,0.1,123456789.5,true,null]",
    "[100000000000000000,100000000000000000000,1e+21,0.000001,1e-7,0.1,123456789.5,true,null]",
  ],
])("%s is stored as Go writes it", (given, stored) => {
  expect(storedJson(JSON.parse(given))).toBe(stored);
});

test("whole numbers beyond 2^53 keep every digit", () => {
  forgetExactNumbers();
  const text = '{"b":[9007199254740993,-9223372036854775807],"a":"9007199254740993"}';
  const parsed = parseExactJson(text);
  expect(storedJson(parsed)).toBe('{"a":"9007199254740993","b":[9007199254740993,-9223372036854775807]}');
});

test("absent fields are left out", () => {
  expect(storedJson({ b: undefined, a: [undefined], c: null })).toBe('{"a":[null],"c":null}');
});

test("the string of an annotation is escaped once more", () => {
  expect(storedJson({ a: JSON.stringify({ "&": "<" }) })).toBe(String.raw`{"a":"{\"\u0026\":\"\u003c\"}"}`);
});

test("names are counted as they are stored", () => {
  const limits = { values: Number.POSITIVE_INFINITY, depth: 10, shapes: 1_000_000 };
  const shared = Array.from({ length: 10 }, (_, i) => ({ m: 1, n: 1, [`a${i}`]: 1 }));
  const size = (json: string): number => jsonSize(Buffer.from(json), limits).shapes;
  expect([size(JSON.stringify(shared)), size(storedJson(shared))]).toEqual([12, 30]);
});

test("names of different length take time that is proportional to their bytes, also where UTF-8 has another order than UTF-16", () => {
  const before = process.threadCpuUsage();
  const name = (i: number): string => `${"\ue000".repeat(1000)}😀${i}`;
  const object = Object.fromEntries(Array.from({ length: 2700 }, (_, i) => [name(2700 - i), "&".repeat(100)]));
  expect(storedJson(object).length).toBeGreaterThan(4_000_000);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2000);
});

test("what is longer than the limit is not written to its end", () => {
  const long = { a: "<&>".repeat(2_600_000) };
  const before = process.threadCpuUsage();
  expect(() => storedJson(long, 1_000_000)).toThrow(TooLongJson);
  const { user, system } = process.threadCpuUsage(before);
  // All of it takes a second and a half.
  expect((user + system) / 1000).toBeLessThan(700);
  const short = storedJson({ b: "<".repeat(100_000), a: [1] });
  expect(short).toBe(`{"a":[1],"b":"${String.raw`\u003c`.repeat(100_000)}"}`);
  expect(storedJson([1, 2], 5)).toBe("[1,2]");
  expect(() => storedJson([1, 2], 4)).toThrow(TooLongJson);
});

test("names that are numbers, beside half a pair of surrogates", () => {
  expect(storedJson(JSON.parse(String.raw`{"\ud800":1,"1000":2}`))).toBe('{"1000":2,"\ufffd":1}');
});
