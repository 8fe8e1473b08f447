// The waits between the lists of a watch whose versions are too old.
import { expect, test } from "vitest";
import { FakeClock } from "../../test/fake-clock.ts";
import { Backoff } from "./backoff.ts";

test("lists that take longer than a watch has to last have waits all the same", async () => {
  const clock = new FakeClock();
  const backoff = new Backoff(clock);
  const waits: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    waits.push(backoff.nextList());
    await clock.advance(15_000);
    backoff.listed();
  }
  expect(waits).toEqual([0, 800, 1600, 3200]);
  await clock.advance(10_000);
  expect(backoff.nextList()).toBe(0);
});
