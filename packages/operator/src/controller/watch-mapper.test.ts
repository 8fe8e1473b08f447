// Functions `map` that return promises: how many run, in which order, and what happens to those that fail.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { a, Bar, Foo, foo, type Rig, start } from "../../test/controller-rig.ts";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { longestTurn, turnLimitMs } from "../../test/event-loop.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { InformerSet } from "../cache/informer-set.ts";
import { noMetrics } from "../metrics/metrics.ts";
import type { ControllerOptions, ControllerWatch, MapContext } from "./controller-options.ts";
import { WatchMapper } from "./watch-mapper.ts";

type Bar = KubeObject<"example.com/v1", "Bar">;

const bar = (name: string, to: string = name): Bar => ({
  apiVersion: "example.com/v1",
  kind: "Bar",
  metadata: { namespace: "ns", name, labels: { to } },
});
const target = (object: KubeObject): ObjectKey => ({ namespace: "ns", name: object.metadata.labels?.["to"] ?? "" });
const woken = ({ runs }: Rig): string[] => runs.map((run) => run.split(" ")[1] ?? "");

async function mapped(
  map: NonNullable<ControllerWatch["map"]>,
  options: Partial<ControllerOptions<Foo>> = {},
): Promise<Rig> {
  return start([], async () => undefined, { watches: [{ resource: Bar, map }], ...options });
}

test("keys come from a promise, of the old and of the new state", async () => {
  const rig = await mapped(async (object) => [target(object)]);
  rig.api.put(Bar, bar("b", "x"));
  await settle();
  rig.api.put(Bar, bar("b", "y"));
  await settle();
  expect(woken(rig)).toEqual(["x", "x", "y"]);
  await rig.stop();
});

test("a call reads the filled caches, and the API server with a signal", async () => {
  const sizes: (number | undefined)[] = [];
  const map = async (_: KubeObject, { cache, client, signal, log }: MapContext): Promise<ObjectKey[]> => {
    const { spec } = await client.get(Foo, a);
    log.info("mapping", { aborted: signal.aborted });
    // The first call only shows that the function is asynchronous.
    if (!signal.aborted) sizes.push(cache.get(Foo, a)?.spec?.size, spec?.size);
    return [a];
  };
  const rig = await start([foo("a", 7)], async () => undefined, { watches: [{ resource: Bar, map }] });
  rig.runs.length = 0;
  rig.api.put(Bar, bar("b"));
  await settle();
  expect([sizes, woken(rig), rig.logged]).toEqual([
    [7, 7],
    ["a"],
    [
      { message: "mapping", fields: { aborted: true } },
      { message: "mapping", fields: { aborted: false } },
    ],
  ]);
  await rig.stop();
});

test("at most ten calls run at once, one for each object, and the events of one object are merged", async () => {
  const calls: string[] = [];
  const gates: (() => void)[] = [];
  let now = 0;
  let most = 0;
  const rig = await mapped(async (object) => {
    calls.push(`${object.metadata.name} ${target(object).name}`);
    most = Math.max(most, ++now);
    await new Promise<void>((resolve) => gates.push(resolve));
    now -= 1;
    return [target(object)];
  });
  const end = async (): Promise<void> => {
    await settle();
    while (gates.length > 0) {
      gates.shift()?.();
      await settle();
    }
  };
  rig.api.put(Bar, bar("probe"));
  await end();
  calls.length = most = now = 0;
  for (let i = 0; i < 25; i += 1) rig.api.put(Bar, bar(`b${i}`));
  await settle();
  expect([most, calls.length]).toEqual([10, 10]);
  for (const to of ["x", "y"]) rig.api.put(Bar, bar("b0", to));
  await settle();
  expect(calls).toHaveLength(10);
  await end();
  expect(most).toBe(10);
  expect(calls.filter((call) => call.startsWith("b0 "))).toEqual(["b0 b0", "b0 x", "b0 y"]);
  expect(calls).toHaveLength(27);
  expect(new Set(woken(rig))).toEqual(new Set(["probe", "x", "y", ...Array.from({ length: 25 }, (_, i) => `b${i}`)]));
  await rig.stop();
});

test("of an object that changes a thousand times during a call, the oldest and the newest states are mapped", async () => {
  const gate = Promise.withResolvers<void>();
  const calls: string[] = [];
  const rig = await mapped(async (object) => {
    calls.push(target(object).name);
    await gate.promise;
    return [target(object)];
  });
  for (let i = 0; i < 1000; i += 1) rig.api.put(Bar, bar("b", `t${i}`));
  await settle();
  gate.resolve();
  await settle();
  const seen = new Set(calls);
  expect([seen.has("t0"), seen.has("t999"), seen.size < 40]).toEqual([true, true, true]);
  expect(woken(rig)).toContain("t999");
  await rig.stop();
});

