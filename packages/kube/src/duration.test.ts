// Durations read and written.
import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";

const spans: readonly (readonly [text: string, ms: number, canonical: string])[] = [
  ["0", 0, "0s"],
  ["30s", 30_000, "30s"],
  ["1h30m", 5_400_000, "1h30m0s"],
  ["300ms", 300, "300ms"],
  ["1.5s", 1500, "1.5s"],
  ["-2m", -120_000, "-2m0s"],
];

describe("durations", () => {
  it.each(spans)("%s is %d ms, written %s", (text, ms, canonical) => {
    expect({ ms: parseDuration(text), text: formatDuration(ms) }).toEqual({ ms, text: canonical });
  });

  it.each(["", "s", "1", "1 s", "1s2", "0x10s", "1d"])("refuses %j", (text) => {
    expect(() => parseDuration(text)).toThrow(`"${text}" is not a duration`);
  });
});
