// A clock that is moved forward while a reconcile runs: what waits is due, and the reconcile keeps its whole time.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { expect, test } from "vitest";
import { a, foo, Foo, start } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { recordTrace } from "../../test/recorded-trace.ts";
import type { ReconcileContext } from "./controller-options.ts";

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

test("how long a write takes, and a source may take to end, is the time of the computer", async () => {
  const trace = recordTrace();
  const computer = new FakeClock();
  const clock = new FakeClock(computer);
  const api = new FakeApi();
  const sent = Promise.withResolvers<KubeObject>();
  Object.assign(api.client, { create: () => sent.promise });
  const open = async function* (): AsyncIterable<ObjectKey> {
    await new Promise(() => undefined);
    yield a;
  };
  const reconcile = async (_: ObjectKey, { guarded }: ReconcileContext): Promise<void> => {
    await guarded(api.client).create(Foo, foo("b"));
  };
  const rig = await start([foo("a")], reconcile, { deps: { clock }, sources: [{ name: "cloud", open }] });
  await clock.advance(86_400_000);
  await computer.advance(200);
  sent.resolve(foo("b"));
  await settle();
  expect(trace.of("write")).toMatchObject([{ ms: 200 }]);
  let over = false;
  const stopped = rig.stop().then(() => (over = true));
  await clock.advance(86_400_000);
  expect(over).toBe(false);
  await computer.advance(30_000);
  await stopped;
});
