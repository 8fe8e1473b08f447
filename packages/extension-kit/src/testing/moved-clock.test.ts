// The clock of one call: what sees it, and what does not.
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
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
