// Files that are UTF-8, and where others are not.
import { expect, test } from "vitest";
import { decodeUtf8 } from "./utf8.ts";

const at = (byte: string, line: number, offset: number): object => ({
  problem: `the byte 0x${byte} on line ${line}, at offset ${offset} of the file, begins no character`,
});

test.each<[string, number[], object]>([
  ["Latin-1", [0x61, 0x0a, 0x63, 0xe9, 0x0a], at("E9", 2, 3)],
  ["a character that ends too soon", [0x61, 0xef, 0xbf, 0x0a], at("EF", 1, 1)],
  ["a character that ends with the file", [0x61, 0xe2, 0x82], at("E2", 1, 1)],
  ["half a character of UTF-16", [0xed, 0xa0, 0x80], at("ED", 1, 0)],
  ["a replacement character before a wrong byte", [0xef, 0xbf, 0xbd, 0xff], at("FF", 1, 3)],
  ["a null character", [0x61, 0x00], { problem: "it contains a null character" }],
  ["UTF-16", [0xff, 0xfe, 0x61, 0x00], at("FF", 1, 0)],
])("%s is not read", (_, bytes, want) => {
  expect(decodeUtf8(Buffer.from(bytes))).toEqual(want);
});

test.each(["", "a\u00e9\u20ac\u{1f600}", "\ufeffa: 1", "\ufffd"])("%j is read as it is", (text) => {
  expect(decodeUtf8(Buffer.from(text))).toEqual({ text });
});
