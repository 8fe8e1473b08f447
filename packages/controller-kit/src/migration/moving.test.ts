// What happens to objects between the list and the write of each, and what lists do when an object cannot be converted.
import { type Client, type Clock, systemClock } from "@capstan/client";
import { silentLogger } from "@capstan/operator";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { apiError, conflict, FakeClient } from "../../test/fake-client.ts";
import { createChainBench, type ChainBench } from "../../test/chain-kinds.ts";
import { crdStateOf, type CrdState } from "./crd-state.ts";
import type { EachObject } from "./each-object.ts";
import { cleanManagedFields } from "./managed-fields.ts";
import { moveObjects } from "./storage-version.ts";
import { listStoredObjects, type ListedObject } from "./stored-objects.ts";

let env: EmbeddedEnv;
let bench: ChainBench;
const rest: Omit<EachObject, "kind" | "what" | "failed"> = {
  clock: systemClock,
  log: silentLogger,
  signal: new AbortController().signal,
};

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded" });
});
afterAll(() => env.stop());
afterEach(async () => {
  env.faults.clear();
  await bench[Symbol.asyncDispose]();
});

/** The kind with objects stored in v1, and v3 as the storage version. */
async function prepare(names: readonly string[]): Promise<CrdState> {
  bench = await createChainBench(env, names);
  await bench.define("v3", ["v1", "v2", "v3"]);
  return crdStateOf(await bench.crd());
}

const list = (state: CrdState): Promise<ListedObject[]> => listStoredObjects(state, { ...rest, client: bench.client });
const at = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });

interface MoveSets {
  readonly done?: Set<string>;
  readonly failed?: Set<string>;
  readonly more?: Partial<EachObject>;
}

describe("moving", () => {
  const move = (
    state: CrdState,
    objects: readonly ListedObject[],
    { done = new Set<string>(), failed = new Set<string>(), more = {} }: MoveSets = {},
  ): ReturnType<typeof moveObjects> =>
    moveObjects(state, objects, { ...rest, client: bench.client, done, failed, ...more });

  test("objects that are deleted, replaced or changed after the list need nothing", async () => {
    const state = await prepare(["changed", "deleted", "replaced", "same"]);
    const objects = await list(state);
    await bench.client.patch(bench.kindIn("v2"), at("changed"), { type: "merge", body: { spec: { count: 2 } } });
    await bench.client.delete(bench.kindIn("v2"), at("deleted"));
    await bench.client.delete(bench.kindIn("v2"), at("replaced"));
    await bench.create("v1", "replaced");
    expect(await move(state, objects)).toEqual({ moved: 1, current: 0, elsewhere: 3 });
    expect(await move(state, await list(state))).toEqual({ moved: 0, current: 3, elsewhere: 0 });
  });

  test("a version that is not served yet is no deletion", async () => {
    const state = await prepare(["a"]);
    const objects = await list(state);
    env.faults.inject({ verb: "patch" }, { reason: "NotFound", times: 1 });
    await expect(move(state, objects)).rejects.toMatchObject({ code: "migration/objects-failed" });
    expect(await move(state, objects)).toEqual({ moved: 1, current: 0, elsewhere: 0 });
  });

  test("what was moved is left alone when others are repeated", async () => {
    const state = await prepare(["a", "b", "c"]);
    const objects = await list(state);
    const done = new Set<string>();
    env.faults.inject({ verb: "patch", name: "b" }, { reason: "InternalError", times: 1 });
    await expect(move(state, objects, { done })).rejects.toThrow(
      "1 of 3 objects of Chain could not be moved to the storage version; the first is default/b: ",
    );
    let patches = 0;
    const stopCounting = bench.client.observe(({ method }) => (patches += method === "PATCH" ? 1 : 0));
    expect(await move(state, await list(state), { done })).toEqual({ moved: 1, current: 0, elsewhere: 0 });
    stopCounting();
    expect(patches).toBe(1);
  });

  test("objects that fail, however many in a row, keep no other from being moved, and are the last of the next pass", async () => {
    const names = Array.from({ length: 24 }, (_, index) => `m${String(index).padStart(2, "0")}`);
    const state = await prepare(names);
    const hostile = names.slice(0, 12);
    for (const name of hostile) bench.broken.add(name);
    const [done, failed] = [new Set<string>(), new Set<string>()];
    await expect(move(state, await list(state), { done, failed })).rejects.toThrow("12 of 24 objects");
    expect([done.size, failed.size]).toEqual([12, 12]);
    // A pass that is stopped half-way has tried the others first.
    const stop = new AbortController();
    let patches = 0;
    const stopCounting = bench.client.observe(({ method }) => {
      patches += method === "PATCH" ? 1 : 0;
      if (patches === 12) stop.abort();
    });
    const again = new Set<string>();
    const stopped = move(state, await list(state), { done: again, failed, more: { signal: stop.signal } });
    await expect(stopped).rejects.toThrow("aborted");
    stopCounting();
    expect(again).toEqual(done);
    bench.broken.clear();
    expect(await move(state, await list(state), { done, failed })).toEqual({ moved: 12, current: 0, elsewhere: 0 });
    expect(failed.size).toBe(0);
  });

  test("objects are tried ever more rarely while all fail, and again at once after one that does not", async () => {
    const names = Array.from({ length: 22 }, (_, index) => `m${String(index).padStart(2, "0")}`);
    const state = await prepare(names);
    const objects = await list(state);
    for (const name of names.slice(0, 20)) bench.broken.add(name);
    const waits: number[] = [];
    let now = 0;
    const after: Clock["after"] = (ms, call) => {
      waits.push(ms);
      now += ms;
      return systemClock.after(0, call);
    };
    const more = { clock: { ...systemClock, now: () => now, after } };
    await expect(move(state, objects, { more })).rejects.toThrow("20 of 22");
    const usual = Array.from({ length: 10 }, () => 10);
    expect(waits).toEqual([0, ...usual, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000, 1000, 10]);
  });

  test("ends with the signal, which is no failure of an object", async () => {
    const state = await prepare(["a", "b"]);
    const objects = await list(state);
    const stop = new AbortController();
    const reason = new Error("stopped");
    env.faults.inject({ verb: "patch" }, { delayMs: 200 });
    const moving = moveObjects(state, objects, {
      ...rest,
      client: bench.client,
      done: new Set(),
      failed: new Set(),
      signal: stop.signal,
    });
    stop.abort(reason);
    await expect(moving).rejects.toBe(reason);
  });

  test("writes a hundred objects in a second at most", async () => {
    const state = await prepare(Array.from({ length: 40 }, (_, index) => `m${index}`));
    const objects = await list(state);
    const started = performance.now();
    await move(state, objects);
    expect(performance.now() - started).toBeGreaterThanOrEqual(385);
  });
});

