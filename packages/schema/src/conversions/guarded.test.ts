// Clocks, random numbers and loops in a conversion are errors, and nothing of the guard stays behind.
import { performance as imported } from "node:perf_hooks";
import { expect, it } from "vitest";
import { withinTime, withoutClock } from "./guarded.ts";

it.each<[string, () => unknown]>([
  ["Date.now", () => Date.now()],
  ["Date()", () => Date()],
  ["new Date()", () => new Date()],
  ["Math.random", () => Math.random()],
  ["crypto.randomUUID", () => crypto.randomUUID()],
  ["crypto.getRandomValues", () => crypto.getRandomValues(new Uint8Array(1))],
  ["performance.now", () => performance.now()],
  ["performance.now", () => imported.now()],
  ["process.hrtime", () => process.hrtime()],
])("%s throws during a conversion, and works after it", (name, ask) => {
  expect(() => withoutClock(ask)).toThrow(
    `a conversion calls ${name}: its result may depend on nothing but the object`,
  );
  expect(ask()).toBeDefined();
});

it("a date of the object is no clock", () => {
  expect(withoutClock(() => new Date("2026-01-01T00:00:00Z").toISOString())).toBe("2026-01-01T00:00:00.000Z");
  expect(withoutClock(() => Date.parse("1970-01-01T00:00:01Z"))).toBe(1000);
});

it("a loop without an end is stopped, and the clock works after it", () => {
  const loop = (): never => {
    for (;;);
  };
  expect(() => withinTime(() => withoutClock(loop), 50)).toThrow(
    "a conversion did not end within 0.05 s: a function of it loops",
  );
  expect(Date.now()).toBeGreaterThan(0);
  expect(new Date()).toBeInstanceOf(Date);
});

it("results and errors are those of what runs", () => {
  const error = new Error("own");
  expect(withinTime(() => 7)).toBe(7);
  expect(withinTime(() => undefined)).toBeUndefined();
  expect(() =>
    withinTime(() => {
      throw error;
    }),
  ).toThrow(error);
});
