// What of the time of a part counts, and the figure that is printed.
import { expect, test } from "vitest";
import { countedSeconds, measureTime, ownTicks, usedTimeWords } from "./used-time.ts";

test("on a computer at rest the clock counts, on another one the smaller of both", () => {
  expect(countedSeconds({ clock: 200, processor: 90, others: 0.05 })).toBe(200);
  expect(countedSeconds({ clock: 200, processor: 90, others: undefined })).toBe(200);
  expect(countedSeconds({ clock: 400, processor: 90, others: 0.6 })).toBe(90);
  expect(countedSeconds({ clock: 400, processor: 500, others: 0.6 })).toBe(400);
});

test("the figure stands beside its limit", () => {
  expect(usedTimeWords({ clock: 400.4, processor: 90.2, others: 0.6 }, 240)).toBe(
    "took 400 s, 90 s of processor time, and others had 60% of the processors: 90 s count, of 240",
  );
  expect(usedTimeWords({ clock: 4, processor: 3, others: undefined }, 240)).toBe(
    "took 4 s, 3 s of processor time: 4 s count, of 240",
  );
});

test("the ticks of a process and its children stand behind its name, which can have any characters", () => {
  expect(ownTicks("12 (a) b) S 1 2 3 4 5 6 7 8 9 10 100 20 3 4 0")).toBe(127);
  expect(ownTicks("")).toBe(0);
});

test.runIf(process.platform === "linux")("work of this process is seen", () => {
  const used = measureTime();
  const until = performance.now() + 60;
  while (performance.now() < until);
  const { clock, processor, others = -1 } = used();
  expect(clock).toBeGreaterThan(0.05);
  expect(processor).toBeGreaterThanOrEqual(0);
  expect(others).toBeGreaterThanOrEqual(0);
});
