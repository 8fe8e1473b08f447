// What ends runs from outside: their deadlines, which share a timer, the stop and the loss of the lease.
import { expect, test } from "vitest";
import { FakeClock } from "../../test/fake-clock.ts";
import { type EndableRun, RunEnds } from "./run-ends.ts";

const limitMs = 100;

class Run implements EndableRun {
  readonly dueAt: number;
  readonly happened: string[] = [];
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.dueAt = clock.now() + limitMs;
    this.#clock = clock;
  }

  get timedOut(): boolean {
    return this.happened.some((event) => event.startsWith("timed out"));
  }

  timeOut(): void {
    this.happened.push(`timed out at ${this.#clock.now()}`);
  }

  stopped(): void {
    this.happened.push("stopped");
  }

  leaseLost(): void {
    this.happened.push("lost");
  }
}

interface Rig {
  readonly clock: FakeClock;
  readonly ends: RunEnds;
  readonly stop: AbortController;
  readonly lost: AbortController;
  /** A run that begins. */
  readonly begin: () => Run;
}

function rig(): Rig {
  const clock = new FakeClock();
  const [stop, lost] = [new AbortController(), new AbortController()];
  const ends = new RunEnds({ clock, stop: stop.signal, lost: lost.signal });
  const begin = (): Run => {
    const run = new Run(clock);
    ends.add(run);
    return run;
  };
  return { clock, ends, stop, lost, begin };
}

test("each run times out at its own time, by one timer, whatever ended before", async () => {
  const { clock, ends, begin } = rig();
  const ended = begin();
  await clock.advance(10);
  ends.delete(ended);
  await clock.advance(20);
  const first = begin();
  await clock.advance(5);
  const [second, third] = [begin(), begin()];
  expect(clock.timers).toBe(1);
  await clock.advance(200);
  expect([ended, first, second, third].map(({ happened }) => happened)).toEqual([
    [],
    ["timed out at 130"],
    ["timed out at 135"],
    ["timed out at 135"],
  ]);
  expect(clock.timers).toBe(0);
  const next = begin();
  await clock.advance(limitMs);
  expect(next.happened).toEqual(["timed out at 335"]);
});

test("a process that stood still times out what is late, and nothing else", async () => {
  const { clock, begin } = rig();
  const late = begin();
  clock.stall(limitMs + 20);
  const fresh = begin();
  await clock.advance(0);
  expect([late.happened, fresh.happened]).toEqual([["timed out at 120"], []]);
});

test("runs that have not ended are notified of the stop and of the lost lease, others are not", () => {
  const { ends, stop, lost, begin } = rig();
  const ended = begin();
  const open = [begin(), begin()];
  ends.delete(ended);
  lost.abort();
  stop.abort();
  expect([ended, ...open].map(({ happened }) => happened)).toEqual([[], ["lost", "stopped"], ["lost", "stopped"]]);
});

test("after the stop the timer stays for open runs alone", async () => {
  const { clock, ends, stop, begin } = rig();
  const [one, other] = [begin(), begin()];
  ends.delete(one);
  expect(clock.timers).toBe(1);
  stop.abort();
  expect(clock.timers).toBe(1);
  ends.delete(other);
  expect(clock.timers).toBe(0);
  const report = begin();
  await clock.advance(limitMs);
  expect([report.happened, clock.timers]).toEqual([["timed out at 100"], 0]);
  const idle = rig();
  idle.ends.delete(idle.begin());
  idle.stop.abort();
  expect(idle.clock.timers).toBe(0);
});
