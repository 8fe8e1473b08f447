// Durations parsed and formatted as Go does.
import { describe, expect, it, test } from "vitest";
import { isCapstanError } from "../errors/errors.ts";
import { formatDuration, millisecondsOf, parseDuration } from "./duration.ts";

// Wanted values were produced by Go's time.ParseDuration and Duration.String.
const spans: readonly (readonly [given: string, ms: number, canonical: string])[] = [
  ["0", 0, "0s"],
  ["+0", 0, "0s"],
  ["00s", 0, "0s"],
  ["1ms", 1, "1ms"],
  ["300ms", 300, "300ms"],
  ["-300ms", -300, "-300ms"],
  ["999ms", 999, "999ms"],
  ["1s", 1000, "1s"],
  ["1.s", 1000, "1s"],
  ["1.5s", 1500, "1.5s"],
  ["1.25s", 1250, "1.25s"],
  [".25s", 250, "250ms"],
  ["30s", 30_000, "30s"],
  ["+30s", 30_000, "30s"],
  ["59m59s", 3_599_000, "59m59s"],
  ["1m", 60_000, "1m0s"],
  ["-2m", -120_000, "-2m0s"],
  ["1m30s", 90_000, "1m30s"],
  [".5h", 1_800_000, "30m0s"],
  ["1h", 3_600_000, "1h0m0s"],
  ["1h30m", 5_400_000, "1h30m0s"],
  ["1h2m3s4ms", 3_723_004, "1h2m3.004s"],
  ["2h0m0.5s", 7_200_500, "2h0m0.5s"],
  ["100h", 360_000_000, "100h0m0s"],
];

const fractions = [
  { given: "1us", ms: 0.001 },
  { given: "1µs", ms: 0.001 },
  { given: "1\u03bcs", ms: 0.001 },
  { given: "1ns", ms: 0.000001 },
];

const rejected = [
  "",
  "+",
  "-",
  ".",
  "s",
  ".s",
  "1",
  "1 s",
  "1s ",
  "1s2",
  "s1",
  "1d",
  "0x10s",
  "--1s",
  "1..5s",
  "2562048h",
  "-9999999999s",
];

describe("durations", () => {
  it.each(spans)("%s is %d ms, written %s", (given, ms, canonical) => {
    expect({ ms: parseDuration(given), written: formatDuration(ms) }).toEqual({ ms, written: canonical });
  });

  it.each(fractions)("$given is $ms ms", ({ given, ms }) => {
    expect(parseDuration(given)).toBeCloseTo(ms, 9);
  });

  it.each(rejected)("rejects %j", (given) => {
    expect(millisecondsOf(given)).toBeUndefined();
    let thrown: unknown;
    try {
      parseDuration(given);
    } catch (error) {
      thrown = error;
    }
    expect([isCapstanError(thrown, "kube/duration"), String(thrown)]).toEqual([
      true,
      `CapstanError: "${given}" is not a duration`,
    ]);
  });
});

test("a long string is no duration, and its parts are not read", () => {
  expect(millisecondsOf("0s".repeat(512))).toBe(0);
  expect(millisecondsOf(`${"0s".repeat(512)}1s`)).toBeUndefined();
});
