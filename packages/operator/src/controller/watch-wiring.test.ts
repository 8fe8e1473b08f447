// Which event of which kind queues which keys.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { a, Bar, Foo, foo, start } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import type { CacheEvent } from "../cache/cache.ts";
import { metadataOf } from "../cache/metadata-of.ts";
import type { InformerHandler } from "../cache/informer.ts";
import type { InformerSet } from "../cache/informer-set.ts";
import { createManager } from "../manager/manager.ts";
import { noMetrics } from "../metrics/metrics.ts";
import { ControllerTrace } from "../trace/controller-trace.ts";
import { lowPriority } from "../queue/work-queue.ts";
import type { ControllerOptions } from "./controller-options.ts";
import { type Enqueue, wireWatches } from "./watch-wiring.ts";

const owned = (
  owners: readonly { kind: string; name: string; controller?: boolean; apiVersion?: string }[],
): KubeObject<"example.com/v1", "Bar"> => ({
  apiVersion: "example.com/v1",
  kind: "Bar",
  metadata: {
    namespace: "ns",
    name: "b",
    ownerReferences: owners.map((owner) => ({ apiVersion: "example.com/v0", uid: "u", ...owner })),
  },
});

const wakes: readonly {
  name: string;
  owner: "controller" | "any";
  given: KubeObject<"example.com/v1", "Bar">;
  want: string[];
}[] = [
  {
    name: "the managing owner, in any version",
    owner: "controller",
    given: owned([
      { kind: "Foo", name: "x", controller: true },
      { kind: "Foo", name: "y" },
    ]),
    want: ["x"],
  },
  {
    name: "every owner",
    owner: "any",
    given: owned([
      { kind: "Foo", name: "x", controller: true },
      { kind: "Foo", name: "y" },
    ]),
    want: ["x", "y"],
  },
  {
    name: "no owner of another kind or group",
    owner: "any",
    given: owned([
      { kind: "Baz", name: "x" },
      { kind: "Foo", name: "y", apiVersion: "other.com/v1" },
    ]),
    want: [],
  },
];

for (const { name, owner, given, want } of wakes) {
  test(`an owned object wakes ${name}`, async () => {
    const rig = await start([foo("x"), foo("y")], async () => undefined, { watches: [{ resource: Bar, owner }] });
    rig.runs.length = 0;
    rig.api.put(Bar, given);
    await settle();
    expect(rig.runs.map((run) => run.split(" ")[1])).toEqual(want);
    await rig.stop();
  });
}

test("owners that do not exist are not queued, however many an object names, and those that come later are", async () => {
  const rig = await start([foo("x")], async () => undefined, { watches: [{ resource: Bar, owner: "any" }] });
  rig.runs.length = 0;
  const names = ["x", ...Array.from({ length: 5000 }, (_, index) => `none-${index}`)];
  rig.api.put(Bar, owned(names.map((name) => ({ kind: "Foo", name }))));
  await settle();
  rig.api.put(Foo, foo("none-7"));
  await settle();
  expect(rig.runs.map((run) => run.split(" ")[1])).toEqual(["x", "none-7"]);
  await rig.stop();
});

test.each([Foo, Bar])(
  "an object of the first list is an event of its owner, also when $kind is listed last",
  async (late) => {
    const api = new FakeApi();
    api.put(Foo, foo("x"));
    api.put(Bar, owned(["x", "none"].map((name) => ({ kind: "Foo", name }))));
    const watchOnce = api.client.watchOnce.bind(api.client);
    const listed = Promise.withResolvers<void>();
    Object.assign(api.client, {
      async *watchOnce(...given: Parameters<typeof watchOnce>) {
        if (given[0].kind === late.kind) await listed.promise;
        yield* watchOnce(...given);
      },
    });
    const runs: string[] = [];
    const manager = createManager({ client: api.client, clock: new FakeClock(), log: silentLogger });
    manager.addController({
      name: "foo",
      for: Foo,
      predicate: ({ type }) => type === "update",
      watches: [{ resource: Bar, owner: "any" }],
      reconcile: async ({ name }) => void runs.push(name),
    });
    const stop = new AbortController();
    const running = manager.run(stop.signal);
    await expect.poll(() => api.watches).toBe(1);
    await settle();
    listed.resolve();
    await expect.poll(() => runs).toEqual(["x"]);
    stop.abort();
    await running;
  },
);

test("an update queues the keys that the object maps to before and after it; a predicate can ignore it", async () => {
  const targets = (object: KubeObject): ObjectKey[] => [
    { namespace: "ns", name: object.metadata.labels?.["for"] ?? "" },
  ];
  const bar = (label: string): KubeObject<"example.com/v1", "Bar"> => ({
    apiVersion: "example.com/v1",
    kind: "Bar",
    metadata: { namespace: "ns", name: "b", labels: { for: label } },
  });
  const rig = await start([], async () => undefined, {
    watches: [{ resource: Bar, map: targets, predicate: (event) => event.type !== "delete" }],
  });
  rig.api.put(Bar, bar("x"));
  await settle();
  rig.api.put(Bar, bar("y"));
  await settle();
  rig.api.remove(Bar, { namespace: "ns", name: "b" });
  await settle();
  expect(rig.runs.map((run) => run.split(" ")[1])).toEqual(["x", "y", "x"]);
  await rig.stop();
});

test("Secrets that are read or watched are cached, as all kinds are", async () => {
  const cachedIn = async (options: Partial<ControllerOptions<Foo>>): Promise<boolean> => {
    let has = false;
    const rig = await start([foo("a")], async (_key, { cache }) => void (has = cache.has(metadataOf(Secret))), options);
    await rig.stop();
    return has;
  };
  expect([
    await cachedIn({}),
    await cachedIn({ reads: [metadataOf(Secret)] }),
    await cachedIn({ watches: [{ resource: metadataOf(Secret), map: () => [] }] }),
  ]).toEqual([false, true, true]);
});

