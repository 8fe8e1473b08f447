// What a reconcile sees of the writes of the last one, when they are far apart, and what the report of an abandoned one causes.
import { expect, test } from "vitest";
import { a, Foo, foo, start } from "../../test/controller-rig.ts";

test("a write counts from its own time: the cache is waited for also long after an earlier write of the same run (R1)", async () => {
  const seen: (number | undefined)[] = [];
  let release = (): void => undefined;
  const rig = await start([], async (_key, { client, cache }, run) => {
    const object = cache.get(Foo, a);
    seen.push(object?.spec?.size);
    if (run > 1 || object === undefined) return {};
    release = rig.api.hold();
    const metadata = { ...object.metadata, labels: { begun: "yes" } };
    const labeled = await client.update(Foo, { ...object, metadata });
    // A call of a cloud, meanwhile the cache sees the first write.
    await new Promise<void>((resolve) => void rig.clock.after(6000, resolve));
    release();
    release = rig.api.hold();
    await client.update(Foo, { ...labeled, spec: { size: 2 } });
    return { requeueAfter: "10ms" };
  });
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(6500);
  expect([seen, rig.logged]).toEqual([[1], []]);
  release();
  await rig.clock.advance(1000);
  expect([seen, rig.logged]).toEqual([[1, 2], []]);
  await rig.stop();
});

test("what reports an abandoned run in its object does not cut its backoff short", async () => {
  const gate = Promise.withResolvers<void>();
  const rig = await start([foo("a")], async (_key, _context, run) => (run === 1 ? gate.promise : undefined), {
    timeout: "5s",
    backoff: { first: "60s", longest: "60s" },
    abandoned: async (key, { client, cache }) => {
      const object = cache.get(Foo, key);
      if (object !== undefined) await client.update(Foo, { ...object, spec: { size: 7 } });
    },
  });
  await rig.clock.advance(10_000);
  gate.resolve();
  await rig.clock.advance(50_000);
  expect(rig.runs).toEqual(["0 a"]);
  await rig.clock.advance(10_000);
  expect(rig.runs).toEqual(["0 a", "70000 a"]);
  await rig.stop();
});
