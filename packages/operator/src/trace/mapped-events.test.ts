// The trace of further kinds: which object queued which keys, by owner and by map, at once or later.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { expect, test } from "vitest";
import { a, Bar, Foo, foo, start } from "../../test/controller-rig.ts";
import { settle } from "../../test/fake-clock.ts";
import { make } from "../../test/manager-rig.ts";
import { recordTrace } from "../../test/recorded-trace.ts";

const bar = (name: string, owner?: string): KubeObject<"example.com/v1", "Bar"> => ({
  apiVersion: "example.com/v1",
  kind: "Bar",
  metadata: {
    namespace: "ns",
    name,
    ...(owner === undefined
      ? {}
      : {
          ownerReferences: [{ apiVersion: "example.com/v1", kind: "Foo", name: owner, uid: "uid-1", controller: true }],
        }),
  },
});
const bars = { apiVersion: "example.com/v1", kind: "Bar", namespace: "ns" };

test("a mapped watch names the object that changed and the keys that it queued", async () => {
  const trace = recordTrace();
  const map = (): ObjectKey[] => [a, { namespace: "ns", name: "b" }];
  const rig = await start([foo("a")], async () => undefined, { watches: [{ resource: Bar, map }] });
  rig.api.put(Bar, bar("x"));
  await settle();
  expect(trace.of("event").at(-1)).toMatchObject({
    change: "added",
    via: "map",
    object: { ...bars, name: "x", resourceVersion: "2" },
    keys: map(),
    count: 2,
  });
  expect(trace.of("run").at(-1)).toMatchObject({ why: [{ cause: "added", via: "map", object: { name: "x" } }] });
  await rig.stop();
});

test("an owned object names its owner's key; one whose owner does not exist queues nothing", async () => {
  const trace = recordTrace();
  const rig = await start([foo("a")], async () => undefined, { watches: [{ resource: Bar, owner: "controller" }] });
  rig.api.put(Bar, bar("x", "a"));
  rig.api.put(Bar, bar("y", "missing"));
  await settle();
  expect(trace.of("event").slice(-2)).toMatchObject([
    { via: "owner", object: { name: "x" }, keys: [a], ignored: undefined },
    { via: "owner", object: { name: "y" }, keys: [], ignored: "no keys" },
  ]);
  await rig.stop();
});

test("an update whose states name one key has it once", async () => {
  const trace = recordTrace();
  const rig = await start([foo("a")], async () => undefined, { watches: [{ resource: Bar, owner: "controller" }] });
  rig.api.put(Bar, bar("x", "a"));
  await settle();
  rig.api.put(Bar, bar("x", "a"));
  await settle();
  expect(trace.of("event").at(-1)).toMatchObject({ change: "updated", via: "owner", keys: [a], count: 1 });
  expect(trace.of("run").at(-1)?.why.length).toBe(1);
  await rig.stop();
});

test("a thousand keys of one event are counted, and twenty are named", async () => {
  const trace = recordTrace();
  const keys = Array.from({ length: 1000 }, (_, i) => ({ namespace: "ns", name: `f${i}` }));
  const rig = await start([], async () => undefined, { watches: [{ resource: Bar, map: () => keys }] });
  rig.api.tell(Bar, { type: "ADDED", object: bar("x") }, { type: "ADDED", object: bar("y") });
  await settle();
  expect(trace.of("event").map(({ keys: named, count, ignored }) => [named.length, count, ignored])).toEqual([
    [20, 1000, undefined],
    [0, 0, "same keys"],
  ]);
  await rig.stop();
});

test("a map that takes long has its record when the keys are known; events that come meanwhile are one", async () => {
  const trace = recordTrace();
  const gates: (() => void)[] = [];
  const map = async (): Promise<ObjectKey[]> => {
    await new Promise<void>((resolve) => gates.push(resolve));
    return [a];
  };
  const rig = await start([], async () => undefined, { watches: [{ resource: Bar, map }] });
  rig.api.put(Bar, bar("x"));
  await settle();
  const size = (n: number): KubeObject<"example.com/v1", "Bar"> => Object.assign(bar("x"), { spec: { size: n } });
  rig.api.put(Bar, size(1));
  await settle();
  rig.api.put(Bar, size(2));
  await settle();
  expect(trace.of("event")).toMatchObject([{ object: { resourceVersion: "2" }, ignored: "later event" }]);
  for (let i = 0; i < 9; i += 1) {
    gates.shift()?.();
    await settle();
  }
  while (gates.length > 0) gates.shift()?.();
  await rig.clock.advance(2000);
  expect(trace.of("event").slice(1)).toMatchObject([
    { object: { resourceVersion: "1" }, keys: [a] },
    { object: { resourceVersion: "3" }, keys: [a] },
  ]);
  expect(trace.of("run")[0]?.why).toMatchObject([{ via: "map", object: { name: "x", resourceVersion: "1" } }]);
  await rig.stop();
});

test("a map that fails each time says so", async () => {
  const trace = recordTrace();
  const map = (): ObjectKey[] => {
    throw new Error("no index");
  };
  const rig = await start([], async () => undefined, { watches: [{ resource: Bar, map }] });
  rig.api.put(Bar, bar("x"));
  await rig.clock.advance(600_000);
  expect(trace.of("event")).toMatchObject([{ object: { name: "x" }, ignored: "map failed" }]);
  await rig.stop();
});

test("what is listed before the objects of the controller waits for them, and is the reason of their runs", async () => {
  const trace = recordTrace();
  const rig = make();
  rig.api.put(Foo, foo("a"));
  rig.api.put(Bar, bar("x", "a"));
  const watchOnce = rig.api.client.watchOnce.bind(rig.api.client);
  const listed = Promise.withResolvers<void>();
  Object.assign(rig.api.client, {
    async *watchOnce(...given: Parameters<typeof watchOnce>) {
      if (given[0].kind === "Foo") await listed.promise;
      yield* watchOnce(...given);
    },
  });
  rig.manager.addController({
    name: "foo",
    for: Foo,
    predicate: ({ type }) => type === "update",
    watches: [{ resource: Bar, owner: "controller" }],
    reconcile: async () => undefined,
  });
  const { ended } = rig.run();
  await expect.poll(() => trace.of("event").length).toBe(1);
  listed.resolve();
  await expect.poll(() => trace.of("run").length).toBe(1);
  expect(trace.of("event")).toMatchObject([
    { via: "owner", object: { name: "x" }, ignored: "not listed", count: 0 },
    { via: "self", ignored: "predicate" },
  ]);
  expect(trace.of("run")).toMatchObject([{ key: a, why: [{ cause: "listed", via: "owner", object: { name: "x" } }] }]);
  rig.stop.abort();
  await ended;
});
