// Lists of a kind that are kept for long: what counts the changes of objects that come and go, and what takes memory.
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient, type Client } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { KindList, ownerGroup } from "./kind-list.ts";
import { ReadLog } from "./read-log.ts";

const key = { namespace: "default", name: "a" };
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "1" };
let env: EmbeddedEnv;
let client: Client;
let list: KindList;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded" });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(async () => {
  list = new KindList(ConfigMap, { client, scope: {}, observe: () => undefined });
  await list.refresh();
});
afterEach(() => {
  vi.restoreAllMocks();
  return client.delete(ConfigMap, key);
});

const create = async (): Promise<void> =>
  list.put(
    await client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { ...key, ownerReferences: [owner] },
    }),
  );
const end = async (): Promise<void> => {
  await client.delete(ConfigMap, key);
  list.forget(key);
  await list.refresh();
};

test("an object that is created, deleted and created again is another one for who has read a part of it", async () => {
  const log = new ReadLog();
  log.add(list.keyCounter(key), () => list.object(key)?.metadata.uid);
  await create();
  await end();
  expect(log.isCurrent(0)).toBe(true);
  await create();
  expect(log.isCurrent(0)).toBe(false);
});

test("a group that was empty in between counts on for who has read it", async () => {
  await create();
  const log = new ReadLog();
  log.add(list.groupCounter(ownerGroup(owner.uid)), () => list.objects(ownerGroup(owner.uid)).length);
  await end();
  expect(log.isCurrent(0)).toBe(false);
  await create();
  expect(log.isCurrent(0)).toBe(true);
  await end();
  expect(log.isCurrent(0)).toBe(false);
});

/** One without an owner stays: the server deletes what has lost its owner. */
const createAlone = () => client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: key });

test("where the server has changed nothing since, one object is read in place of all", async () => {
  await createAlone();
  list.lose();
  await list.refresh();
  const listAll = vi.spyOn(client, "listAll");
  list.lose();
  await list.refresh();
  expect([listAll.mock.calls.length, list.objects().length]).toEqual([0, 1]);
  await client.patch(ConfigMap, key, { type: "merge", body: { data: { changed: "by others" } } });
  list.lose();
  await list.refresh();
  expect(listAll).toHaveBeenCalledTimes(1);
  expect(list.object(key)).toMatchObject({ data: { changed: "by others" } });
});

test("what is shown and was never stored is not there any more once all is read again", async () => {
  await createAlone();
  list.lose();
  await list.refresh();
  list.show({ apiVersion: "v1", kind: "ConfigMap", metadata: { ...key, name: "shown" } });
  list.lose();
  await list.refresh();
  expect(list.objects().map(({ metadata: { name } }) => name)).toEqual(["a"]);
});

test("counters of what is not there are kept while somebody holds them, and no longer", async () => {
  setFlagsFromString("--expose_gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("there is no collector");
  const held = list.keyCounter(key);
  const names = Array.from({ length: 100 }, (_, at) => `none-${at}`);
  const refs = names.flatMap((name) => [
    new WeakRef(list.keyCounter({ ...key, name })),
    new WeakRef(list.groupCounter(ownerGroup(name))),
  ]);
  const kept = async (): Promise<number> => {
    await nextTurn();
    collect();
    return refs.filter((ref) => ref.deref() !== undefined).length;
  };
  await expect.poll(kept).toBe(0);
  expect(list.keyCounter(key)).toBe(held);
  await create();
  expect([held.changes, list.objects()]).toMatchObject([1, [{ metadata: key }]]);
});
