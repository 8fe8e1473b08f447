// Which strings Go's time.ParseDuration reads, and conversions that write others into fields of durations.
import { describe, expect, it } from "vitest";
import { conversion, hub, integer, object, spoke, string, verdict } from "../../test/written-conversions.ts";
import type { CheckedConversion } from "./checked-conversion.ts";
import { unreadDurations } from "./unread-durations.ts";

it.each([
  ["0", true],
  ["-0", true],
  ["1m30s", true],
  ["+1.5h", true],
  [".5s", true],
  ["1.s", true],
  ["1us1\u00b5s1\u03bcs1ns", true],
  ["2562047h47m16.854775807s", true],
  ["2562047h47m16.854775808s", false],
  ["-2562047h47m16.854775808s", true],
  ["2562047h47m17s", false],
  ["-2562047h47m17s", false],
  ["2777777h46m40s", false],
  ["", false],
  ["-", false],
  ["1", false],
  ["1d", false],
  ["1h 1m", false],
  [".s", false],
  ["soon", false],
])("%s: %s", (text, isRead) => {
  expect(unreadDurations({ spec: { a: text } }, ["spec.a"])).toEqual(isRead ? [] : [text]);
});

it("reads the fields at the paths alone, also in elements", () => {
  const spec = { note: "soon", steps: [{ wait: "soon" }, { wait: "1s" }, {}], waits: { a: { wait: "late" } } };
  expect(unreadDurations({ spec }, ["spec.steps[].wait", "spec.waits[*].wait", "spec.none"])).toEqual(["soon", "late"]);
});

describe("a conversion that writes a duration which Go does not read", () => {
  const written = (down: (seconds: number) => string): CheckedConversion => {
    const checked = conversion({
      older: object({ mode: string }),
      newer: object({ size: integer }),
      up: ({ mode }) => (mode === undefined ? {} : { size: Number.parseInt(mode, 10) }),
      down: ({ size }) => (size === undefined ? {} : { mode: down(size) }),
      losses: [{ at: "spec.mode", affects: (value) => value !== undefined }],
    });
    return { ...checked, spoke: { ...checked.spoke, durations: ["spec.mode"] } };
  };
  const unread = 'g.io/v1 has "9223372037s" in a field of type Duration, which no Go client can read';

  it("is caught", () => {
    const samples = { hub: hub({ size: 9_223_372_037 }), spoke: spoke({}) };
    expect(
      verdict(
        written((seconds) => `${seconds}s`),
        samples,
      ),
    ).toContain(unread);
    expect(
      verdict(
        written((seconds) => `${Math.min(seconds, 9_223_372_036)}s`),
        samples,
      ),
    ).not.toContain(unread);
  });

  it("also on the way back", () => {
    const samples = { hub: hub({}), spoke: spoke({ mode: "9223372035s" }) };
    expect(
      verdict(
        written((seconds) => `${seconds + 2}s`),
        samples,
      ),
    ).toContain(unread);
  });

  it("but not where the object had one before: then it is the client's", () => {
    const samples = { hub: hub({}), spoke: spoke({ mode: "9223372037" }) };
    expect(
      verdict(
        written((seconds) => `${seconds}s`),
        samples,
      ),
    ).not.toContain(unread);
  });
});
