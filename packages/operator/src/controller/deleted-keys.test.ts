// What a controller keeps of keys whose objects were deleted: nothing.
import type { KubeObject } from "@capstan/kube";
import { expect, test, vi } from "vitest";
import { Bar, Foo, foo, start } from "../../test/controller-rig.ts";
import { settle } from "../../test/fake-clock.ts";
import { KeyMap } from "../queue/key-map.ts";
import { TerminalError } from "./reconcile-errors.ts";

function bar(name: string): KubeObject<"example.com/v1", "Bar"> {
  return { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name } };
}

test.each([
  { how: "returned", end: (): void => undefined },
  {
    how: "failed for good",
    end: (): void => {
      throw new TerminalError("there is nothing to do");
    },
  },
])("nothing is kept of an object whose last reconcile deleted what belonged to it and $how", async ({ end }) => {
  const filled = vi.spyOn(KeyMap.prototype, "set");
  const rig = await start(
    [],
    async (key, { client, cache }) => {
      if (cache.get(Foo, key) !== undefined) return;
      for (const name of [key.name, `${key.name}-2`]) await client.delete(Bar, { namespace: "ns", name });
      end();
    },
    { reads: [Bar] },
  );
  for (const name of ["a", "b", "c"]) {
    for (const one of [name, `${name}-2`]) rig.api.put(Bar, bar(one));
    rig.api.put(Foo, foo(name));
    await settle();
    rig.api.remove(Foo, { namespace: "ns", name });
    await settle();
  }
  await rig.clock.advance(60_000);
  const maps = new Set<unknown>(filled.mock.contexts);
  filled.mockRestore();
  const sizes = [...maps].map((map) => (map instanceof KeyMap ? map.size : undefined));
  expect([rig.api.objects.size, sizes.filter((size) => size !== 0)]).toEqual([0, []]);
  expect(rig.runs).toHaveLength(6);
  await rig.stop();
});

test("nothing is kept of an object whose deletion its predicate drops", async () => {
  const filled = vi.spyOn(KeyMap.prototype, "set");
  const rig = await start([], async () => undefined, { predicate: ({ type }) => type !== "delete" });
  for (const name of ["a", "b", "c"]) {
    rig.api.put(Foo, foo(name));
    await settle();
    rig.api.remove(Foo, { namespace: "ns", name });
    await settle();
  }
  const maps = new Set<unknown>(filled.mock.contexts);
  filled.mockRestore();
  const sizes = [...maps].map((map) => (map instanceof KeyMap ? map.size : undefined));
  expect([rig.runs.length, sizes.filter((size) => size !== 0)]).toEqual([3, []]);
  await rig.stop();
});

test("a key without an object that wants to run again at once is spaced as any other", async () => {
  const rig = await start([], async () => ({ requeueAfter: "0s" }), {
    minInterval: "1s",
    watches: [{ resource: Bar, map: () => [{ namespace: "ns", name: "none" }] }],
  });
  rig.api.put(Bar, bar("b"));
  await rig.clock.advance(10_000);
  expect(rig.runs.length).toBeLessThan(20);
  await rig.stop();
});
