// What a reconcile left running when it ended: the other promises of a Promise.all that failed, and what nobody awaited.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { a, Foo, foo, start } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import type { ReconcileContext } from "./controller-options.ts";

const over =
  "the reconcile of Foo ns/a may not call the API server: it has ended\n  help: pass the signal of the reconcile to everything that waits, and do not use its client after that";

test("what a failed reconcile left running sees an aborted signal and cannot write while its key runs again", async () => {
  const cloud = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const other = new FakeApi();
  const order: unknown[] = [];
  const work = async (context: ReconcileContext): Promise<void> => {
    const { client, guarded } = context;
    await cloud.promise;
    // First used after the end.
    const { signal } = context;
    order.push(signal.aborted, describeError(signal.reason));
    await client.create(Foo, foo("b")).catch((error: unknown) => order.push(describeError(error)));
    const remote = guarded(other.client).create(Foo, foo("b"));
    await remote.catch((error: unknown) => order.push(describeError(error)));
  };
  const rig = await start([foo("a")], async (_key, context, run) => {
    if (run === 1) await Promise.all([work(context), Promise.reject(new Error("the other one failed"))]);
    order.push("runs again");
    await second.promise;
  });
  await rig.clock.advance(5);
  cloud.resolve();
  await settle();
  expect(order).toEqual(["runs again", true, over, over, over]);
  expect([[...rig.api.objects.keys()], [...other.objects.keys()]]).toEqual([["Foo ns/a"], []]);
  second.resolve();
  await rig.stop();
});

test.each([
  { how: "failed", result: (): Promise<void> => Promise.reject(new Error("the other one failed")) },
  { how: "succeeded", result: (): Promise<void> => Promise.resolve() },
])("a write in flight and a signal in use end with a reconcile that $how", async ({ result }) => {
  const outcomes: string[] = [];
  const rig = await start([], async (_key, { client, signal }, run) => {
    if (run > 1) return;
    signal.addEventListener("abort", () => outcomes.push("aborted"));
    const write = client.patch(Foo, a, { type: "merge", body: { spec: { size: 2 } } });
    void write.catch((error: unknown) => outcomes.push(describeError(error)));
    await result();
  });
  Object.assign(rig.api.client, {
    patch: (_resource: unknown, _key: unknown, { signal }: { readonly signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
  rig.api.put(Foo, foo("a"));
  await settle();
  expect(outcomes.toSorted()).toEqual(["aborted", over]);
  await rig.stop();
});

test("a reconcile is aborted when it has ended, and at its timeout, without a signal that anybody has read", async () => {
  const held = Promise.withResolvers<void>();
  let last: ReconcileContext | undefined;
  const rig = await start([foo("a")], async (_key, context, run) => {
    last = context;
    if (run > 1) await held.promise;
  });
  await settle();
  expect(last?.isAborted).toBe(true);
  expect(describeError(last?.signal.reason)).toBe(over);
  rig.api.put(Foo, { ...foo("a"), spec: { size: 2 } });
  await settle();
  expect(last?.isAborted).toBe(false);
  await rig.clock.advance(600_000);
  expect([last?.isAborted, last?.signal.aborted]).toEqual([true, true]);
  held.resolve();
  await rig.stop();
});
