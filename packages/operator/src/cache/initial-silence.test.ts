// How long a server may be silent before it counts as one without WatchList.
import { expect, test } from "vitest";
import { FakeClock } from "../../test/fake-clock.ts";
import { InitialSilence } from "./initial-silence.ts";

test("ten seconds after the last event the connection is ended, not ten seconds after the first", async () => {
  const clock = new FakeClock();
  const silence = new InitialSilence(clock, new AbortController().signal);
  const broken: boolean[] = [];
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    broken.push(silence.broken);
  };
  await pass(9999);
  silence.heard(1);
  silence.heard(1);
  await pass(9999);
  expect(silence.signal.aborted).toBe(false);
  await pass(1);
  expect(broken).toEqual([false, false, true]);
  expect(silence.signal.aborted).toBe(true);
  expect(clock.timers).toBe(0);
});

test("after the end of the list the connection may be silent", async () => {
  const clock = new FakeClock();
  const silence = new InitialSilence(clock, new AbortController().signal);
  await clock.advance(9999);
  silence.heard(1);
  await clock.advance(5000);
  silence.stop();
  expect(clock.timers).toBe(0);
  await clock.advance(60_000);
  expect([silence.broken, silence.signal.aborted]).toEqual([false, false]);
});

test("fewer than a hundred events in thirty seconds are no list, as those of a busy kind on a server without WatchList", async () => {
  const clock = new FakeClock();
  const busy = new InitialSilence(clock, new AbortController().signal);
  const slow = new InitialSilence(clock, new AbortController().signal);
  const broken: (readonly [number, boolean, boolean])[] = [];
  for (let seconds = 2; seconds <= 60; seconds += 2) {
    await clock.advance(2000);
    busy.heard(1);
    slow.heard(8);
    broken.push([seconds, busy.broken, slow.broken]);
  }
  expect(broken.find(([, isBroken]) => isBroken)).toEqual([30, true, false]);
  expect(broken.at(-1)).toEqual([60, true, false]);
  expect([busy.signal.aborted, slow.signal.aborted]).toEqual([true, false]);
  slow.dispose();
});
