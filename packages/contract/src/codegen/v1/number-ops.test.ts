// Whole numbers as strings and quantities, both ways, and at the ends of their range. Suites of conversions see random values of each type only.
import { parseExactJson, stringifyExactJson } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import type { ConversionOp } from "./conversion-op.ts";
import { digits, quantityIn } from "./number-ops.ts";

const [portText, idText] = [digits("older", 32), digits("older", 64)];
const [mebibytes, millis, bytes] = [
  quantityIn("Mi", "older", 32),
  quantityIn("m", "older", 64),
  quantityIn("", "older", 64),
];

describe("a string becomes a number", () => {
  it.each<[ConversionOp, unknown, unknown]>([
    [portText, "8080", 8080],
    [portText, "-1", -1],
    [portText, "+7", 7],
    [portText, "007", 7],
    [portText, "-0", 0],
    [portText, "2147483647", 2_147_483_647],
    [portText, "2147483648", undefined],
    [portText, "-2147483648", -2_147_483_648],
    [portText, "-2147483649", undefined],
    [idText, "-9223372036854775809", undefined],
    [portText, "1x", undefined],
    [portText, "x1", undefined],
    [portText, "++1", undefined],
    [idText, "00000000000000000001", undefined],
    [portText, "http", undefined],
    [portText, "", undefined],
    [portText, "1.5", undefined],
    [portText, "1e3", undefined],
    [portText, " 1", undefined],
    [portText, undefined, undefined],
    [portText, ["1"], ["1"]],
    [idText, "5000000000", 5_000_000_000],
    [idText, "9223372036854775808", undefined],
    [mebibytes, "64Mi", 64],
    [mebibytes, "1Gi", 1024],
    [mebibytes, "1500Ki", 2],
    [mebibytes, "-1500Ki", -2],
    [mebibytes, "0", 0],
    [mebibytes, 1, 1],
    [mebibytes, 2_097_152, 2],
    [mebibytes, "1Ei", 2_147_483_647],
    [mebibytes, "-1Ei", -2_147_483_648],
    [mebibytes, "-2147483648Mi", -2_147_483_648],
    [mebibytes, "2147483647Mi", 2_147_483_647],
    [mebibytes, "2147483646.5Mi", 2_147_483_647],
    [mebibytes, "1024Ki", 1],
    [mebibytes, "1025Ki", 2],
    [mebibytes, "-1024Ki", -1],
    [mebibytes, "-1025Ki", -2],
    [mebibytes, "1", 1],
    [mebibytes, "-1", -1],
    [mebibytes, true, true],
    [mebibytes, "much", undefined],
    [mebibytes, "1e1.5", undefined],
    [mebibytes, undefined, undefined],
    [mebibytes, [1], [1]],
    [millis, "1.5", 1500],
    [millis, "1u", 1],
    [bytes, "3k", 3000],
    [bytes, 5, 5],
  ])("%# %j", (op, text, number) => {
    expect(op.toNewer(text, {})).toEqual(number);
  });
});

describe("a number becomes a string", () => {
  it.each<[ConversionOp, unknown, unknown]>([
    [portText, 8080, "8080"],
    [portText, -1, "-1"],
    [portText, undefined, undefined],
    [portText, 1.5, 1.5],
    [portText, "8080", "8080"],
    [mebibytes, 64, "64Mi"],
    [mebibytes, 0, "0Mi"],
    [mebibytes, undefined, undefined],
    [mebibytes, "64Mi", "64Mi"],
    [mebibytes, null, null],
    [bytes, 5, "5"],
  ])("%# %j", (op, number, text) => {
    expect(op.toOlder(number, {})).toEqual(text);
  });
});

it("the newer version may have the string", () => {
  expect(digits("newer", 32).toNewer(7, {})).toBe("7");
  expect(digits("newer", 32).toOlder("7", {})).toBe(7);
  expect(quantityIn("k", "newer", 32).toNewer(3, {})).toBe("3k");
  expect(quantityIn("k", "newer", 32).toOlder("3000", {})).toBe(3);
});

it("every digit of a number beyond 2^53 stays", () => {
  const context = { json: { parse: parseExactJson, stringify: stringifyExactJson } };
  const written = (value: unknown): string => stringifyExactJson(value);
  const text = "9007199254740993";
  expect(written(idText.toNewer(text, context))).toBe(text);
  expect(idText.toOlder(parseExactJson(text), context)).toBe(text);
  expect(written(bytes.toNewer(parseExactJson(text), context))).toBe(text);
  expect(bytes.toOlder(parseExactJson(text), context)).toBe(text);
  expect(written(bytes.toNewer("10E", context))).toBe("9223372036854775807");
});

it.each<[string, 32 | 64, string]>([
  ["Mi", 64, "8796093022209"],
  ["Mi", 64, "-8796093022209"],
  ["Ki", 64, "9223372036854775807"],
  ["Ei", 64, "-9223372036854775808"],
  ["Ei", 32, "8"],
  ["E", 64, "10"],
  ["n", 64, "9007199254740993"],
])(
  "a number of %s in %i bits comes back from its quantity, which Kubernetes would cut off: %s",
  (unit, width, text) => {
    const op = quantityIn(unit, "newer", width);
    const context = { json: { parse: parseExactJson, stringify: stringifyExactJson } };
    const quantity = op.toNewer(parseExactJson(text), context);
    expect(quantity).toBe(`${text}${unit}`);
    expect(stringifyExactJson(op.toOlder(quantity, context))).toBe(text);
  },
);

it("a large exponent takes no longer than a small one", () => {
  const op = quantityIn("Mi", "older", 32);
  const before = process.threadCpuUsage().user;
  for (let i = 0; i < 20_000; i += 1) op.toNewer("9e9999", {});
  expect(op.toNewer("-9e9999", {})).toBe(-2_147_483_648);
  expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000);
});

it.each([
  [quantityIn("", "older", 32), "-9000000000", -2_147_483_648],
  [quantityIn("", "older", 32), "9000000000", 2_147_483_647],
  [quantityIn("Mi", "older", 32), "-9000000000Gi", -2_147_483_648],
])("a quantity beyond the width becomes the number at that end", (op, quantity, want) => {
  expect(op.toNewer(quantity, {})).toBe(want);
});

it("what is no quantity becomes no value", () => {
  expect(quantityIn("Mi", "older", 32).toNewer("1e", {})).toBe(undefined);
});
