// Where the event loop gets its turns.
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

function work(ms: number): number {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return ms;
}

test.each([
  { name: "long", ms: 15, turns: 3 },
  { name: "that are long together", ms: 6, turns: 1 },
  { name: "short", ms: 0, turns: 0 },
])("three pieces of work, $name, take $turns turns", async ({ ms, turns: want }) => {
  let passed = 0;
  let isRunning = true;
  const count = (): void => {
    passed += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  const turns = new Turns();
  const results = [await turns.run(() => work(ms)), await turns.run(() => work(ms)), await turns.run(() => work(ms))];
  isRunning = false;
  expect(results).toEqual([ms, ms, ms]);
  expect(passed).toBe(want);
});
