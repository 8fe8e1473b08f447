// Pieces of work that take longer than a turn of the event loop should.
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { TimeSlices } from "./time-slices.ts";

function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("pieces run in their order, and later than they are added", async () => {
  const slices = new TimeSlices();
  const ran: number[] = [];
  for (let i = 0; i < 1000; i += 1) slices.add(() => ran.push(i));
  expect(ran).toEqual([]);
  slices.add(() => slices.add(() => ran.push(1000)));
  await expect.poll(() => ran.length).toBe(1001);
  expect(ran).toEqual(Array.from({ length: 1001 }, (_, i) => i));
});

test("a turn has a few pieces of some milliseconds, and many short ones", async () => {
  const slices = new TimeSlices();
  let inTurn = 0;
  let most = 0;
  const count = (ms: number) => (): void => {
    inTurn += 1;
    most = Math.max(most, inTurn);
    busy(ms);
  };
  const run = async (pieces: number, ms: number): Promise<number> => {
    most = 0;
    let left = pieces;
    for (let i = 0; i < pieces; i += 1) slices.add(() => (count(ms)(), (left -= 1)));
    while (left > 0) {
      inTurn = 0;
      await nextTurn();
    }
    return most;
  };
  // Five milliseconds, and one piece beyond them.
  expect(await run(30, 2)).toBeLessThanOrEqual(4);
  expect(await run(2000, 0)).toBeGreaterThan(20);
});

test("a piece that throws does not keep the others from running", () => {
  const turns: (() => void)[] = [];
  const slices = new TimeSlices((run) => turns.push(run));
  const ran: string[] = [];
  slices.add(() => {
    throw new Error("broken");
  });
  slices.add(() => ran.push("next"));
  expect(() => turns.shift()?.()).toThrow("broken");
  turns.shift()?.();
  slices.add(() => ran.push("later"));
  turns.shift()?.();
  expect([ran, turns]).toEqual([["next", "later"], []]);
});
