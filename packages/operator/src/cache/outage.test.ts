// A server that is restarted, and a kind that may not be read: what is listed, what is healthy, and what goes on.
import { deepClone, type KubeObject } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { Bar, Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import type { CacheOptions } from "./cache.ts";
import { InformerSet } from "./informer-set.ts";

interface Rig {
  readonly api: FakeApi;
  readonly clock: FakeClock;
  readonly informers: InformerSet;
  readonly stop: () => Promise<void>;
}

/** A cache of Bars and Foos, in this order. */
async function startCache(
  prepare: (api: FakeApi) => void = () => undefined,
  cache: readonly CacheOptions[] = [],
): Promise<Rig> {
  const api = new FakeApi();
  const clock = new FakeClock();
  api.put(Foo, foo("a"));
  prepare(api);
  const informers = new InformerSet({ client: api.client, clock, log: () => silentLogger, cache });
  for (const resource of [Bar, Foo]) informers.informer(resource);
  const controller = new AbortController();
  const done = informers.run(controller.signal);
  await settle();
  const stop = async (): Promise<void> => {
    controller.abort();
    await done;
  };
  return { api, clock, informers, stop };
}

const down = new Error("connect ECONNREFUSED 127.0.0.1:6443");
const starting = refusal(503, "ServiceUnavailable");
const filling = refusal(429, "TooManyRequests", { retryAfterMs: 1000 });

test("when one kind shows that the server was restored, all kinds are listed again (F18)", async () => {
  const rig = await startCache((api) => void api.put(Foo, foo("b")));
  rig.api.put(Foo, foo("a", 5));
  await settle();
  rig.api.version = 0;
  rig.api.objects.clear();
  rig.api.put(Foo, foo("a", 1), { quiet: true });
  // The watch of the other kind stays open, and says nothing.
  rig.api.endWatches(new Error("socket hang up"), "Bar");
  await rig.clock.advance(800);
  expect(rig.informers.list(Foo).map(({ spec }) => spec?.size)).toEqual([1]);
  expect(rig.api.watches).toBe(2);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(rig.informers.list(Foo).map(({ spec }) => spec?.size)).toEqual([2]);
  await rig.stop();
});

/** Puts the objects of a backup back; the server is at this version since. */
function restore({ api }: Rig, objects: FakeApi["objects"], version: number): void {
  api.objects.clear();
  for (const [name, object] of objects) api.objects.set(name, object);
  api.version = version;
}

const bar = { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name: "b" } } as const;
const sizes = ({ informers }: Rig): unknown => informers.list(Foo).map(({ spec }) => spec?.size);

test.each([true, false])(
  "a kind whose server has passed its version when another kind shows the restore takes the older states (F18), WatchList: %s",
  async (watchList) => {
    const rig = await startCache((api) => void (api.watchList = watchList));
    const backup = new Map(rig.api.objects);
    rig.api.put(Foo, foo("a", 5));
    for (let i = 0; i < 10; i++) rig.api.put(Bar, bar);
    await settle();
    // Past what is known of Foos (2), before what is known of Bars (12).
    restore(rig, backup, 6);
    rig.api.endWatches(new Error("socket hang up"), "Bar");
    await rig.clock.advance(800);
    expect(sizes(rig)).toEqual([1]);
    await rig.stop();
  },
);

test.each([true, false])(
  "a kind that is listed by chance when the server was restored has all kinds listed again, each once (F18), WatchList: %s",
  async (watchList) => {
    const rig = await startCache((api) => void (api.watchList = watchList));
    const backup = new Map(rig.api.objects);
    rig.api.put(Foo, foo("a", 5));
    for (let i = 0; i < 10; i++) rig.api.put(Bar, bar);
    await settle();
    restore(rig, backup, 6);
    // Bars have to be listed, and the server has not reached what is known of them.
    rig.api.faults.push(refusal(504, "Timeout", { causes: [{ reason: "ResourceVersionTooLarge" }] }));
    rig.api.endWatches(refusal(410, "Expired"), "Bar");
    const before = rig.api.asked.length;
    await rig.clock.advance(30_000);
    expect([sizes(rig), rig.api.watches]).toEqual([[1], 2]);
    const lists = rig.api.asked.slice(before).filter((one) => one.includes("foos") && !one.endsWith(" 6"));
    expect(lists).toHaveLength(1);
    await rig.stop();
  },
);

