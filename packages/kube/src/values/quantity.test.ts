// Quantities parsed exactly and compared.
import { describe, expect, it } from "vitest";
import { compareQuantities, parseQuantity } from "./quantity.ts";

// Wanted amounts were produced by apimachinery's resource.ParseQuantity.
const amounts: readonly (readonly [quantity: string | number, nanos: bigint])[] = [
  ["0", 0n],
  ["-0", 0n],
  ["1", 1_000_000_000n],
  [2, 2_000_000_000n],
  ["+1", 1_000_000_000n],
  ["1.", 1_000_000_000n],
  ["00012", 12_000_000_000n],
  ["0.5", 500_000_000n],
  [".5", 500_000_000n],
  ["-.5", -500_000_000n],
  [".25", 250_000_000n],
  ["12.345", 12_345_000_000n],
  ["1n", 1n],
  ["1u", 1_000n],
  ["1m", 1_000_000n],
  ["500m", 500_000_000n],
  ["1k", 10n ** 12n],
  ["-1k", -(10n ** 12n)],
  ["1M", 10n ** 15n],
  ["1G", 10n ** 18n],
  ["1T", 10n ** 21n],
  ["1P", 10n ** 24n],
  ["1E", 10n ** 27n],
  ["1Ki", 1_024_000_000_000n],
  ["1Mi", 1_048_576_000_000_000n],
  ["1Gi", 1_073_741_824_000_000_000n],
  ["+1Gi", 1_073_741_824_000_000_000n],
  ["1.5Gi", 1_610_612_736_000_000_000n],
  ["1Ti", 1_099_511_627_776_000_000_000n],
  ["1Pi", 1_125_899_906_842_624_000_000_000n],
  ["1Ei", 1_152_921_504_606_846_976_000_000_000n],
  ["2e3", 2_000_000_000_000n],
  ["1E3", 1_000_000_000_000n],
  ["1e+3", 1_000_000_000_000n],
  ["1e-3", 1_000_000n],
  ["12e18", 12n * 10n ** 27n],
  ["1e100", 10n ** 109n],
  ["0.0000000001", 1n],
  ["-0.0000000001", -1n],
  ["0.1n", 1n],
  ["1.1n", 2n],
  ["1e-10", 1n],
  ["-", 0n],
  ["+", 0n],
  [".", 0n],
  ["k", 0n],
  ["-.Gi", 0n],
  ["e5", 0n],
  ["1e1000", 10n ** 1009n],
  ["1e-1000", 1n],
  ["0e1000", 0n],
  ["8Ei", 9_223_372_036_854_775_807_000_000_000n],
  ["-9Ei", -9_223_372_036_854_775_807_000_000_000n],
  ["99999999999999999999Ki", 9_223_372_036_854_775_807_000_000_000n],
  ["99999999999999999999", 99_999_999_999_999_999_999_000_000_000n],
  ["10E", 10n ** 28n],
  ["1e0003", 1_000_000_000_000n],
];

const rejected = [
  "",
  " 1",
  "1 ",
  "1 Gi",
  "abc",
  "x1",
  "1x",
  "1K",
  "1ki",
  "1KiB",
  "1Gi1",
  "1e",
  "1e3Ki",
  "1.5.5",
  "0x10",
  "--1",
  "+-1",
  "1e99999",
];

describe("parseQuantity", () => {
  it.each(amounts)("%s", (quantity, nanos) => {
    expect(parseQuantity(quantity)).toBe(nanos);
  });

  it.each(rejected)("rejects %j", (quantity) => {
    expect(() => parseQuantity(quantity)).toThrow(`"${quantity}" is not a quantity`);
  });

  it.each([
    "9e9999",
    "-9e9999",
    "1e-9980",
    "-1e-9980",
    "0e9999",
    "0.0001e24",
    "12Ei",
    "123456789012345678901n",
    "7",
    "-1e15",
    "1e15",
  ])("%s with a bound is the bound, or what it is without it", (quantity) => {
    const exact = parseQuantity(quantity);
    for (const most of [0n, 10n ** 15n, 10n ** 24n, 2n ** 100n]) {
      const bounded = exact > most ? most : exact < -most ? -most : exact;
      expect(parseQuantity(quantity, most)).toBe(bounded);
    }
  });

  it("takes as much time with a bound, whatever the exponent", () => {
    const before = process.threadCpuUsage().user;
    for (let i = 0; i < 40_000; i += 1) parseQuantity(i % 2 === 0 ? "9e9999" : "1e-9999", 10n ** 28n);
    // 20 ms when right.
    expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000);
  });

  it("takes little time for great exponents without a bound, also for ever other ones", () => {
    const before = process.threadCpuUsage().user;
    let sum = 0;
    for (let i = 0; i < 20_000; i += 1) sum += compareQuantities(`9e${9998 - (i % 500)}`, "9e9999");
    expect(sum).toBe(-20_000);
    // 0.2 s when right, 4 s when each power is computed.
    expect(process.threadCpuUsage().user - before).toBeLessThan(1_500_000);
  });

  it.each([0, 1, 99, 100, 101, 999, 1000, 9990])("computes the power of ten of %d exactly", (exponent) => {
    expect(parseQuantity(`7e${exponent}`)).toBe(7n * 10n ** BigInt(exponent + 9));
  });

  it("reads at most 256 characters, so that a long string takes no time", () => {
    expect(parseQuantity("1".padStart(256, "0"))).toBe(1_000_000_000n);
    expect(() => parseQuantity("1".padStart(257, "0"))).toThrow("is not a quantity");
  });
});

describe("compareQuantities", () => {
  it.each([
    ["1", "1000m", 0],
    ["1G", "1Gi", -1],
    ["1Gi", "1G", 1],
    ["-1", "0", -1],
    [2, "1500m", 1],
  ] as const)("%s and %s: %d", (a, b, want) => {
    expect(compareQuantities(a, b)).toBe(want);
  });

  it("sorts by amount", () => {
    expect(["1Gi", "1000m", "1G", "1"].toSorted(compareQuantities)).toEqual(["1000m", "1", "1G", "1Gi"]);
  });
});