describe("lists", () => {
  test("have every object of every page", async () => {
    const names = Array.from({ length: 501 }, (_, index) => `m${index}`);
    const state = await prepare(names);
    expect((await list(state)).map(({ name }) => name)).toEqual(names.toSorted());
  });

  test("are read in another stored version when an object cannot be converted to the storage version", async () => {
    const state = await prepare(["a", "b"]);
    bench.broken.add("b");
    expect(await list(state)).toHaveLength(2);
    bench.broken.add("*");
    expect(await list(state)).toHaveLength(2);
    bench.broken.clear();
    await bench.create("v2", "new");
    bench.broken.add("*");
    await expect(list(state)).rejects.toThrow("b is broken");
  });

  test("fail at once for another reason", async () => {
    const state = await prepare(["a"]);
    env.faults.inject({ verb: "list", plural: "chains" }, { reason: "Forbidden", times: 1 });
    await expect(list(state)).rejects.toMatchObject({ code: "client/forbidden" });
  });
});

describe("managed fields", () => {
  const old = { manager: "m", operation: "Update", apiVersion: "x/v0", fieldsType: "FieldsV1", fieldsV1: {} };

  test("of an object that was changed meanwhile are read again, and those of a deleted one need nothing", async () => {
    const state = await prepare([]);
    const kept = { ...old, apiVersion: state.storage.apiVersion };
    const live = {
      apiVersion: state.storage.apiVersion,
      kind: "Chain",
      metadata: { ...at("a"), uid: "u", resourceVersion: "2", managedFields: [kept, old] },
    };
    const bodies: unknown[] = [];
    const client: Pick<Client, "patch" | "get"> = {
      patch: async (_resource, key, { body }) => {
        bodies.push(body);
        if (key.name === "gone") throw apiError(404, "NotFound", "gone");
        if (bodies.length === 1) throw conflict();
        // The answer is not read.
        return live as never;
      },
      // The one object there is.
      get: async () => live as never,
    };
    const stored = { namespace: "default", uid: "u", resourceVersion: "1", managedFields: [old] };
    const objects = [
      { ...stored, name: "a" },
      { ...stored, name: "gone" },
      { ...stored, name: "fine", managedFields: [] },
    ];
    const context = { ...rest, failed: new Set<string>(), client: { ...new FakeClient().whole, ...client } };
    expect(await cleanManagedFields(state, objects, context)).toBe(2);
    expect(bodies).toHaveLength(3);
    expect(bodies[1]).toEqual([
      { op: "replace", path: "/metadata/managedFields", value: [kept] },
      { op: "replace", path: "/metadata/resourceVersion", value: "2" },
    ]);
    expect(bodies[2]).toMatchObject([
      { value: [{ manager: "m", operation: "Update", apiVersion: state.storage.apiVersion }] },
      { value: "1" },
    ]);
  });
});
