// The clock of one call: what sees it, and what does not.
import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { withMovedClock } from "./moved-clock.ts";

const day = 86_400_000;
const given = globalThis.Date;

/** What `Date` says in each of its forms, in milliseconds from now, to a minute. */
function seen(): readonly number[] {
  const minutes = (ms: number): number => Math.round((ms - given.now()) / 60_000) + 0;
  return [minutes(Date.now()), minutes(new Date().getTime()), minutes(given.parse(Date()))];
}

test("each form of the time is moved, also after a wait, and a date that is named stays", async () => {
  const all = await withMovedClock(-day, async () => {
    const before = seen();
    await wait(1);
    return { before, after: seen(), named: new Date("2026-01-02").toISOString(), is: new given(0) instanceof Date };
  });
  const moved = [-1440, -1440, -1440];
  expect(all).toEqual({ before: moved, after: moved, named: "2026-01-02T00:00:00.000Z", is: true });
  expect(Date).toBe(given);
});

test("calls at the same time have their own clocks, others the real one, and it is given back after an error", async () => {
  const first = withMovedClock(-day, async () => {
    await wait(5);
    return seen()[0];
  });
  const second = withMovedClock(day, async () => {
    await wait(1);
    throw new Error(`at ${seen()[0]}`);
  });
  expect(seen()).toEqual([0, 0, 0]);
  await expect(second).rejects.toThrow("at 1440");
  expect(await first).toBe(-1440);
  expect(Date).toBe(given);
});

test("formats without a date are moved as well, and given back", async () => {
  const format = new Intl.DateTimeFormat("en", { dateStyle: "short", timeZone: "UTC" });
  const descriptor = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
  const textOf = (): readonly string[] => [
    format.format(),
    format
      .formatToParts()
      .map(({ value }) => value)
      .join(""),
  ];
  const want = format.format(given.now() - 400 * day);
  expect(await withMovedClock(-400 * day, async () => textOf())).toEqual([want, want]);
  expect(await withMovedClock(-400 * day, async () => format.format(0))).toBe("1/1/70");
  expect(Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format")).toEqual(descriptor);
  expect(textOf()).not.toContain(want);
});

test("a format of null is that of the first day, and a format has one function", async () => {
  const format = new Intl.DateTimeFormat("en", { dateStyle: "short", timeZone: "UTC" });
  const nothing: Date = JSON.parse("null");
  const shown = (): readonly unknown[] => [
    format.format(nothing),
    format
      .formatToParts(nothing)
      .map(({ value }) => value)
      .join(""),
    format.format === format.format,
  ];
  expect(shown()).toEqual(["1/1/70", "1/1/70", true]);
  expect(await withMovedClock(-day, async () => shown())).toEqual(shown());
});

test("a date knows its constructor", async () => {
  expect(await withMovedClock(-day, async () => new Date().constructor === Date)).toBe(true);
  expect(new Date().constructor).toBe(given);
});

test("a moved Date that somebody puts back after the call has the real time, and is not moved twice", async () => {
  const kept = await withMovedClock(-day, async () => {
    const found = globalThis.Date;
    vi.useFakeTimers();
    return found;
  });
  vi.useRealTimers();
  expect(globalThis.Date).toBe(kept);
  expect(seen()).toEqual([0, 0, 0]);
  expect(await withMovedClock(-day, async () => seen())).toEqual([-1440, -1440, -1440]);
  expect(globalThis.Date).toBe(given);
});