test("a restored server that passes the known version before its list comes is taken as it is (F18)", async () => {
  const rig = await startCache();
  const backup = new Map(rig.api.objects);
  rig.api.put(Foo, foo("a", 5));
  rig.api.put(Foo, foo("later"));
  await settle();
  restore(rig, backup, 2);
  const compare = rig.api.client.list.bind(rig.api.client);
  Object.assign(rig.api.client, {
    list: async (...given: Parameters<typeof compare>) => {
      const page = await compare(...given);
      rig.api.version += 5;
      return page;
    },
  });
  rig.api.endWatches(new Error("socket hang up"), "Foo");
  await rig.clock.advance(800);
  expect(sizes(rig)).toEqual([1]);
  await rig.stop();
});

test("a kind that is being listed when another kind shows the restore is listed again (F18)", async () => {
  const rig = await startCache((api) => {
    api.watchList = false;
    api.put(Bar, bar);
  });
  const backup = new Map(rig.api.objects);
  rig.api.put(Foo, foo("later"));
  rig.api.put(Bar, bar);
  await settle();
  // The list of Foos has been answered, and is still being read.
  const listAll = rig.api.client.listAll.bind(rig.api.client);
  const read = Promise.withResolvers<void>();
  Object.assign(rig.api.client, {
    listAll: async (...given: Parameters<typeof listAll>) => {
      const list = await listAll(...given);
      if (given[0].kind === "Foo") await read.promise;
      return list;
    },
  });
  rig.api.endWatches(refusal(410, "Expired"), "Foo");
  await settle();
  restore(rig, backup, 2);
  rig.api.endWatches(new Error("socket hang up"), "Bar");
  await rig.clock.advance(800);
  expect(rig.informers.list(Foo)).toHaveLength(2);
  read.resolve();
  await rig.clock.advance(800);
  expect(rig.informers.list(Foo).map(({ metadata }) => metadata.name)).toEqual(["a"]);
  expect(rig.api.watches).toBe(2);
  await rig.stop();
});

test("when all kinds connect again to a restored server, each is listed once (F18)", async () => {
  const rig = await startCache((api) => void (api.watchList = false));
  const backup = new Map(rig.api.objects);
  rig.api.put(Foo, foo("later"));
  rig.api.put(Bar, bar);
  await settle();
  restore(rig, backup, 1);
  const before = rig.api.asked.length;
  rig.api.endWatches(new Error("socket hang up"));
  await rig.clock.advance(800);
  const later = rig.api.asked.slice(before).toSorted();
  expect(later).toEqual(["list bars any", "list foos any", "watch bars 1", "watch foos 1"]);
  expect(rig.informers.list(Foo)).toHaveLength(1);
  await rig.stop();
});

test("after a restart of the server the watch goes on where it was, and nothing is listed (F1)", async () => {
  const rig = await startCache();
  await rig.clock.advance(10_000);
  // Two kinds: the server is down, then starting, then filling its cache.
  rig.api.faults.push(down, down, starting, starting, filling, filling);
  rig.api.endWatches(new Error("socket hang up"));
  // 0.8, 1.6, 3.2 and 6.4 s.
  await rig.clock.advance(12_000);
  expect(rig.api.watches).toBe(2);
  const later = rig.api.asked.slice(2).toSorted();
  expect(later).toEqual([
    ...Array.from({ length: 4 }, () => "watch bars 1"),
    ...Array.from({ length: 4 }, () => "watch foos 1"),
  ]);
  rig.api.put(Foo, foo("b"));
  await settle();
  expect(rig.informers.list(Foo)).toHaveLength(2);
  await rig.stop();
});

test("a kind that fails for a minute is not healthy, and is healthy again with the first answer (F1)", async () => {
  const rig = await startCache();
  rig.api.faults.push(...Array.from({ length: 200 }, () => down));
  rig.api.endWatches(new Error("socket hang up"));
  await rig.clock.advance(59_000);
  expect(rig.informers.healthy).toBe(true);
  await rig.clock.advance(2000);
  expect(rig.informers.healthy).toBe(false);
  rig.api.faults.length = 0;
  await rig.clock.advance(30_000);
  for (const resource of [Bar, Foo]) rig.api.bookmark(resource);
  await settle();
  expect(rig.informers.healthy).toBe(true);
  await rig.stop();
});

