// How long a server may be silent before it counts as one without WatchList.
import { expect, test } from "vitest";
import { type Client, initialEventsEnd } from "@capstan/client";
import { silentLogger } from "@capstan/process";
import { Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { cached, startInformer } from "../../test/informer-rig.ts";
import { createManager } from "../manager/manager.ts";
import { InitialSilence } from "./initial-silence.ts";

test("ten seconds after the last event the connection is ended, not ten seconds after the first", async () => {
  const clock = new FakeClock();
  const silence = new InitialSilence(clock, new AbortController().signal);
  const broken: boolean[] = [];
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    broken.push(silence.broken);
  };
  await pass(9999);
  silence.heard(1, { areNew: true });
  silence.heard(1, { areNew: true });
  await pass(9999);
  expect(silence.signal.aborted).toBe(false);
  await pass(1);
  expect(broken).toEqual([false, false, true]);
  expect(silence.signal.aborted).toBe(true);
  expect(clock.timers).toBe(0);
});

test("after the end of the list the connection may be silent", async () => {
  const clock = new FakeClock();
  const silence = new InitialSilence(clock, new AbortController().signal);
  await clock.advance(9999);
  silence.heard(1, { areNew: true });
  await clock.advance(5000);
  silence.stop();
  expect(clock.timers).toBe(0);
  await clock.advance(60_000);
  expect([silence.broken, silence.signal.aborted]).toEqual([false, false]);
});

test("fewer than a hundred events in thirty seconds are no list, as those of a busy kind on a server without WatchList", async () => {
  const clock = new FakeClock();
  const busy = new InitialSilence(clock, new AbortController().signal);
  const slow = new InitialSilence(clock, new AbortController().signal);
  const broken: (readonly [number, boolean, boolean])[] = [];
  for (let seconds = 2; seconds <= 60; seconds += 2) {
    await clock.advance(2000);
    busy.heard(1, { areNew: false });
    slow.heard(8, { areNew: false });
    broken.push([seconds, busy.broken, slow.broken]);
  }
  expect(broken.find(([, isBroken]) => isBroken)).toEqual([30, true, false]);
  expect(broken.at(-1)).toEqual([60, true, false]);
  expect([busy.signal.aborted, slow.signal.aborted]).toEqual([true, false]);
  slow.dispose();
});

test("few large objects on a slow connection are a list, for a minute", async () => {
  const clock = new FakeClock();
  const large = new InitialSilence(clock, new AbortController().signal);
  const turns = new InitialSilence(clock, new AbortController().signal);
  const broken: (readonly [number, boolean, boolean])[] = [];
  for (let seconds = 5; seconds <= 65; seconds += 5) {
    await clock.advance(5000);
    large.heard(1, { areNew: true });
    // The changes of a busy kind may begin with objects that are created.
    turns.heard(1, { areNew: seconds !== 35 });
    broken.push([seconds, large.broken, turns.broken]);
  }
  expect(broken.find(([, isBroken]) => isBroken)).toEqual([60, true, true]);
  expect(broken.find(([, , isBroken]) => isBroken)?.[0]).toBe(40);
});

test("a manager starts on a server without WatchList on which an object is created each nine seconds", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  api.put(Foo, foo("first"));
  const client: Client = {
    ...api.client,
    // It does not know the parameter: all objects as ADDED where no version is given, then changes; no bookmark ends the list.
    async *watchOnce(resource, { sendInitialEvents = false, ...options } = {}) {
      if (sendInitialEvents && options.resourceVersion === undefined)
        for (const object of (await api.client.listAll(resource)).items) yield [{ type: "ADDED", object }];
      yield* api.client.watchOnce(resource, options);
    },
  };
  const manager = createManager({ client, clock, log: silentLogger });
  const seen: string[] = [];
  manager.addController({
    name: "foo",
    for: Foo,
    minInterval: "0s",
    reconcile: async (key) => void seen.push(key.name),
  });
  const stop = new AbortController();
  const errors: unknown[] = [];
  const running = manager.run(stop.signal).catch((error: unknown) => errors.push(error));
  for (let i = 0; i < 20; i += 1) {
    await clock.advance(9000);
    api.put(Foo, foo(`n${i}`));
    await settle();
  }
  expect([errors, seen.length]).toEqual([[], 21]);
  stop.abort();
  await running;
});

