// Owners whose events come after those of the objects that they own.
import type { KubeObject } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { a, Bar, Foo, foo, type Rig, start } from "../../test/controller-rig.ts";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { createManager } from "../manager/manager.ts";

const ownedBy = (
  names: readonly string[],
  name: string = "b",
  uid: string = "u",
): KubeObject<"example.com/v1", "Bar"> => ({
  apiVersion: "example.com/v1",
  kind: "Bar",
  metadata: {
    namespace: "ns",
    name,
    ownerReferences: names.map((owner) => ({ apiVersion: "example.com/v1", kind: "Foo", name: owner, uid })),
  },
});

/** A controller that ignores that its objects are added. */
const startQuiet = (): Promise<Rig> =>
  start([], async () => undefined, {
    predicate: ({ type }) => type !== "add",
    watches: [{ resource: Bar, owner: "any" }],
  });

/** No owner is waited for so long because of the time alone. */
const longMs = 10 * 60_000;

const woken = ({ runs }: Rig): (string | undefined)[] => runs.map((run) => run.split(" ")[1]);

test("an object whose event comes before that of its owner wakes the owner, though the predicate hides additions", async () => {
  const rig = await startQuiet();
  const owner = rig.api.put(Foo, foo("a"), { quiet: true });
  rig.api.put(Bar, ownedBy(["a"]));
  await settle();
  expect(woken(rig)).toEqual([]);
  rig.api.tell(Foo, { type: "ADDED", object: owner });
  await settle();
  expect(woken(rig)).toEqual(["a"]);
  await rig.stop();
});

test("also when a list shows the owner", async () => {
  const rig = await startQuiet();
  rig.api.put(Foo, foo("a"), { quiet: true });
  rig.api.put(Bar, ownedBy(["a"]));
  await settle();
  rig.api.endWatches(refusal(410, "Expired"), "Foo");
  await rig.clock.advance(60_000);
  expect(woken(rig)).toEqual(["a"]);
  await rig.stop();
});

test("an owner that comes after a minute, and after the cache has seen what was there before its object, is not waited for", async () => {
  const rig = await startQuiet();
  rig.api.put(Bar, ownedBy(["a"]));
  await settle();
  rig.api.bookmark(Foo);
  await settle();
  rig.api.put(Bar, ownedBy(["c"], "d"));
  const late = rig.api.put(Bar, ownedBy(["e"], "f"), { quiet: true });
  await settle();
  rig.api.bookmark(Foo);
  await settle();
  rig.api.tell(Bar, { type: "ADDED", object: late });
  await settle();
  rig.clock.stall(60_000);
  rig.api.put(Bar, ownedBy(["g"], "h"));
  await settle();
  for (const name of ["a", "c", "e", "g"]) rig.api.put(Foo, foo(name));
  await settle();
  expect(woken(rig)).toEqual(["g"]);
  await rig.stop();
});

test("the newest owners are remembered, however many an object names", async () => {
  const rig = await startQuiet();
  rig.api.put(Bar, ownedBy(Array.from({ length: 10_001 }, (_, index) => `f${index}`)));
  await settle();
  for (const name of ["f0", "f1", "f10000"]) rig.api.put(Foo, foo(name));
  await settle();
  expect(woken(rig)).toEqual(["f1", "f10000"]);
  await rig.stop();
});

test.each([
  { names: ["a"], which: "the new one is" },
  { names: ["a", "a"], which: "both are" },
])(
  "an owner that is created again is queued when it comes, though the cache has the one before: $which named",
  async ({ names }) => {
    const seen: (string | undefined)[] = [];
    const rig = await start([foo("a")], async (key, { cache }) => void seen.push(cache.get(Foo, key)?.metadata.uid), {
      predicate: ({ type }) => type === "update",
      watches: [{ resource: Bar, owner: "any" }],
    });
    rig.api.put(Foo, foo("a"));
    await settle();
    const before = rig.api.put(Foo, foo("a"));
    await settle();
    rig.api.remove(Foo, a, { quiet: true });
    const last = { ...before, metadata: { ...before.metadata, resourceVersion: String(rig.api.version) } };
    const owner = rig.api.put(Foo, foo("a"), { quiet: true });
    const object = ownedBy(names, "b", owner.metadata.uid);
    Object.assign(object.metadata.ownerReferences?.[1] ?? {}, { uid: before.metadata.uid });
    rig.api.put(Bar, object);
    await settle();
    rig.api.tell(Foo, { type: "DELETED", object: last });
    await settle();
    rig.api.tell(Foo, { type: "ADDED", object: owner });
    await settle();
    expect(seen.at(-1)).toBe(owner.metadata.uid);
    await rig.stop();
  },
);