test("a kind that nobody changes is healthy again ten seconds after the server is back, before its first bookmark", async () => {
  const rig = await startCache();
  rig.api.faults.push(down, down, starting, starting, filling, filling);
  rig.api.endWatches(new Error("socket hang up"));
  await rig.clock.advance(12_000);
  const failing = (): readonly boolean[] =>
    [Bar, Foo].map((resource) => rig.informers.informer(resource).failing !== undefined);
  expect([rig.api.watches, failing()]).toEqual([2, [true, true]]);
  await rig.clock.advance(10_000);
  expect(failing()).toEqual([false, false]);
  await rig.clock.advance(600_000);
  expect([rig.informers.healthy, rig.api.watches]).toEqual([true, 2]);
  await rig.stop();
  expect(rig.clock.timers).toBe(0);
});

test("a kind whose watch is rejected while it can be listed is not healthy", async () => {
  const rig = await startCache();
  rig.api.faults.push(...Array.from({ length: 200 }, () => starting));
  rig.api.endWatches(new Error("socket hang up"));
  await rig.clock.advance(61_000);
  expect(rig.informers.healthy).toBe(false);
  await rig.stop();
});

test("a kind that may not be read is not healthy and is tried again, and other kinds go on (F10)", async () => {
  const watchOnce = { forbidden: true };
  const rig = await startCache((api) => {
    const { client } = api;
    const all = client.watchOnce.bind(client);
    Object.assign(client, {
      watchOnce: (...[resource, options]: Parameters<typeof all>) => {
        if (resource.kind !== "Bar" || !watchOnce.forbidden) return all(resource, options);
        api.asked.push("forbidden");
        throw refusal(403, "Forbidden");
      },
    });
  });
  const asked = (): number => rig.api.asked.filter((one) => one === "forbidden").length;
  expect([rig.informers.healthy, rig.informers.missing(), asked()]).toEqual([
    false,
    [
      'Bar (this account may not list and watch bars of the group "example.com" in the whole cluster: cannot do: Forbidden)',
    ],
    1,
  ]);
  rig.api.put(Foo, foo("b"));
  await rig.clock.advance(300_000);
  expect(rig.informers.list(Foo)).toHaveLength(2);
  // 0.8, 1.6, 3.2, 6.4, 12.8 and 25.6 s, then 30 s each.
  expect(asked()).toBe(15);
  watchOnce.forbidden = false;
  await rig.clock.advance(30_000);
  expect([rig.informers.healthy, rig.informers.missing()]).toEqual([true, []]);
  await rig.stop();
});

test("a kind with an object whose transform throws is not healthy until the object can be stored, and its waits grow", async () => {
  let broken = true;
  const transform = <T extends KubeObject>(object: T): T => {
    if (broken && object.metadata.name === "broken") throw new Error("no spec");
    return object;
  };
  let connections = 0;
  const rig = await startCache(
    (api) => {
      const { client } = api;
      const sendBroken = (): void => {
        const object = api.objects.get("Foo ns/broken");
        if (object !== undefined) api.tell(Foo, { type: "ADDED", object: deepClone(object) });
      };
      const all = client.watchOnce.bind(client);
      Object.assign(client, {
        watchOnce: (...[resource, options]: Parameters<typeof all>) => {
          if (resource.kind === "Foo") connections += 1;
          // A watch goes on at the last version that is in the store, so it begins with the object each time.
          if (resource.kind === "Foo" && options?.sendInitialEvents !== true) setImmediate(sendBroken);
          return all(resource, options);
        },
      });
    },
    [{ resource: Foo, transform }],
  );
  rig.api.put(Foo, foo("broken"));
  await rig.clock.advance(59_000);
  expect(rig.informers.healthy).toBe(true);
  await rig.clock.advance(2000);
  expect(rig.informers.healthy).toBe(false);
  // 0.8, 1.6, 3.2, 6.4, 12.8 and 25.6 s, then 30 s each.
  await rig.clock.advance(239_000);
  expect([rig.informers.healthy, connections]).toEqual([false, 15]);
  broken = false;
  await rig.clock.advance(30_000);
  expect([rig.informers.healthy, rig.informers.list(Foo)]).toEqual([true, [expect.anything(), expect.anything()]]);
  await rig.stop();
});
