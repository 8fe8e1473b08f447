// Which reconciles are named when the event loop stands still.
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { Foo, foo, type Reconcile, type Rig, start } from "../../test/controller-rig.ts";
import { compute } from "../../test/event-loop.ts";

/** Holds the event loop for so long, also on a computer that has other work. */
function hold(ms: number): void {
  const from = process.threadCpuUsage();
  for (let used = 0; used < ms * 1000;) {
    compute(10);
    const { user, system } = process.threadCpuUsage(from);
    used = user + system;
  }
}

const told = ({ logged, counted }: Rig): unknown[] => [
  logged.map(({ message, fields }) => [message, fields["code"], String(fields["error"]).split("\n")[0]]),
  counted.filter((problem) => problem === "blocked"),
];

const named = (what: string): unknown => [
  [
    [
      "Event loop blocked",
      "operator/loop-blocked",
      expect.stringMatching(`^the event loop stood still for [0-9]+[.][0-9] s; ${what}$`),
    ],
  ],
  ["blocked"],
];

const cases: readonly { how: string; reconcile: Reconcile }[] = [
  { how: "before its first await", reconcile: async () => hold(1200) },
  {
    how: "after an await, and ends",
    reconcile: async () => {
      await nextTurn();
      hold(1200);
    },
  },
  {
    how: "after an await, and goes on",
    reconcile: async () => {
      await nextTurn();
      hold(1200);
      await wait(300);
    },
  },
];

for (const { how, reconcile } of cases) {
  test(`a reconcile that holds the event loop ${how} is named and counted once`, async () => {
    const rig = await start([foo("a")], reconcile);
    await expect.poll(() => rig.counted.includes("success")).toBe(true);
    await expect.poll(() => told(rig)).toEqual(named('reconciles that ran: Foo ns/a in "foo"'));
    await rig.stop();
  });
}

test("beside the reconcile that held it, those are named that waited, and what comes before an await is known for sure", async () => {
  const gate = Promise.withResolvers<void>();
  let isSure = true;
  const rig = await start([foo("a"), foo("b")], async ({ name }) => {
    if (name === "a") return gate.promise;
    if (!isSure) await nextTurn();
    hold(1200);
  });
  await expect.poll(() => rig.counted.includes("success")).toBe(true);
  await expect.poll(() => told(rig)).toEqual(named('reconciles that ran: Foo ns/b in "foo"'));
  isSure = false;
  rig.logged.length = rig.counted.length = 0;
  rig.api.put(Foo, foo("b", 2));
  await expect.poll(() => rig.counted.includes("success")).toBe(true);
  await expect.poll(() => told(rig)).toEqual(named('reconciles that ran: Foo ns/a in "foo", Foo ns/b in "foo"'));
  gate.resolve();
  await rig.stop();
});

test("reconciles that compute for less, one after the other, are not named", async () => {
  const rig = await start(
    Array.from({ length: 60 }, (_, i) => foo(`f${i}`)),
    async () => hold(20),
  );
  await expect.poll(() => rig.counted.length).toBe(60);
  expect(rig.logged).toEqual([]);
  await rig.stop();
});