test("an owner is waited for until the newest state that names it, also when an older state comes last", async () => {
  const rig = await startQuiet();
  rig.api.bookmark(Foo);
  const before = rig.api.put(Bar, ownedBy(["a"], "b", "old"));
  const between = rig.api.put(Foo, foo("between"), { quiet: true });
  const owner = rig.api.put(Foo, foo("a"), { quiet: true });
  // The event of an update maps the new state, then the one before.
  rig.api.put(Bar, { ...before, ...ownedBy(["a"], "b", owner.metadata.uid) });
  await settle();
  rig.api.tell(Foo, { type: "ADDED", object: between });
  await settle();
  rig.clock.stall(longMs);
  rig.api.put(Bar, ownedBy(["x"], "c"));
  await settle();
  rig.api.tell(Foo, { type: "ADDED", object: owner });
  await settle();
  expect(woken(rig)).toEqual(["a"]);
  await rig.stop();
});

test("another object with the name of an owner does not end the wait for the owner", async () => {
  const rig = await startQuiet();
  const other = rig.api.put(Foo, foo("a"), { quiet: true });
  rig.api.remove(Foo, a, { quiet: true });
  const last = { ...other, metadata: { ...other.metadata, resourceVersion: String(rig.api.version) } };
  const owner = rig.api.put(Foo, foo("a"), { quiet: true });
  rig.api.put(Bar, ownedBy(["a"], "b", owner.metadata.uid));
  await settle();
  rig.api.tell(Foo, { type: "ADDED", object: other });
  await settle();
  rig.api.tell(Foo, { type: "DELETED", object: last });
  await settle();
  rig.runs.length = 0;
  rig.api.tell(Foo, { type: "ADDED", object: owner });
  await settle();
  expect(woken(rig)).toEqual(["a"]);
  await rig.stop();
});

test.each([
  ["x", "y"],
  ["y", "x"],
])("the first lists: %s is before %s, and y names an older owner of the name", async (...order) => {
  const api = new FakeApi();
  const clock = new FakeClock();
  for (const name of order) api.put(Bar, ownedBy(["a"], name, "old"));
  const released = { Foo: Promise.withResolvers<void>(), Bar: Promise.withResolvers<void>() };
  const watchOnce = api.client.watchOnce.bind(api.client);
  Object.assign(api.client, {
    async *watchOnce(...given: Parameters<typeof watchOnce>) {
      const isFoo = given[0].kind === "Foo";
      if (!isFoo) await released.Bar.promise;
      for await (const events of watchOnce(...given)) {
        if (isFoo) await released.Foo.promise;
        yield events;
      }
    },
  });
  const runs: string[] = [];
  const manager = createManager({ client: api.client, clock, log: silentLogger });
  manager.addController({
    name: "foo",
    for: Foo,
    predicate: ({ type }) => type !== "add",
    watches: [{ resource: Bar, owner: "any" }],
    reconcile: async ({ name }) => void runs.push(name),
  });
  const stop = new AbortController();
  const running = manager.run(stop.signal);
  await expect.poll(() => api.watches).toBe(1);
  await settle();
  // The list of Foos is read, and has not come.
  const owner = api.put(Foo, foo("a"), { quiet: true });
  api.put(Bar, ownedBy(["a"], "x", owner.metadata.uid));
  released.Bar.resolve();
  await settle();
  released.Foo.resolve();
  await settle();
  clock.stall(longMs);
  api.put(Bar, ownedBy(["c"], "d"));
  await settle();
  api.tell(Foo, { type: "ADDED", object: owner });
  await expect.poll(() => runs).toEqual(["a"]);
  stop.abort();
  await running;
});

test("an owner is waited for though the versions of its object are lower than those of its own kind", async () => {
  const rig = await startQuiet();
  for (let size = 0; size < 20; size += 1) rig.api.put(Foo, foo("other", size));
  await settle();
  rig.runs.length = 0;
  // Of a server that has versions of its own.
  const object = rig.api.put(Bar, ownedBy(["a"]), { quiet: true });
  rig.api.tell(Bar, { type: "ADDED", object: { ...object, metadata: { ...object.metadata, resourceVersion: "3" } } });
  await settle();
  rig.clock.stall(59_999);
  rig.api.put(Bar, ownedBy(["c"], "d"));
  await settle();
  rig.api.put(Foo, foo("a"));
  await settle();
  expect(woken(rig)).toEqual(["a"]);
  await rig.stop();
});