const failures: readonly { name: string; map: () => never | Promise<readonly ObjectKey[]>; logged: string }[] = [
  { name: "rejects", map: () => Promise.reject(refusal(500, "Broken")), logged: "cannot do: Broken" },
  {
    name: "throws",
    map: () => {
      throw new TypeError("boom");
    },
    logged: "boom",
  },
  {
    name: "returns no list",
    // An author without a compiler.
    map: () => Promise.resolve(undefined as unknown as ObjectKey[]),
    logged: 'the map of Bar in the controller "foo" gave undefined, not keys of objects',
  },
  {
    name: "returns what is not a key",
    // The same.
    map: () => Promise.resolve(["a"] as unknown as ObjectKey[]),
    logged: 'the map of Bar in the controller "foo" gave a string, not keys of objects',
  },
  {
    name: "returns at once what is not a key",
    map: () => JSON.parse('[{ "name": "x" }]'),
    logged: 'the map of Bar in the controller "foo" gave an object with the fields name, not keys of objects',
  },
];

for (const { name, map, logged } of failures) {
  test(`a map that ${name} is logged, counted and repeated, at most ten times until the object changes`, async () => {
    let broken = true;
    const rig = await mapped((object) => (broken ? map() : [target(object)]));
    rig.api.put(Bar, bar("b", "x"));
    await rig.clock.advance(600_000);
    expect(rig.counted).toEqual(Array.from({ length: 10 }, () => "map of Bar"));
    expect(rig.logged.map(({ message, fields }) => [message, fields["failures"], fields["object"]])).toEqual([
      ...Array.from({ length: 9 }, (_, i) => ["Map failed", i + 1, "ns/b"]),
      ["Map failed, not repeated until the object changes", 10, "ns/b"],
    ]);
    expect(String(rig.logged[0]?.fields["error"]).split("\n")[0]).toBe(logged);
    expect(rig.logged.slice(0, 3).map(({ fields }) => fields["retryMs"])).toEqual([800, 1600, 3200]);
    expect(rig.clock.timers).toBe(0);
    broken = false;
    rig.api.put(Bar, bar("b", "y"));
    await settle();
    // The state whose calls have failed is the old one of this change.
    expect(woken(rig).toSorted()).toEqual(["x", "y"]);
    await rig.stop();
  });
}

test("a change of the object ends the wait of a failed call", async () => {
  let broken = true;
  let calls = 0;
  const rig = await mapped(async (object) => {
    calls += 1;
    if (broken) throw new Error("boom");
    return [target(object)];
  });
  rig.api.put(Bar, bar("b", "x"));
  await settle();
  expect([rig.counted, rig.clock.timers]).toEqual([["map of Bar"], 1]);
  broken = false;
  rig.api.put(Bar, bar("b", "y"));
  await settle();
  expect(woken(rig)).toEqual(["x", "y"]);
  const after = calls;
  await rig.clock.advance(60_000);
  expect(calls).toBe(after);
  await rig.stop();
});

test("a call that never returns keeps neither other objects nor other watches waiting, and is over after 30 s", async () => {
  const reasons: string[] = [];
  const rig = await mapped(() => [], {
    watches: [
      {
        resource: Bar,
        map: async (object, { signal }) => {
          if (!object.metadata.name?.startsWith("stuck")) return [target(object)];
          signal.addEventListener("abort", () => reasons.push(String((signal.reason as Error).message)));
          return new Promise(() => undefined);
        },
      },
      { resource: Foo, map: ({ metadata }) => [{ namespace: "ns", name: `${metadata.name}-other` }] },
    ],
  });
  rig.api.put(Bar, bar("probe"));
  await settle();
  for (let i = 0; i < 12; i += 1) rig.api.put(Bar, bar(`stuck-${i}`));
  rig.api.put(Bar, bar("b", "x"));
  rig.api.put(Foo, foo("f"));
  await settle();
  expect(woken(rig).toSorted()).toEqual(["f", "f-other", "probe"]);
  await rig.clock.advance(30_000);
  expect(woken(rig)).toContain("x");
  expect(new Set(reasons)).toEqual(new Set(["the map of a Bar did not end within 30 s"]));
  await rig.stop();
  expect(rig.clock.timers).toBe(0);
});

test("the stop aborts the calls, and what they return later queues nothing", async () => {
  const gate = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const rig = await mapped(async (object, context) => {
    signal = context.signal;
    await gate.promise;
    return [target(object)];
  });
  rig.api.put(Bar, bar("b"));
  await settle();
  expect(signal?.aborted).toBe(false);
  await rig.stop();
  expect([signal?.aborted, rig.clock.timers]).toEqual([true, 0]);
  gate.resolve();
  await settle();
  expect([rig.runs, rig.logged]).toEqual([[], []]);
});

