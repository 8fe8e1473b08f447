// Quantities read exactly and compared.
import { describe, expect, it } from "vitest";
import { compareQuantities, parseQuantity } from "./quantity.ts";

const amounts: readonly (readonly [text: string | number, nanos: bigint])[] = [
  ["1", 1_000_000_000n],
  [2, 2_000_000_000n],
  ["500m", 500_000_000n],
  ["0.5", 500_000_000n],
  [".5", 500_000_000n],
  ["1Ki", 1_024_000_000_000n],
  ["1.5Gi", 1_610_612_736_000_000_000n],
  ["2e3", 2_000_000_000_000n],
  ["-1k", -1_000_000_000_000n],
  ["1n", 1n],
  ["0.0000000001", 1n],
];

describe("parseQuantity", () => {
  it.each(amounts)("%s", (text, nanos) => {
    expect(parseQuantity(text)).toBe(nanos);
  });

  it.each(["", "1 Gi", "Gi", "1ki", "--1", "1e9999", "0x10"])("refuses %j", (text) => {
    expect(() => parseQuantity(text)).toThrow(`"${text}" is not a quantity`);
  });
});

it("compares by amount", () => {
  expect(["1Gi", "1000m", "1G", "1"].toSorted(compareQuantities)).toEqual(["1000m", "1", "1G", "1Gi"]);
});
