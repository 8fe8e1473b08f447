// What a long reconcile that writes its object many times keeps of these writes.
import type { MergePatch } from "@capstan/kube";
import { expect, test } from "vitest";
import { a, Foo, foo, start } from "../../test/controller-rig.ts";
import { heapGrowth, heapGrowthOf } from "../../test/heap-growth.ts";
import { OwnEchoes } from "./own-echoes.ts";

const writes = 2000;

/** The object after a write, and the write: none of them shares memory with another. */
function written(number: number, version: string = `${number}`): { readonly object: Foo; readonly body: unknown } {
  const lines = Array.from({ length: 50 }, (_, line) => [`line-${line}`, `${number} ${line}`]);
  const metadata = { ...a, resourceVersion: version, annotations: Object.fromEntries(lines) };
  return { object: { ...foo("a"), metadata }, body: { metadata: { annotations: Object.fromEntries(lines) } } };
}

/** A large patch that changes nothing. */
function unchanged(): MergePatch<Foo> {
  const none = Array.from({ length: 200 }, (_, line) => [`line-${line}`, null]);
  return { spec: Object.fromEntries(none) };
}

/** The order in which the answer of a write, and its event that a predicate drops, come. */
const orders: readonly { order: string; write: (echoes: OwnEchoes, number: number) => void }[] = [
  {
    order: "the answer comes before the event",
    write(echoes, number) {
      const { object, body } = written(number);
      echoes.writes(a, { sent: { type: "merge", body } })(object);
      echoes.seen(a, `${number}`);
    },
  },
  {
    order: "the event comes before the answer",
    write(echoes, number) {
      const { object, body } = written(number);
      const answer = echoes.writes(a, { sent: { type: "merge", body } });
      echoes.seen(a, `${number}`);
      answer(object);
    },
  },
  {
    order: "two are open at the same time, and both events come before the answers",
    write(echoes, number) {
      const both = [number * 2, number * 2 + 1].map((one) => written(one));
      const answers = both.map(({ body }) => echoes.writes(a, { sent: { type: "merge", body } }));
      for (const { object } of both) echoes.seen(a, object.metadata.resourceVersion ?? "");
      for (const [i, answer] of answers.entries()) answer(both[i]?.object);
    },
  },
  {
    order: "the answers come in another order than the events, and the versions have none",
    write(echoes, number) {
      const versions = [`v${number}-1`, `v${number}-2`];
      const both = versions.map((version) => written(number, version));
      const answers = both.map(({ body }) => echoes.writes(a, { sent: { type: "merge", body } }));
      for (const i of [1, 0]) answers[i]?.(both[i]?.object);
      for (const version of versions) echoes.seen(a, version);
    },
  },
  {
    order: "they change nothing",
    write(echoes, number) {
      const { object, body } = written(number, "1");
      echoes.writes(a, { sent: { type: "merge", body } })(object);
    },
  },
];

test.each(orders)("nothing is kept of the writes of a reconcile whose events have come: $order", ({ write }) => {
  const echoes = new OwnEchoes(() => true);
  echoes.begin(a, "1");
  write(echoes, 2);
  const grown = heapGrowth(() => {
    for (let number = 3; number < writes; number += 1) write(echoes, number);
  });
  expect(grown).toBeLessThan(500_000);
  // It is used until here, so that it is not garbage.
  expect(echoes.end(a, () => true)).toBeUndefined();
});

test("nor of those that change nothing, when the cache had the object before", async () => {
  let grown = Number.POSITIVE_INFINITY;
  const rig = await start([foo("a")], async (_key, { client }) => {
    grown = await heapGrowthOf(async () => {
      for (let number = 0; number < writes; number += 1)
        await client.patch(Foo, a, { type: "merge", body: unchanged() });
    });
  });
  await expect.poll(() => grown, { timeout: 30_000 }).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(grown).toBeLessThan(2_000_000);
  await rig.stop();
});

test("a write of which the cache has only seen an earlier version is kept until its event comes", () => {
  const echoes = new OwnEchoes(() => true);
  const { object, body } = written(3);
  const old = { ...object, metadata: { ...object.metadata, annotations: {} } };
  echoes.begin(a);
  const answer = echoes.writes(a, { sent: { type: "merge", body } });
  echoes.seen(a, "2");
  answer(object);
  echoes.seen(a, "2");
  echoes.holds(a, { old, object, priority: 0 });
  expect(echoes.end(a, () => true)).toBeUndefined();
});

test.each(["before", "after"])(
  "an event that is held is still one of the own write that is answered %s another one",
  (order) => {
    const echoes = new OwnEchoes(() => true);
    const { object, body } = written(2);
    const old = { ...object, metadata: { ...object.metadata, annotations: {} } };
    echoes.begin(a);
    const slow = echoes.writes(a, {});
    const answer = echoes.writes(a, { sent: { type: "merge", body } });
    echoes.holds(a, { old, object, priority: 0 });
    const steps = [() => answer(object), () => echoes.seen(a, "2"), () => slow(undefined)];
    for (const step of order === "before" ? steps : steps.toReversed()) step();
    expect(echoes.end(a, () => true)).toBeUndefined();
  },
);