test.each([
  { watchList: true, seen: 0, errors: ["operator/cache-not-synced"] },
  { watchList: false, seen: 1, errors: [] },
])(
  "a busy kind on a server that ignores sendInitialEvents is cached when the manager does not use it: watchList $watchList",
  async ({ watchList, seen, errors }) => {
    const api = new FakeApi();
    const clock = new FakeClock();
    api.put(Foo, foo("busy"));
    const client: Client = {
      ...api.client,
      watchOnce: (resource, options) => api.client.watchOnce(resource, { ...options, sendInitialEvents: false }),
    };
    const manager = createManager({ client, clock, log: silentLogger, watchList });
    const keys = new Set<string>();
    manager.addController({ name: "foo", for: Foo, reconcile: async (key) => void keys.add(key.name) });
    const stop = new AbortController();
    const failed: unknown[] = [];
    const running = manager.run(stop.signal).catch((error: { code: string }) => failed.push(error.code));
    for (let second = 0; second < 130; second += 1) {
      for (let change = 0; change < 5; change += 1) api.put(Foo, foo("busy", change));
      await clock.advance(1000);
    }
    expect([keys.size, failed]).toEqual([seen, errors]);
    stop.abort();
    await running;
  },
);

test("a change that comes together with the end of a list of half a minute sets no time limit", async () => {
  const next: (() => void)[] = [];
  const rig = await startInformer(({ client }) => {
    const watchOnce = client.watchOnce.bind(client);
    Object.assign(client, {
      async *watchOnce(...[resource, options]: Parameters<typeof watchOnce>) {
        for (const name of ["a", "b", "c", "d"]) {
          yield [{ type: "ADDED", object: versioned(name, "5") }];
          await new Promise<void>((resolve) => next.push(resolve));
        }
        const end = { metadata: { resourceVersion: "6", annotations: { [initialEventsEnd]: "true" } } };
        yield [
          { type: "MODIFIED", object: versioned("a", "6") },
          { type: "BOOKMARK", object: end },
        ];
        yield* watchOnce(resource, { ...options, resourceVersion: "6", sendInitialEvents: false });
      },
    });
  });
  const waits: number[] = [];
  const after = rig.clock.after.bind(rig.clock);
  Object.assign(rig.clock, {
    after: (...[ms, call]: Parameters<typeof after>) => {
      waits.push(ms);
      return after(ms, call);
    },
  });
  for (let i = 0; i < 4; i += 1) {
    await rig.clock.advance(9000);
    next.shift()?.();
    await settle();
  }
  expect([cached(rig), waits.includes(0)]).toEqual([["a@6", "b@5", "c@5", "d@5"], false]);
  await rig.stop();
});

function versioned(name: string, resourceVersion: string): Foo {
  const object = foo(name);
  return { ...object, metadata: { ...object.metadata, uid: name, resourceVersion } };
}

test("ten seconds of silence end it also after a change", async () => {
  const clock = new FakeClock();
  const silence = new InitialSilence(clock, new AbortController().signal);
  await clock.advance(1000);
  silence.heard(1, { areNew: false });
  await clock.advance(9999);
  expect(silence.broken).toBe(false);
  await clock.advance(1);
  expect(silence.broken).toBe(true);
});

test("a limit of the whole time ends it whatever is heard, and a list that is complete before it goes on", async () => {
  const clock = new FakeClock();
  const limited = new InitialSilence(clock, new AbortController().signal, { mostMs: 300_000 });
  const complete = new InitialSilence(clock, new AbortController().signal, { mostMs: 300_000 });
  for (let seconds = 5; seconds < 300; seconds += 5) {
    await clock.advance(5000);
    for (const silence of [limited, complete]) silence.heard(500, { areNew: false });
  }
  complete.stop();
  await clock.advance(4999);
  expect([limited.broken, complete.broken]).toEqual([false, false]);
  await clock.advance(1);
  expect([limited.broken, complete.broken]).toEqual([true, false]);
});