test("keys wait for the calls of further states for a second, and no longer", async () => {
  const gate = Promise.withResolvers<void>();
  const rig = await mapped(async (object) => {
    if (target(object).name === "slow") await gate.promise;
    return [target(object)];
  });
  rig.api.put(Bar, bar("b", "x"));
  await settle();
  rig.runs.length = 0;
  rig.api.put(Bar, bar("b", "y"));
  rig.api.put(Bar, bar("b", "slow"));
  await rig.clock.advance(999);
  expect(woken(rig)).toEqual([]);
  await rig.clock.advance(1);
  expect(woken(rig)).toEqual(["x", "y"]);
  gate.resolve();
  await settle();
  expect(woken(rig)).toEqual(["x", "y", "slow"]);
  await rig.stop();
  expect(rig.clock.timers).toBe(0);
});

test("objects that change after the stop are not mapped", () => {
  const clock = new FakeClock();
  const { client } = new FakeApi();
  const cache = new InformerSet({ client, clock, log: () => silentLogger });
  const queue = { addAll: () => undefined, add: () => undefined };
  const deps = { controller: "foo", client, cache, clock, log: silentLogger, metrics: noMetrics, ...queue };
  let calls = 0;
  const map = (): never => {
    calls += 1;
    throw new Error("no map");
  };
  const mapper = new WatchMapper({ resource: Bar, map }, deps);
  const stop = new AbortController();
  mapper.start(stop.signal);
  mapper.changed([bar("a")], 0);
  stop.abort();
  mapper.changed([bar("b")], 0);
  expect([calls, clock.timers, mapper.size]).toEqual([1, 0, 0]);
});

test("objects that come while the caches fill are mapped when they are filled", async () => {
  const calls: boolean[] = [];
  const added: ObjectKey[] = [];
  const map = async (object: KubeObject, { signal }: MapContext): Promise<readonly ObjectKey[]> => {
    calls.push(signal.aborted);
    return [target(object)];
  };
  const mapper = new WatchMapper(
    { resource: Bar, map },
    {
      controller: "foo",
      client: new FakeApi().client,
      cache: new InformerSet({ client: new FakeApi().client, clock: new FakeClock(), log: () => silentLogger }),
      clock: new FakeClock(),
      log: silentLogger,
      metrics: noMetrics,
      addAll: () => undefined,
      add: (key) => void added.push(key),
    },
  );
  for (const name of ["x", "y"]) mapper.changed([bar(name)], 0);
  await settle();
  expect([calls.length, mapper.size, added]).toEqual([1, 2, []]);
  mapper.start(new AbortController().signal);
  await settle();
  expect([calls.length, mapper.size, added.map(({ name }) => name)]).toEqual([3, 0, ["x", "y"]]);
});

test("an object that stops naming a key while its keys are queued has that key queued again", async () => {
  const others = Array.from({ length: 3000 }, (_, i) => ({ namespace: "ns", name: `k${i}` }));
  const seen: string[] = [];
  const api: { put: () => void } = { put: () => undefined };
  const reconcile: Parameters<typeof start>[1] = async (key, { cache }) => {
    if (key.name !== "a") return;
    seen.push(target(cache.list(Bar)[0] ?? bar("b")).name);
    if (seen.length === 1) api.put();
  };
  const map = async (object: KubeObject): Promise<ObjectKey[]> => (target(object).name === "a" ? [a, ...others] : []);
  const rig = await start([], reconcile, { reads: [Bar], watches: [{ resource: Bar, map }] });
  api.put = () => void rig.api.put(Bar, bar("b", "nobody"));
  rig.api.put(Bar, bar("b", "a"));
  await rig.clock.advance(5000);
  // How many turns the queueing of the keys takes depends on the machine.
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["a", "nobody"]);
  await rig.stop();
});

test("thousands of calls and keys leave turns of the event loop to others", async () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => ({ namespace: "ns", name: `k${i}` }));
  const rig = await mapped(async ({ metadata }) => (metadata.name === "all" ? keys : []), { concurrency: 1 });
  const longest = await longestTurn(async () => {
    for (let i = 0; i < 500; i += 1) rig.api.put(Bar, bar(`b${i}`));
    rig.api.put(Bar, bar("all"));
    await expect.poll(() => rig.runs.length, { timeout: 20_000 }).toBe(keys.length);
  });
  expect(longest).toBeLessThan(turnLimitMs);
  await rig.stop();
});
