// What reconciles read of a kind that is cached twice, whole and as metadata, and of one that is added while they run.
import type { Client, WatchOptions } from "@capstan/client";
import type { Resource } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { Bar, Foo, foo } from "../../test/manager-rig.ts";
import { createManager } from "../manager/manager.ts";
import type { Manager } from "../manager/manager-options.ts";
import { metadataOf } from "./metadata-of.ts";

const stateOf = (version: string): ReturnType<typeof foo> => ({
  ...foo("a"),
  metadata: { ...foo("a").metadata, labels: { version } },
});

/** A manager whose watches that `holds` names wait while they are held. */
function rig(holds: (resource: Resource, options: WatchOptions) => boolean) {
  const api = new FakeApi();
  const clock = new FakeClock();
  let gate: Promise<void> = Promise.resolve();
  const held = { release: (): void => undefined };
  const client: Client = {
    ...api.client,
    async *watchOnce(resource, options = {}) {
      for await (const events of api.client.watchOnce(resource, options)) {
        if (holds(resource, options)) await gate;
        yield events;
      }
    },
  };
  const manager = createManager({ client, clock, log: silentLogger });
  const stop = new AbortController();
  return {
    api,
    clock,
    manager,
    hold: () => void (gate = new Promise((resolve) => (held.release = resolve))),
    release: () => held.release(),
    start: async () => {
      const running = manager.run(stop.signal);
      await settle();
      return async (): Promise<void> => {
        stop.abort();
        await running;
      };
    },
  };
}

/** Adds a controller of metadata, and returns what it has seen. */
function seenBy(manager: Manager): string[] {
  const seen: string[] = [];
  const Metadata = metadataOf(Foo);
  manager.addController({
    name: "meta",
    for: Metadata,
    minInterval: "0s",
    reconcile: async (key, { cache }) =>
      void seen.push(cache.get(Metadata, key)?.metadata.labels?.["version"] ?? "none"),
  });
  return seen;
}

const isWhole = (_: Resource, { metadataOnly = false }: WatchOptions): boolean => !metadataOnly;

test("a change of metadata is seen by the reconcile that it causes, however late the whole objects come", async () => {
  const { api, clock, manager, hold, release, start } = rig(isWhole);
  api.put(Foo, stateOf("1"));
  const seen = seenBy(manager);
  manager.addController({ name: "whole", for: Foo, reconcile: async () => undefined });
  const stop = await start();
  await expect.poll(() => seen).toEqual(["1"]);
  hold();
  api.put(Foo, stateOf("2"));
  await clock.advance(1000);
  expect(seen).toEqual(["1", "2"]);
  release();
  await stop();
});

test("a controller of whole objects that is added later hides no object from one of metadata", async () => {
  const { api, clock, manager, hold, release, start } = rig(isWhole);
  api.put(Foo, stateOf("1"));
  const seen = seenBy(manager);
  const stop = await start();
  await expect.poll(() => seen).toEqual(["1"]);
  hold();
  manager.addController({ name: "whole", for: Foo, reconcile: async () => undefined });
  await clock.advance(1000);
  api.put(Foo, stateOf("2"));
  await clock.advance(1000);
  expect(seen).toEqual(["1", "2"]);
  release();
  await stop();
});

test("a kind that is added later is not cached before it is listed, and no read of it is empty", async () => {
  const { api, clock, manager, hold, release, start } = rig(({ kind }) => kind === "Bar");
  const key = { namespace: "ns", name: "b" };
  api.put(Foo, stateOf("1"));
  api.put(Bar, { apiVersion: "example.com/v1", kind: "Bar", metadata: key });
  const found: unknown[] = [];
  manager.addController({
    name: "foo",
    for: Foo,
    minInterval: "0s",
    reconcile: async (_, { cache }) => {
      const read = (): unknown => cache.get(Bar, key)?.metadata.name;
      found.push([
        cache.has(Bar, "ns"),
        await Promise.resolve()
          .then(read)
          .catch(({ code }: { code: string }) => code),
      ]);
    },
  });
  const stop = await start();
  hold();
  manager.addWatch("foo", { resource: Bar, map: () => [] });
  await settle();
  api.put(Foo, stateOf("2"));
  await clock.advance(1000);
  release();
  await settle();
  api.put(Foo, stateOf("3"));
  await clock.advance(1000);
  expect(found).toEqual([
    [false, "operator/not-cached"],
    [false, "operator/not-listed"],
    [true, "b"],
  ]);
  await stop();
});
