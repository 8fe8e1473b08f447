// What a reconcile sees of the writes of the last one, when they are far apart, and what the report of an abandoned one causes.
import type { Client } from "@capstan/client";
import { type KubeObject, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { a, Bar, Foo, foo, start } from "../../test/controller-rig.ts";
import { settle } from "../../test/fake-clock.ts";

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

test("a write that its cache never shows does not end the wait for a later one (R1)", async () => {
  const seen: (number | undefined)[] = [];
  let release = (): void => undefined;
  const rig = await start(
    [],
    async (_key, { client, cache }, run) => {
      const object = cache.get(Foo, a);
      seen.push(object?.spec?.size);
      if (run > 1 || object === undefined) return {};
      // As of a Bar that the selector of the cache leaves out.
      rig.api.hold();
      await client.create(Bar, bar());
      await new Promise<void>((resolve) => void rig.clock.after(4900, resolve));
      release = rig.api.hold();
      await client.update(Foo, { ...object, spec: { size: 2 } });
      return { requeueAfter: "10ms" };
    },
    { reads: [Bar] },
  );
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(5500);
  const before = [...seen];
  release();
  await rig.clock.advance(1000);
  expect([before, seen]).toEqual([[1], [1, 2]]);
  expect(rig.counted.filter((one) => one.startsWith("not seen"))).toEqual(["not seen Bar"]);
  expect(rig.logged).toEqual([
    {
      message: "Cache did not see own writes in time, no longer waiting for them",
      fields: { object: "ns/a", kinds: ["Bar"] },
    },
  ]);
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

/** A Bar with the name b. */
function bar(metadata: KubeObject["metadata"] = {}): KubeObject<"example.com/v1", "Bar"> {
  return { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name: "b", ...metadata } };
}

const b = { namespace: "ns", name: "b" };

test.each([
  { name: "an object that it deleted", metadata: {}, preconditions: {}, seen: ["there", "not there"] },
  {
    name: "an object that it deleted by its uid",
    metadata: { uid: "u" },
    preconditions: { uid: "u" },
    seen: ["there", "not there"],
  },
  {
    name: "an object that it deleted and that has a finalizer",
    metadata: { finalizers: ["x"] },
    preconditions: {},
    seen: ["there", "in deletion"],
  },
])("the next run does not see $name as it was (R1)", async ({ metadata, preconditions, seen }) => {
  const found: string[] = [];
  let release = (): void => undefined;
  const rig = await start(
    [],
    async (_key, { client, cache }, run) => {
      const object = cache.get(Bar, b);
      const state = object?.metadata.deletionTimestamp === undefined ? "there" : "in deletion";
      found.push(object === undefined ? "not there" : state);
      if (run > 1) return {};
      release = rig.api.hold();
      await client.delete(Bar, b, { preconditions });
      // The server keeps what has a finalizer.
      if ("finalizers" in metadata)
        rig.api.put(Bar, bar({ ...object?.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" }));
      return { requeueAfter: "0s" };
    },
    { reads: [Bar] },
  );
  rig.api.put(Bar, bar(metadata));
  await settle();
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(1000);
  expect([found, rig.counted.filter((one) => one !== "requeue_after")]).toEqual([["there"], ["stale Bar"]]);
  release();
  await rig.clock.advance(1000);
  expect([found, rig.logged]).toEqual([seen, []]);
  await rig.stop();
});

test("the next run sees no object of a collection that the last one deleted (R1)", async () => {
  const found: number[] = [];
  let release = (): void => undefined;
  const rig = await start(
    [],
    async (_key, { client, cache }, run) => {
      found.push(cache.list(Bar).length);
      if (run > 1) return {};
      release = rig.api.hold();
      await client.deleteAllOf(Bar, { namespace: "ns", all: true });
      return { requeueAfter: "0s" };
    },
    { reads: [Bar] },
  );
  for (const name of ["b", "c", "d"]) rig.api.put(Bar, bar({ name }));
  await settle();
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(1000);
  expect([found, rig.counted.filter((one) => one !== "requeue_after")]).toEqual([[3], ["stale Bar"]]);
  release();
  await rig.clock.advance(1000);
  expect([found, rig.logged]).toEqual([[3, 0], []]);
  await rig.stop();
});

test.each([
  { name: "and it was not there before", given: undefined, byUid: false },
  { name: "by its uid", given: undefined, byUid: true },
  { name: "and the cache has another one of that name", given: bar({ uid: "older" }), byUid: false },
])(
  "the next run does not see an object that the last one created and deleted (R1): $name",
  async ({ given, byUid }) => {
    const found: string[] = [];
    const releases: (() => void)[] = [];
    const rig = await start(
      [],
      async (_key, { client, cache }, run) => {
        found.push(cache.get(Bar, b)?.metadata.uid ?? "not there");
        if (run > 1) return {};
        releases.push(rig.api.hold());
        rig.api.remove(Bar, b);
        const { metadata } = await client.create(Bar, bar());
        releases.push(rig.api.hold());
        await client.delete(Bar, b, byUid ? { preconditions: { uid: metadata.uid ?? "" } } : {});
        return { requeueAfter: "0s" };
      },
      { reads: [Bar] },
    );
    if (given !== undefined) rig.api.put(Bar, given);
    await settle();
    rig.api.put(Foo, foo("a"));
    for (const at of [0, 1]) {
      await rig.clock.advance(100);
      releases.at(at)?.();
    }
    await rig.clock.advance(1000);
    expect([found, rig.logged]).toEqual([[given?.metadata.uid ?? "not there", "not there"], []]);
    await rig.stop();
  },
);

test("the next run does not see an object without a namespace that the last one created and deleted (R1)", async () => {
  const Baz = resourceOf("example.com/v1", "Baz", { scope: "Cluster" });
  const key = { namespace: "", name: "c" };
  const found: unknown[] = [];
  const releases: (() => void)[] = [];
  const rig = await start(
    [],
    async (_key, { client, cache }, run) => {
      found.push(cache.get(Baz, key));
      if (run > 1) return {};
      releases.push(rig.api.hold());
      await client.create(Baz, { apiVersion: "example.com/v1", kind: "Baz", metadata: { name: "c" } });
      releases.push(rig.api.hold());
      await client.delete(Baz, key);
      return { requeueAfter: "0s" };
    },
    { reads: [Baz] },
  );
  rig.api.put(Foo, foo("a"));
  for (const at of [0, 1]) {
    await rig.clock.advance(100);
    releases.at(at)?.();
  }
  await rig.clock.advance(1000);
  expect([found, rig.logged]).toEqual([[undefined, undefined], []]);
  await rig.stop();
});

test("a run that follows long after a creation does not see what was deleted later (R1)", async () => {
  const found: string[] = [];
  const releases: (() => void)[] = [];
  const rig = await start(
    [],
    async (_key, { client, cache }, run) => {
      found.push(cache.get(Bar, b) === undefined ? "not there" : "there");
      if (run > 1) return {};
      releases.push(rig.api.hold());
      await client.create(Bar, bar());
      await new Promise<void>((resolve) => void rig.clock.after(3000, resolve));
      releases.push(rig.api.hold());
      for (let i = 0; i < 2; i++) await client.delete(Bar, b);
      return { requeueAfter: "0s" };
    },
    { reads: [Bar] },
  );
  rig.api.put(Foo, foo("a"));
  // The creation is seen six seconds late, the deletion four.
  await rig.clock.advance(6000);
  releases[0]?.();
  await rig.clock.advance(1000);
  expect(found).toEqual(["not there"]);
  releases[1]?.();
  await rig.clock.advance(1000);
  expect([found, rig.logged]).toEqual([["not there", "not there"], []]);
  await rig.stop();
});

test("the next run does not see an object that the last one deleted, created again and deleted (R1)", async () => {
  const found: string[] = [];
  const rig = await start(
    [],
    async (_key, { client, cache }, run) => {
      found.push(cache.get(Bar, b) === undefined ? "not there" : "there");
      if (run > 1) return {};
      const release = rig.api.hold();
      rig.api.put(Bar, bar());
      await client.get(Bar, b);
      await client.delete(Bar, b);
      await client.create(Bar, bar());
      await client.delete(Bar, b);
      rig.clock.after(100, release);
      return { requeueAfter: "0s" };
    },
    { reads: [Bar] },
  );
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(2000);
  expect([found, rig.logged]).toEqual([["not there", "not there"], []]);
  await rig.stop();
});

const reads = {
  get: (client: Client) => client.get(Bar, b),
  find: (client: Client) => client.find(Bar, b),
  list: (client: Client) => client.list(Bar, { namespace: "ns" }),
  listAll: (client: Client) => client.listAll(Bar, { namespace: "ns" }),
};

test.each(["get", "find", "list", "listAll"] as const)(
  "the next run does not see an object of others that the last one read with %s and deleted, before the cache had it (R1)",
  async (read) => {
    const found: string[] = [];
    const releases: (() => void)[] = [];
    const rig = await start(
      [],
      async (_key, { client, cache }, run) => {
        found.push(cache.get(Bar, b) === undefined ? "not there" : "there");
        if (run > 1) return {};
        releases.push(rig.api.hold());
        rig.api.put(Bar, bar());
        releases.push(rig.api.hold());
        await reads[read](client);
        await client.delete(Bar, b);
        return { requeueAfter: "0s" };
      },
      { reads: [Bar] },
    );
    rig.api.put(Foo, foo("a"));
    for (const at of [0, 1]) {
      await rig.clock.advance(100);
      releases.at(at)?.();
      expect(found).toEqual(["not there"]);
    }
    await rig.clock.advance(1000);
    expect([found, rig.logged]).toEqual([["not there", "not there"], []]);
    await rig.stop();
  },
);

test.each(["get", "listAll"] as const)(
  "the next run does not see what the last one created and deleted, after it had read with %s another object of the name (R2)",
  async (read) => {
    const seen: (string | undefined)[] = [];
    const releases: (() => void)[] = [];
    const rig = await start(
      [],
      async (_key, { client, cache }, run) => {
        seen.push(cache.get(Bar, b)?.metadata.uid);
        if (run > 1) return {};
        releases.push(rig.api.hold());
        rig.api.put(Bar, bar());
        await reads[read](client);
        rig.api.remove(Bar, b);
        await client.create(Bar, bar());
        releases.push(rig.api.hold());
        await client.delete(Bar, b);
        return { requeueAfter: "10ms" };
      },
      { reads: [Bar] },
    );
    rig.api.put(Foo, foo("a"));
    await rig.clock.advance(5);
    for (const release of releases) {
      expect(seen).toEqual([undefined]);
      release();
      await rig.clock.advance(1000);
    }
    expect(seen).toEqual([undefined, undefined]);
    await rig.stop();
  },
);

test.each([
  { name: "that the cache does not have", given: undefined, options: {} },
  { name: "in a dry run", given: bar(), options: { dryRun: true } },
  { name: "that has been created again since", given: bar(), options: { preconditions: { uid: "another" } } },
  { name: "that is in deletion", given: bar({ deletionTimestamp: "2026-01-01T00:00:00Z" }), options: {} },
])("no run waits after a deletion of an object $name", async ({ given, options }) => {
  const rig = await start(
    [],
    async (_key, { client }, run) => {
      if (run > 1) return {};
      rig.api.hold();
      await client.delete(Bar, b, options);
      return { requeueAfter: "0s" };
    },
    { reads: [Bar] },
  );
  if (given !== undefined) rig.api.put(Bar, given);
  await settle();
  rig.api.put(Foo, foo("a"));
  await rig.clock.advance(100);
  expect(rig.runs).toEqual(["0 a", "0 a"]);
  await rig.stop();
});

test("a write to an object in its grace period is seen with its version (R1)", async () => {
  const rig = await start([], async (_key, { client }, run) => {
    if (run > 2) return {};
    await client.patch(Foo, a, { type: "merge", body: { spec: { size: run + 1 } } });
    return { requeueAfter: "0s" };
  });
  const metadata = {
    namespace: "ns",
    name: "a",
    deletionTimestamp: "2026-01-01T00:00:30Z",
    deletionGracePeriodSeconds: 30,
  };
  rig.api.put(Foo, { ...foo("a"), metadata });
  await rig.clock.advance(100);
  expect([rig.runs, rig.logged]).toEqual([["0 a", "0 a", "0 a"], []]);
  await rig.stop();
});
