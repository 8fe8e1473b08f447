// A clock that is moved forward while a reconcile runs: what waits is due, and the reconcile keeps its whole time.
import { expect, test } from "vitest";
import { a, foo, start } from "../../test/controller-rig.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { recordTrace } from "../../test/recorded-trace.ts";

/** A controller with a reconcile that waits for `gate`, on a clock that is moved without the time of the computer. */
async function pending(): Promise<{
  readonly clock: FakeClock;
  readonly computer: FakeClock;
  readonly gate: PromiseWithResolvers<void>;
  readonly reasons: unknown[];
  readonly stop: () => Promise<void>;
}> {
  const computer = new FakeClock();
  const clock = new FakeClock(computer);
  const gate = Promise.withResolvers<void>();
  const reasons: unknown[] = [];
  const rig = await start(
    [foo("a")],
    async (_key, { signal }) => {
      signal.addEventListener("abort", () => reasons.push(String(signal.reason)));
      await gate.promise;
    },
    { deps: { clock } },
  );
  return { clock, computer, gate, reasons, stop: rig.stop };
}

test("a reconcile that runs does not time out because the clock was moved", async () => {
  const { clock, computer, gate, reasons, stop } = await pending();
  await clock.advance(86_400_000);
  await computer.advance(59_000);
  expect(reasons).toEqual([]);
  await computer.advance(1000);
  expect(reasons).toEqual([expect.stringContaining("the reconcile did not end within 60 s")]);
  gate.resolve();
  await settle();
  await stop();
});

test("how long it runs is the time of the computer", async () => {
  const trace = recordTrace();
  const { clock, computer, gate, stop } = await pending();
  await clock.advance(86_400_000);
  expect(trace.of("running")).toEqual([]);
  await computer.advance(10_000);
  expect(trace.of("running")).toMatchObject([{ key: a, ms: 10_000 }]);
  await computer.advance(2000);
  gate.resolve();
  await settle();
  expect(trace.of("run")).toMatchObject([{ ms: 12_000, outcome: "done" }]);
  await stop();
});