test("reads of a kind that is not cached, or by an index that does not exist, throw and never return an empty result", async () => {
  const messages: string[] = [];
  const rig = await start([foo("a")], async (_key, { cache }) => {
    for (const read of [() => cache.get(Bar, a), () => cache.list(Foo, { index: { name: "x", value: "y" } })]) {
      try {
        read();
      } catch (error) {
        messages.push((error as Error).message);
      }
    }
  });
  await rig.stop();
  expect(messages).toEqual([
    "Bar is not cached: no controller of this manager watches it",
    'the cache of Foo has no index "x"',
  ]);
});

test("objects that a reconcile gets from the cache are copies", async () => {
  const sizes: (number | undefined)[] = [];
  const rig = await start([foo("a")], async (key, { cache }) => {
    const object = cache.get(Foo, key);
    if (object?.spec !== undefined) object.spec.size = 99;
    for (const listed of cache.list(Foo)) if (listed.spec !== undefined) listed.spec.size = 98;
    sizes.push(cache.get(Foo, key)?.spec?.size);
  });
  await rig.stop();
  expect(sizes).toEqual([1]);
});

const noLoad = { ready: 0, delayed: 0, running: 0, abandoned: 0 };

test("one list of many keys is queued once for all events of a batch, and again for a higher priority or the next batch", async () => {
  const handlers: InformerHandler[] = [];
  // The wiring adds handlers and does nothing else with informers.
  const informers = {
    informer: () => ({ addHandler: (handler: InformerHandler) => handlers.push(handler) }),
  } as unknown as InformerSet;
  const keys = Array.from({ length: 10 }, (_, i) => ({ namespace: "ns", name: String(i) }));
  const queued: number[] = [];
  const enqueue: Enqueue = ({ name }, priority) => {
    if (name === "0") queued.push(priority);
  };
  const deps = { controller: "foo", clock: new FakeClock(), log: silentLogger, metrics: noMetrics };
  const trace = new ControllerTrace({ ...deps, kind: "Foo", load: () => noLoad });
  const wiring = { ...deps, client: new FakeApi().client, informers, enqueue, trace };
  wireWatches({ for: Foo, watches: [{ resource: Bar, map: () => keys }] }, wiring);
  const object = owned([]);
  const notify = (event: CacheEvent): void => handlers[1]?.(event);
  for (const initial of [true, true, false, true]) notify({ type: "add", object, initial });
  for (let i = 0; i < 10; i += 1) notify({ type: "update", listed: false, object, old: object });
  expect(queued).toEqual([lowPriority, 0]);
  await Promise.resolve();
  notify({ type: "update", listed: false, object, old: object });
  expect(queued).toEqual([lowPriority, 0, 0]);
});

test("a map may fill one list again for each object: no key of the batch is lost", async () => {
  const list: ObjectKey[] = [];
  const map = ({ metadata }: KubeObject): readonly ObjectKey[] => {
    list.length = 0;
    for (let i = 0; i < 10; i += 1) list.push({ namespace: "ns", name: `${metadata.labels?.["for"]}-${i}` });
    return list;
  };
  const rig = await start([], async () => undefined, { watches: [{ resource: Bar, map }] });
  const put = (name: string, label: string): KubeObject =>
    rig.api.put(Bar, { ...owned([]), metadata: { namespace: "ns", name, labels: { for: label } } }, { quiet: true });
  rig.api.tell(Bar, { type: "ADDED", object: put("one", "x") }, { type: "ADDED", object: put("two", "y") });
  await settle();
  rig.api.tell(Bar, { type: "MODIFIED", object: put("one", "z") });
  await settle();
  const count = (prefix: string): number => rig.runs.filter((run) => run.includes(` ${prefix}-`)).length;
  expect(["x", "y", "z"].map(count)).toEqual([20, 10, 10]);
  await rig.stop();
});

test("an event passes a predicate that throws, of the own kind and of another; it is logged and counted", async () => {
  const failed: string[] = [];
  const metrics = { ...noMetrics, mapFailed: (...of: readonly string[]) => void failed.push(of.join(" ")) };
  const predicate = (): boolean => {
    throw new Error("of the author");
  };
  const rig = await start([foo("a")], async () => undefined, {
    predicate,
    watches: [{ resource: Bar, predicate, map: () => [{ namespace: "ns", name: "mapped" }] }],
    deps: { metrics },
  });
  rig.api.put(Bar, owned([]));
  await settle();
  expect(rig.runs.map((run) => run.split(" ")[1])).toEqual(["a", "mapped"]);
  expect(failed).toEqual(["foo Foo", "foo Bar"]);
  expect(rig.logged.filter(({ message }) => message === "Predicate failed, so the event passes")).toHaveLength(2);
  await rig.stop();
});

test("a reconcile can take assertLeader out of its context", async () => {
  const rig = await start([foo("a")], async (_, { assertLeader }) => assertLeader());
  expect(rig.logged).toEqual([]);
  expect(rig.runs).toHaveLength(1);
  await rig.stop();
});

test("a predicate is called as a method of its watch", async () => {
  const watch = {
    resource: Bar,
    wanted: "b",
    predicate({ object }: CacheEvent): boolean {
      return object.metadata.name !== this.wanted;
    },
    map: () => [{ namespace: "ns", name: "mapped" }],
  };
  const rig = await start([foo("a")], async () => undefined, { watches: [watch] });
  rig.api.put(Bar, owned([]));
  await settle();
  expect(rig.runs.map((run) => run.split(" ")[1])).toEqual(["a"]);
  await rig.stop();
});
