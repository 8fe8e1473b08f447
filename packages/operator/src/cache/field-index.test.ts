// Typed indexes: look-ups, and the errors of indexes that cannot work.
import { describeError } from "@capstan/kube";
import { Lease } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { Bar, Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import type { ControllerOptions } from "../controller/controller-options.ts";
import { createManager } from "../manager/manager.ts";
import type { Manager } from "../manager/manager-options.ts";
import { defineIndex, type FieldIndex } from "./field-index.ts";

const bySize = defineIndex(Foo, "size", ({ spec }) => [String(spec?.size)]);

/** A manager with one controller of Foos. */
function managerOf(indexes: readonly FieldIndex[], errors: string[] = []): { api: FakeApi; manager: Manager } {
  const api = new FakeApi();
  const log = { ...silentLogger, error: (message: string) => void errors.push(message), child: () => log };
  const manager = createManager({ client: api.client, clock: new FakeClock(), log });
  manager.addController({ name: "foo", for: Foo, indexes, reconcile: async () => undefined });
  return { api, manager };
}

async function running(
  { api, manager }: ReturnType<typeof managerOf>,
  work: (manager: Manager, api: FakeApi) => Promise<void>,
): Promise<string> {
  for (const one of [foo("a", 1), foo("b", 2), foo("c", 2)]) api.put(Foo, one);
  const stop = new AbortController();
  const ended = manager.run(stop.signal).then(() => "stopped", describeError);
  await expect.poll(() => manager.cache.has(Foo) && manager.cache.list(Foo).length).toBe(3);
  await work(manager, api);
  stop.abort();
  return ended;
}

test("objects are found by their values, after changes too, as copies or as they are", async () => {
  const found = await running(managerOf([bySize]), async ({ cache }, api) => {
    const names = (value: string): (string | undefined)[] =>
      cache.listBy(bySize, value).map(({ metadata }) => metadata.name);
    expect([names("1"), names("2"), names("3")]).toEqual([["a"], ["b", "c"], []]);
    api.put(Foo, foo("b", 1));
    await expect.poll(() => names("1")).toEqual(["a", "b"]);
    expect(cache.listBy(bySize, "1", { namespace: "other" })).toEqual([]);
    const [shared] = cache.eachBy(bySize, "2");
    const namesake = defineIndex(Foo, "size", ({ spec }) => [String((spec?.size ?? 0) * 2)]);
    expect(() => cache.listBy(namesake, "2")).toThrow('the cache of Foo has no index "size"');
    expect(() => [...cache.eachBy(namesake, "2")]).toThrow('the cache of Foo has no index "size"');
    const [copy] = cache.listBy(bySize, "2");
    expect(shared).toBe(cache.view(Foo, { namespace: "ns", name: "c" }));
    expect(copy).not.toBe(shared);
    expect(() =>
      cache.listBy(
        defineIndex(Foo, "other", () => []),
        "x",
      ),
    ).toThrow('the cache of Foo has no index "other"');
    expect(() =>
      cache.listBy(
        defineIndex(Bar, "size", () => []),
        "x",
      ),
    ).toThrow("Bar is not cached");
  });
  expect(found).toBe("stopped");
});

test("an index of a kind that no controller caches makes the start fail", async () => {
  const { manager } = managerOf([defineIndex(Bar, "size", () => [])]);
  await expect(manager.run(new AbortController().signal)).rejects.toThrow("Bar is not cached");
});

test("a controller that is added while the manager runs, with an index of a kind that nobody caches, leaves nothing", async () => {
  const runs: string[] = [];
  const byName = defineIndex(Bar, "name", ({ metadata }) => [metadata.name ?? ""]);
  const ended = await running(managerOf([bySize]), async (manager, api) => {
    const late = { name: "late", for: Foo, indexes: [byName] };
    const add = (run: string, more: Partial<ControllerOptions<Foo>>): void =>
      manager.addController({ ...late, ...more, reconcile: async ({ name }) => void runs.push(`${run} ${name}`) });
    // What is rejected may be corrected in each part.
    expect(() => add("rejected", { watches: [{ resource: Lease, owner: "any" }] })).toThrow("Bar is not cached");
    expect(manager.cache.has(Lease)).toBe(false);
    add("corrected", { watches: [{ resource: Bar, owner: "any", labelSelector: "some=label" }] });
    await expect.poll(() => runs.length).toBe(3);
    api.put(Bar, { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name: "b" } });
    await expect.poll(() => manager.cache.listBy(byName, "b")).toHaveLength(1);
  });
  expect([ended, runs.toSorted()]).toEqual(["stopped", ["corrected a", "corrected b", "corrected c"]]);
});

test("two controllers may declare one index, but not two indexes of one name", () => {
  const { manager } = managerOf([bySize]);
  const add = (name: string, index: FieldIndex): void =>
    manager.addController({ name, for: Foo, indexes: [index], reconcile: async () => undefined });
  add("same", bySize);
  expect(() =>
    add(
      "other",
      defineIndex(Foo, "size", () => []),
    ),
  ).toThrow('two indexes of Foo have the name "size"');
});

test("an object whose function throws or returns no list is not filed, which is logged", async () => {
  const errors: string[] = [];
  const odd = defineIndex(Foo, "odd", ({ spec }) => {
    if (spec?.size === 1) throw new Error("boom");
    // An author without a compiler.
    return (spec?.size === 2 ? undefined : ["x"]) as string[];
  });
  await running(managerOf([odd], errors), async ({ cache }, api) => {
    api.put(Foo, foo("d", 3));
    await expect.poll(() => cache.listBy(odd, "x").length).toBe(1);
  });
  expect(errors).toEqual(["Index function failed"]);
});

test("an index of a kind that the server may not have does not keep the manager from starting", async () => {
  const byName = defineIndex(Bar, "name", ({ metadata }) => [metadata.name ?? ""]);
  const { api, manager } = managerOf([]);
  manager.addController({
    name: "optional",
    for: Foo,
    watches: [{ resource: Bar, owner: "any", optional: true }],
    indexes: [byName],
    reconcile: async () => undefined,
  });
  const served = { namespace: "ns", name: "served" };
  api.put(Bar, { apiVersion: "example.com/v1", kind: "Bar", metadata: served });
  const ended = await running({ api, manager }, async ({ cache }) => {
    await expect.poll(() => cache.has(Bar) && cache.listBy(byName, "served").length).toBe(1);
  });
  expect(ended).toBe("stopped");
});
