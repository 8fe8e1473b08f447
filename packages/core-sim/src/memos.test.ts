// Reconciles of a simulation with watches: they are repeated when something that they have read has changed, or their time has come, and not before.
import { createClient, type Client } from "@capstan/client";
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ClusterReader } from "./cluster-reader.ts";
import { controller, type SimController } from "./controllers.ts";
import { Memos } from "./memos.ts";
import { StepLists } from "./step-lists.ts";
import { TransientErrors } from "./transient-errors.ts";
import { WorkloadClients } from "./workload-clients.ts";
import { type SimContext, Writer } from "./writer.ts";

const namespace = "default";
const key = (name: string): ObjectKey => ({ namespace, name });
const names = ["a", "b", "c"];
let env: EmbeddedEnv;
let client: Client;
let lists: StepLists;
let context: SimContext;
let reconciled: string[];
let now: number;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded" });
  client = createClient(env.credentials);
  for (const name of [...names, "shared"])
    await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: key(name), data: { kept: "1" } });
});
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(() => {
  reconciled = [];
  now = 0;
  lists = new StepLists(client, { namespace });
  const workloads = new WorkloadClients(() => undefined);
  context = {
    reader: new ClusterReader({ lists, workloads, listsOf: () => lists, contracts: new Map() }),
    writer: new Writer(lists, "core", []),
    playsTopologies: false,
    now: () => now,
    wakeAt: () => undefined,
    wakes: 0,
    memos: new Memos(),
    parallel: 2,
    atMost: 128,
  };
});

type Read = (object: KubeObject, context: SimContext) => Promise<unknown>;

/** A controller of `a`, `b` and `c` that reads something. */
function reading(read: Read): SimController {
  return controller(ConfigMap, {
    isIndependent: true,
    reconcile: async (object, given) => {
      const { name = "" } = object.metadata;
      if (!names.includes(name)) return;
      reconciled.push(name);
      await read(object, given);
    },
  });
}

/** Runs it; returns what was reconciled. */
async function run(some: SimController): Promise<readonly string[]> {
  reconciled = [];
  await some(context, new TransientErrors());
  return reconciled.toSorted();
}

const patch = async (name: string, data: Readonly<Record<string, string>>): Promise<void> =>
  lists.put(ConfigMap, await client.patch(ConfigMap, key(name), { type: "merge", body: { data } }));
const unique = (): Record<string, string> => ({ other: `${Math.random()}` });

test("only the object that has changed is reconciled", async () => {
  const some = reading(async () => undefined);
  expect(await run(some)).toEqual(names);
  expect(await run(some)).toEqual([]);
  await patch("b", unique());
  expect(await run(some)).toEqual(["b"]);
  expect(await run(some)).toEqual([]);
});

test("those are reconciled that have read what has changed", async () => {
  const readsShared: Read = async ({ metadata }, { reader }) =>
    metadata.name === "a" && reader.lists.find(ConfigMap, key("shared"));
  const some = reading(readsShared);
  await run(some);
  await patch("shared", unique());
  expect(await run(some)).toEqual(["a"]);
});

test("what does not count of an object repeats nothing", async () => {
  const some = reading((_, { reader }) =>
    reader.lists.find(ConfigMap, key("shared"), (found) => found?.data?.["kept"]),
  );
  await run(some);
  await patch("shared", unique());
  expect(await run(some)).toEqual([]);
  await patch("shared", { kept: `${Math.random()}` });
  expect(await run(some)).toEqual(names);
});

test("an object that was missing counts, too, and one that is read in a list", async () => {
  const finds: Read = ({ metadata }, { reader }) =>
    metadata.name === "a" ? reader.lists.find(ConfigMap, key("new")) : Promise.resolve();
  const some = reading(finds);
  const lister = reading((_, { reader }) => reader.lists.list(ConfigMap));
  for (const each of [some, lister]) await run(each);
  lists.put(ConfigMap, await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: key("new") }));
  expect(await run(some)).toEqual(["a"]);
  expect(await run(lister)).toEqual(names);
  await client.delete(ConfigMap, key("new"));
  lists.forget(ConfigMap, key("new"));
  expect(await run(some)).toEqual(["a"]);
});

test("a reconcile that waits for a time is repeated when it has come", async () => {
  const waits: number[] = [];
  context = { ...context, wakeAt: (time) => void waits.push(time) };
  const some = reading(async ({ metadata }, { wakeAt }) => metadata.name === "c" && wakeAt(100));
  await run(some);
  waits.length = 0;
  expect(await run(some)).toEqual([]);
  expect(waits).toContain(100);
  now = 100;
  expect(await run(some)).toEqual(["c"]);
});

test("a reconcile that fails is repeated", async () => {
  let fails = true;
  const some = reading(async ({ metadata }) => {
    if (metadata.name === "b" && fails) throw new Error("no");
  });
  const errors = new TransientErrors(() => undefined);
  await some(context, errors);
  fails = false;
  expect(await run(some)).toEqual(["b"]);
  expect(await run(some)).toEqual([]);
});

test("what a step has taken is repeated in it", async () => {
  context = { ...context, atMost: 1, parallel: 1 };
  const some = reading((object, { writer }) =>
    writer.save(ConfigMap, object, { ...object, metadata: { ...object.metadata, annotations: unique() } }),
  );
  context.memos?.begin();
  expect([await run(some), await run(some)]).toEqual([["a"], ["a"]]);
});

test("a step takes a part of many, those of control planes first and then the next ones", async () => {
  context = { ...context, atMost: 2, parallel: 1 };
  const writes: Read = (object, { writer }) =>
    writer.save(ConfigMap, object, { ...object, metadata: { ...object.metadata, annotations: unique() } });
  const some = reading(writes);
  const step = async (): Promise<readonly string[]> => {
    context.memos?.begin();
    return run(some);
  };
  expect([await step(), await step(), await step()]).toEqual([
    ["a", "b"],
    ["a", "c"],
    ["b", "c"],
  ]);
  const labels = { "cluster.x-k8s.io/control-plane": "" };
  await lists.find(ConfigMap, key("c"));
  lists.put(ConfigMap, await client.patch(ConfigMap, key("c"), { type: "merge", body: { metadata: { labels } } }));
  expect([await step(), await step()]).toEqual([
    ["a", "c"],
    ["b", "c"],
  ]);
});
