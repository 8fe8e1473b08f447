// Ranges of versions in templates, with what `semverCompare` of sprig 3.3 says of them; `pnpm run oracle classes` compares random ones.
import { expect, test } from "vitest";
import { isInRange } from "./version-ranges.ts";

test.each([
  [">= 1.30", "v1.30.0", true],
  [">= 1.30", "v1.29.9", false],
  ["<v1.31.0", "v1.31.0-rc.0", false],
  ["<v1.31.0-0", "v1.30.9-rc.0", true],
  [">=1.30.0 <1.32.0 || >1.34", "v1.35.0", true],
  [">=1.30.0 <1.32.0 || >1.34", "v1.34.5", false],
  [">=1.30.0, <1.32.0", "v1.31.4", true],
  ["1.30 - 1.32", "1.32.9", true],
  ["~1.30.2", "1.31.0", false],
  ["~1", "1.31.0", true],
  ["^0.3.1", "0.4.0", false],
  ["^1.3", "1.40.0", true],
  ["!=1.30", "1.30.1", false],
  ["1.30.x", "1.30.7", true],
  ["*", "1.30.7", true],
  ["<=1.30", "1.30.7", true],
  ["> 1.30", "1.30.7", false],
  ["=1.30.0", "1.30.0+build", true],
])("%s has %s: %s", (range, version, want) => {
  expect(isInRange(range, version)).toBe(want);
});

test.each([
  ["", "1.30.0", "improper constraint: "],
  [">>1", "1.30.0", "improper constraint: >>1"],
  [">1;<2", "1.30.0", "improper constraint: >1;<2"],
  [">1,,<2", "1.30.0", "improper constraint: >1,,<2"],
  [">1x", "1.30.0", "constraint parser error"],
  [">1", "1.30.0.0", "invalid semantic version"],
  [">1", "latest", "invalid semantic version"],
  [">1", "1.0.0-01", "version segment starts with 0"],
  [">".repeat(1001), "1.0.0", "not simulated: a range or a version of more than 1000 characters"],
  [">1", "1".repeat(1001), "not simulated: a range or a version of more than 1000 characters"],
  [">1", `1.0.0-${"9".repeat(20)}`, "not simulated: the pre-release 99999999999999999999"],
  [`>1.0.0-${"9".repeat(20)}`, "1.0.0", "not simulated: the pre-release 99999999999999999999"],
  [`>${"9".repeat(20)}`, "1.0.0", "constraint parser error"],
  [">1", "9".repeat(20), 'error parsing version segment: strconv.ParseUint: parsing "99999999999999999999"'],
])("%s of %s fails: %s", (range, version, want) => {
  expect(() => isInRange(range, version)).toThrow(want);
});
