// Code of authors that changes objects of the cache, in a manager that protects them.
import { describeError } from "@capstan/kube";
import { type LogFields, type Logger, silentLogger } from "@capstan/process";
import { afterEach, expect, test, vi } from "vitest";
import { Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { createManager } from "../manager/manager.ts";

/** As code without types does it. */
function grow(object: object): void {
  Object.assign("spec" in object ? (object.spec ?? {}) : {}, { size: 9 });
}

async function sizesAfter(protectCache?: boolean): Promise<{ size: unknown; copy: unknown; failed: string[] }> {
  const [api, clock, stop] = [new FakeApi(), new FakeClock(), new AbortController()];
  api.put(Foo, foo("a"));
  const failed: string[] = [];
  const write = (message: string, fields: LogFields = {}): void =>
    void failed.push(`${message}: ${String(fields["error"])}`);
  const log: Logger = { ...silentLogger, error: write, child: () => log };
  const manager = createManager({
    client: api.client,
    clock,
    log,
    ...(protectCache === undefined ? {} : { protectCache }),
  });
  const key = { namespace: "ns", name: "a" };
  manager.cache.addIndex(Foo, "size", (object) => (grow(object), []));
  let copy: unknown;
  manager.addController({
    name: "foo",
    for: Foo,
    predicate: ({ object }) => {
      try {
        grow(object);
      } catch (error) {
        failed.push(`Predicate failed: ${describeError(error)}`);
      }
      return true;
    },
    watches: [{ resource: Foo, map: (object) => (grow(object), [key]) }],
    async reconcile(_, { cache }) {
      const own = cache.get(Foo, key);
      if (own !== undefined) grow(own);
      copy = own?.spec?.size;
      grow(cache.view(Foo, key) ?? {});
    },
  });
  const ended = manager.run(stop.signal);
  await clock.advance(0);
  await settle();
  const size = manager.cache.view(Foo, key)?.spec?.size;
  stop.abort();
  await ended;
  return { size, copy, failed };
}

test("a change throws where it is made, and the object stays as it is; copies may be changed (C13)", async () => {
  const { size, copy, failed } = await sizesAfter(true);
  const problem = "spec.size of Foo ns/a was changed in the cache";
  expect({ size, copy }).toEqual({ size: 1, copy: 9 });
  const places = ["Index function failed", "Predicate failed", "Reconciler error"];
  const hasFailed = (place: string): boolean =>
    failed.some((line) => line.startsWith(`${place}: `) && line.includes(problem));
  expect(places.filter((place) => !hasFailed(place))).toEqual([]);
  expect(failed.filter((line) => !line.includes(problem))).toEqual([]);
  // The map, too.
  expect(new Set(failed).size).toBe(places.length + 1);
});

test("without it nothing is protected", async () => {
  expect(await sizesAfter()).toEqual({ size: 9, copy: 9, failed: [] });
});

afterEach(() => void vi.unstubAllEnvs());

test("under `capstan dev` everything is, where the author has not chosen", async () => {
  vi.stubEnv("CAPSTAN_PROTECT_CACHE", "1");
  expect(await sizesAfter()).toMatchObject({ size: 1, copy: 9 });
  expect(await sizesAfter(false)).toMatchObject({ size: 9, failed: [] });
});
