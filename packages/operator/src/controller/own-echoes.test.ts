// Own writes and the events that they cause: what wakes a key, and what does not.
import type { PatchOf } from "@capstan/client";
import { type Resource, resourceOf } from "@capstan/kube";
import { expect, test, vi } from "vitest";
import { a, Bar, Foo, foo, start } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import { heapGrowthOf } from "../../test/heap-growth.ts";
import type { ReconcileContext } from "./controller-options.ts";
import { KeyMap } from "../queue/key-map.ts";
import { OwnEchoes } from "./own-echoes.ts";

/** Writes something else each time, as a condition with the id of a request does. */
async function note({ client }: ReconcileContext, run: number): Promise<void> {
  await client.patch(Foo, a, { type: "merge", body: { metadata: { annotations: { request: `${run}` } } } });
}

test("what a reconcile writes into its object does not cut a backoff short", async () => {
  const rig = await start([foo("a")], async (_key, context, run) => {
    await note(context, run);
    throw new Error("the cloud says no");
  });
  await rig.clock.advance(400);
  expect(rig.runs.map((run) => Number.parseInt(run, 10))).toEqual([0, 5, 15, 35, 75, 155, 315]);
  await rig.stop();
});

test("nor a requeueAfter, whether its event comes before or after the reconcile has ended", async () => {
  const rig = await start([], async (_key, context, run) => {
    const release = run % 2 === 0 ? rig.api.hold() : undefined;
    await note(context, run);
    if (release !== undefined) setTimeout(release, 1);
    return { requeueAfter: "30s" };
  });
  rig.api.put(Foo, foo("a"));
  for (let i = 0; i < 4; i++) {
    await rig.clock.advance(30_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(rig.runs).toEqual(["0 a", "30000 a", "60000 a", "90000 a", "120000 a"]);
  await rig.stop();
});

test("a change of somebody else wakes the key, before and after an own write", async () => {
  const rig = await start([], async (_key, context, run) => {
    if (run === 1) rig.api.put(Foo, foo("a", 2));
    await note(context, run);
    if (run === 2) rig.api.put(Foo, foo("a", 3));
  });
  rig.api.put(Foo, foo("a"));
  await settle();
  expect(rig.runs).toEqual(["0 a", "0 a", "0 a"]);
  rig.api.put(Foo, foo("a", 4));
  await settle();
  expect(rig.runs).toHaveLength(4);
  await rig.stop();
});

test("a change of somebody else wakes the key though the reconcile writes what is there already", async () => {
  const rig = await start([], async (_key, context, run) => {
    if (run === 1) rig.api.put(Foo, { ...foo("a"), metadata: { ...foo("a").metadata, annotations: { request: "1" } } });
    await settle();
    await note(context, 1);
  });
  rig.api.put(Foo, foo("a"));
  await settle();
  await settle();
  expect(rig.runs).toEqual(["0 a", "0 a"]);
  await rig.stop();
});

test("a change of somebody else that only a new list shows, behind an own write, wakes the key", async () => {
  const seen: (number | undefined)[] = [];
  const rig = await start([foo("b")], async ({ name }, context) => {
    if (name !== "a") return {};
    seen.push(context.cache.get(Foo, a)?.spec?.size);
    if (seen.length > 1) return {};
    // Neither event is sent: the watch has ended.
    rig.api.endWatches(refusal(410, "Expired"));
    const release = rig.api.hold();
    const live = rig.api.put(Foo, foo("a", 2), { quiet: true });
    // It demands the version, so nobody else can have made the next one.
    await context.client.update(Foo, { ...live, metadata: { ...live.metadata, annotations: { request: "1" } } });
    release();
    return { requeueAfter: "1h" };
  });
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(10_000);
  expect(seen).toEqual([1, 2]);
  await rig.stop();
});

test.each([
  { how: "the write has the answer of that change, and its event comes later", late: true },
  { how: "its event comes before the end of the reconcile", late: false },
])("a change of somebody else during a write that changes nothing wakes the key: $how", async ({ late }) => {
  const seen: (number | undefined)[] = [];
  const rig = await start([], async (_key, { cache, client }) => {
    seen.push(cache.get(Foo, a)?.spec?.size);
    if (seen.length > 1) return {};
    const release = rig.api.hold();
    rig.api.put(Foo, foo("a", 2));
    await client.patch(Foo, a, { type: "merge", body: { metadata: { labels: null } } });
    if (late) setTimeout(release, 1);
    else release();
    await settle();
    return {};
  });
  rig.api.put(Foo, foo("a", 1));
  await settle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await rig.clock.advance(60_000);
  expect(seen).toEqual([1, 2]);
  await rig.stop();
});

test("a change of the status by somebody else wakes the key though the reconcile applies a status that is there already", async () => {
  interface Noted extends Foo {
    status?: { mine?: number; theirs?: number };
  }
  const Noted: Resource<Noted> = resourceOf("example.com/v1", "Foo");
  const seen: Noted["status"][] = [];
  const rig = await start([], async (_key, { cache, client }) => {
    const { status } = cache.get(Noted, a) ?? {};
    seen.push(status);
    if (seen.length > 1) return {};
    const release = rig.api.hold();
    rig.api.put(Noted, { ...foo("a"), status: { mine: 1, theirs: 7 } });
    const { apiVersion, kind, metadata } = foo("a");
    const own = { apiVersion, kind, metadata, status: { mine: 1 } };
    await client.apply(Noted, own, { fieldManager: "me", subresource: "status" });
    setTimeout(release, 1);
    return { requeueAfter: "1h" };
  });
  rig.api.put(Noted, { ...foo("a"), status: { mine: 1 } });
  await settle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await rig.clock.advance(60_000);
  expect(seen).toEqual([{ mine: 1 }, { mine: 1, theirs: 7 }]);
  await rig.stop();
});

test("what it writes into another object is that object's change", async () => {
  const rig = await start(
    [foo("a")],
    async (_key, { client }, run) => {
      if (run > 2) return;
      await client.create(Bar, {
        apiVersion: "example.com/v1",
        kind: "Bar",
        metadata: { namespace: "ns", name: `bar-${run}` },
      });
    },
    { watches: [{ resource: Bar, map: () => [a] }] },
  );
  await settle();
  expect(rig.runs).toHaveLength(3);
  await rig.stop();
});

test("what the report of an abandoned reconcile writes late is seen by the next one", async () => {
  const gate = Promise.withResolvers<void>();
  const [slow, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const write = (ready: string): PatchOf<Foo> => ({ type: "merge", body: { metadata: { annotations: { ready } } } });
  const rig = await start(
    [foo("a")],
    async (_key, { client, cache }, run) => {
      if (run === 1) return gate.promise;
      const ready = cache.get(Foo, a)?.metadata.annotations?.["ready"];
      if (run === 2) await second.promise;
      if (ready === "False") await client.patch(Foo, a, write("True"));
    },
    {
      timeout: "5s",
      abandoned: async (_key, { client }) => {
        await slow.promise;
        await client.patch(Foo, a, write("False"));
      },
    },
  );
  await rig.clock.advance(10_000);
  gate.resolve();
  await rig.clock.advance(1000);
  slow.resolve();
  await settle();
  second.resolve();
  await rig.clock.advance(60_000);
  expect(rig.api.objects.get("Foo ns/a")?.metadata.annotations).toEqual({ ready: "True" });
  await rig.stop();
});

/** A Foo with a label that the reconciles below write again. */
const labeled: Foo = { ...foo("a"), metadata: { ...foo("a").metadata, labels: { app: "x" } } };
const { apiVersion, kind, metadata } = labeled;
const annotated = (request: string): PatchOf<Foo> => ({
  type: "merge",
  body: { metadata: { annotations: { request } } },
});

test.each<{ how: string; writes: (context: ReconcileContext, run: number) => Promise<unknown> }>([
  {
    how: "a write that changes nothing follows",
    async writes({ client }, run) {
      await client.patch(Foo, a, annotated(`${run}`));
      await client.patch(Foo, a, { type: "merge", body: { metadata: { labels: { app: "x" } } } });
    },
  },
  {
    how: "an apply that changes nothing follows a write that demands the version",
    async writes({ cache, client }, run) {
      const { resourceVersion } = cache.get(Foo, a)?.metadata ?? {};
      await client.patch(Foo, a, {
        type: "merge",
        body: { metadata: { resourceVersion, annotations: { request: `${run}` } } },
      });
      await client.apply(Foo, { apiVersion, kind, metadata }, { fieldManager: "me" });
    },
  },
  {
    how: "the author goes on with what was sent",
    async writes({ client }, run) {
      const annotations: Record<string, string> = { request: `${run}` };
      await client.patch(Foo, a, { type: "merge", body: { metadata: { annotations } } });
      annotations["request"] = "more";
    },
  },
  {
    how: "it is a list of operations",
    writes: ({ client }, run) =>
      client.patch(Foo, a, { type: "json", body: [{ op: "add", path: "/metadata/labels/run", value: `${run}` }] }),
  },
])("an own write wakes nobody when $how", async ({ writes }) => {
  const rig = await start([], async (_key, context, run) => {
    const release = rig.api.hold();
    await writes(context, run);
    release();
    return { requeueAfter: "30s" };
  });
  rig.api.put(Foo, labeled);
  await rig.clock.advance(20_000);
  expect(rig.runs).toEqual(["0 a"]);
  await rig.stop();
});

test("a change of somebody else wakes the key, though the cache does not have what was changed", async () => {
  const seen: (number | undefined)[] = [];
  const rig = await start(
    [],
    async (_key, { client }) => {
      seen.push((await client.get(Foo, a)).spec?.size);
      if (seen.length > 1) return;
      const release = rig.api.hold();
      rig.api.put(Foo, { ...labeled, spec: { size: 2 } });
      await client.patch(Foo, a, { type: "merge", body: { metadata: { labels: { app: "x" } } } });
      release();
    },
    { transform: (object) => ({ ...object, spec: {} }) },
  );
  rig.api.put(Foo, labeled);
  await rig.clock.advance(20_000);
  expect(seen).toEqual([1, 2]);
  await rig.stop();
});

test("also when the reconcile applies what is there already", async () => {
  const seen: (number | undefined)[] = [];
  const of = (size: number, generation: number): Foo => ({
    ...labeled,
    metadata: { ...metadata, generation },
    spec: { size },
  });
  const rig = await start(
    [],
    async (_key, { client }) => {
      seen.push((await client.get(Foo, a)).spec?.size);
      if (seen.length > 1) return {};
      const release = rig.api.hold();
      rig.api.put(Foo, of(2, 2));
      await client.apply(Foo, { apiVersion, kind, metadata, spec: { size: 2 } }, { fieldManager: "me" });
      release();
      return { requeueAfter: "1h" };
    },
    { transform: (object) => ({ ...object, spec: {} }) },
  );
  rig.api.put(Foo, of(1, 1));
  await rig.clock.advance(20_000);
  expect(seen).toEqual([1, 2]);
  await rig.stop();
});

test("nothing is kept of an own write whose event the predicate drops", async () => {
  const filled = vi.spyOn(KeyMap.prototype, "set");
  const rig = await start(
    [],
    async (_key, context, run) => {
      const release = rig.api.hold();
      await note(context, run);
      setTimeout(release, 1);
    },
    { predicate: ({ type }) => type !== "update" },
  );
  rig.api.put(Foo, foo("a"));
  await settle();
  await new Promise((resolve) => setTimeout(resolve, 10));
  await settle();
  const maps = new Set<unknown>(filled.mock.contexts);
  filled.mockRestore();
  const kept = [...maps].flatMap((map) => (map instanceof KeyMap ? [...map.values()] : []));
  expect([
    rig.runs.length,
    kept.filter((value) => typeof value === "object" && value !== null && "answered" in value),
  ]).toEqual([1, []]);
  await rig.stop();
});

test("a write is not the cause of an event that came before it began", () => {
  const echoes = new OwnEchoes(() => true);
  const [old, object] = [foo("a"), { ...foo("a"), metadata: { ...a, resourceVersion: "2", labels: { app: "x" } } }];
  const write = { sent: { type: "merge", body: { metadata: { labels: { app: "x" } } } } } as const;
  echoes.begin(a);
  const slow = echoes.writes(a, {});
  echoes.holds(a, { old, object, priority: 0 });
  echoes.writes(a, write)(object);
  slow(undefined);
  expect(echoes.end(a, () => true)).toBe(0);
});

test("a change that cannot be compared is one of somebody else", async () => {
  const rig = await start([], async (_key, { client }, run) => {
    if (run > 1) return;
    const release = rig.api.hold();
    rig.api.put(Foo, foo("a", 2));
    // The state before does not pass the test.
    await client.patch(Foo, a, { type: "json", body: [{ op: "test", path: "/spec/size", value: 2 }] });
    release();
  });
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(20_000);
  expect(rig.runs).toHaveLength(2);
  await rig.stop();
});

test("changes of others during a long reconcile take no memory", async () => {
  const gate = Promise.withResolvers<void>();
  const rig = await start([], (_key, _context, run) => (run === 1 ? gate.promise : Promise.resolve()), {
    timeout: "1h",
  });
  const put = async (size: number): Promise<void> => {
    const lines = Array.from({ length: 1000 }, (_, line) => `${size} ${line} ${"x".repeat(20)}`);
    rig.api.put(Foo, { ...foo("a", size), metadata: { ...foo("a").metadata, annotations: { lines: lines.join() } } });
    await settle();
  };
  await put(0);
  const grown = await heapGrowthOf(async () => {
    for (let size = 1; size <= 300; size += 1) await put(size);
  });
  expect(grown).toBeLessThan(3_000_000);
  gate.resolve();
  await settle();
  expect(rig.runs).toHaveLength(2);
  await rig.stop();
});
