// A wall clock that is set to another time while everything runs. The computer's own is left alone: only this process sees the other time.
import { systemClock } from "@capstan/client";
import { Lease } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { afterEach, expect, test, vi } from "vitest";
import { Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { createManager } from "../manager/manager.ts";

const hourMs = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** For all that makes a Date, which goes on from the other time; timers stay as they are. */
function shiftWallClock(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms, shouldAdvanceTime: true });
}

test.each([
  { jump: "forward", ms: hourMs },
  { jump: "back", ms: -hourMs },
])("a wall clock that jumps by an hour $jump moves no lease, backoff or requeue (F19)", async ({ ms }) => {
  const api = new FakeApi();
  for (const name of ["fails", "waits"]) api.put(Foo, foo(name));
  const leaderElection = { name: "lease", leaseDuration: "3s", renewDeadline: "2s", retryPeriod: "100ms" };
  const manager = createManager({ client: api.client, clock: systemClock, log: silentLogger, leaderElection });
  const began = performance.now();
  const runs: Record<string, number[]> = { fails: [], waits: [] };
  manager.addController({
    name: "foo",
    for: Foo,
    minInterval: "0s",
    reconcile: async ({ name }) => {
      runs[name]?.push(performance.now() - began);
      if (name === "fails") throw new Error("again");
      return { requeueAfter: "600ms" };
    },
  });
  const stop = new AbortController();
  let isOver = false;
  const ended = manager.run(stop.signal).finally(() => (isOver = true));
  await expect.poll(() => runs["fails"]?.length).toBeGreaterThan(3);
  const renewals = (): number => api.asked.filter((call) => call === "update leases").length;
  const renewedAt = async (): Promise<number> => {
    const { spec } = await api.client.get(Lease, { namespace: "default", name: "lease" });
    return Date.parse(spec?.renewTime ?? "");
  };
  const renewedBefore = await renewedAt();
  shiftWallClock(ms);
  const before = renewals();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  // It still leads, and renews as often, at the time of the other clock.
  const movedMs = (await renewedAt()) - renewedBefore;
  expect([isOver, renewals() - before > 5, Math.abs(movedMs - ms) < 60_000]).toEqual([false, true, true]);
  const { fails = [], waits = [] } = runs;
  stop.abort();
  await ended;
  const gaps = (times: readonly number[]): number[] => times.slice(1).map((time, i) => time - (times[i] ?? 0));
  // 5 ms, doubled each time, and 600 ms each time: a busy computer is late, and nothing is early.
  expect(gaps(fails).every((gap, i) => gap > 0.9 * 5 * 2 ** i)).toBe(true);
  expect(fails.length).toBeGreaterThan(5);
  expect(gaps(waits).every((gap) => gap > 500)).toBe(true);
  expect(waits.length).toBeGreaterThan(2);
});
