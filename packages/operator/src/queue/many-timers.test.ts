// Many keys that wait for a time: what one turn of the loop takes, and in which order they become due. Only the processor's time counts, so that a busy computer fails no test.
import { systemClock } from "@capstan/client";
import { formatKey, type ObjectKey } from "@capstan/kube";
import { expect, test } from "vitest";
import { longestTurn, turnLimitMs } from "../../test/event-loop.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import { lowPriority, WorkQueue } from "./work-queue.ts";

const count = 100_000;
const keys = Array.from({ length: count }, (_, i) => ({ namespace: `ns-${i % 100}`, name: `foo-${i}` }));

/** Calls a function with each key, some keys a turn. */
async function inTurns(call: (key: ObjectKey) => void): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const key of keys.slice(from, from + 500)) call(key);
  }
}

test("a hundred thousand keys that each wait for a time hold no turn of the loop, however often they are wanted earlier", async () => {
  const queue = new WorkQueue(systemClock, () => undefined);
  const turns = [];
  for (const afterMs of [3_600_000, 3_000_000, 2_400_000, 0])
    turns.push(await longestTurn(() => inTurns((key) => queue.add(key, { priority: lowPriority, afterMs }))));
  // All become more urgent: what they leave behind in the other priority is not looked through in one turn.
  turns.push(await longestTurn(() => inTurns((key) => queue.add(key))));
  const taken = new Set<string>();
  turns.push(
    await longestTurn(() =>
      inTurns(() => {
        const next = queue.take();
        if (next === undefined) return;
        taken.add(formatKey(next.key));
        queue.done(next.key);
      }),
    ),
  );
  turns.push(await longestTurn(async () => expect(queue.take()).toBeUndefined()));
  queue.close();
  expect(taken.size).toBe(count);
  expect(turns.filter((ms) => ms >= turnLimitMs)).toEqual([]);
});

/** A generator whose numbers are the same in every run. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

test.each([1, 2, 3, 4])("keys become due as in a list that is sorted each time, seed %i", async (seed) => {
  const random = randomly(seed);
  const clock = new FakeClock();
  const queue = new WorkQueue(clock, () => undefined);
  const waiting = new Map<string, number>();
  const takeAll = (): [string, number][] => {
    const all: [string, number][] = [];
    for (let taken = queue.take(); taken !== undefined; taken = queue.take()) {
      all.push([taken.key.name, clock.now() - taken.waitedMs]);
      queue.done(taken.key);
    }
    return all;
  };
  for (let step = 0; step < 400; step += 1) {
    for (let added = random(20); added > 0; added -= 1) {
      const name = `k${random(60)}`;
      const afterMs = random(8) * random(500);
      queue.add({ namespace: "ns", name }, { afterMs });
      waiting.set(name, Math.min(waiting.get(name) ?? Number.POSITIVE_INFINITY, clock.now() + afterMs));
    }
    await clock.advance(random(300));
    const due = [...waiting].filter(([, at]) => at <= clock.now());
    for (const [name] of due) waiting.delete(name);
    const taken = takeAll();
    expect(Object.fromEntries(taken)).toEqual(Object.fromEntries(due));
    const times = taken.map(([, at]) => at);
    expect(times).toEqual(due.map(([, at]) => at).toSorted((a, b) => a - b));
    expect(queue.size).toBe(waiting.size);
  }
});
