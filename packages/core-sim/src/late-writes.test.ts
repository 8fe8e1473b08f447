// Changes that are sent when a step ends: seen at once by all controllers, sent as one, and dropped where somebody else has changed the object.
import { createClient, type Client } from "@capstan/client";
import { conditionPlaces, conditionsAt } from "@capstan/contract/conditions";
import { getAt, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openCrd } from "../test/open-crd.ts";
import { LateWrites } from "./late-writes.ts";
import { StepLists } from "./step-lists.ts";
import { TransientErrors } from "./transient-errors.ts";
import { type SimWrite, Writer } from "./writer.ts";

const Foo = resourceOf<UnstructuredObject>("infrastructure.cluster.x-k8s.io/v1", "FooMachine");
let env: EmbeddedEnv;
let client: Client;
let lists: StepLists;
let late: LateWrites;
let writes: SimWrite[];
let writer: Writer;
let name: string;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: [openCrd(Foo, "v1beta2")] });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(async () => {
  name = `a-${Math.random().toString(36).slice(2, 8)}`;
  lists = new StepLists(client, {});
  late = new LateWrites(lists, [Foo]);
  writes = [];
  writer = new Writer(lists, "core", writes).delaying(late);
  const { apiVersion, kind } = Foo;
  await client.create(Foo, { apiVersion, kind, metadata: { namespace: "default", name }, spec: {} });
});

const found = async (): Promise<UnstructuredObject> => {
  const object = await lists.find(Foo, { namespace: "default", name });
  if (object === undefined) throw new Error("it does not exist");
  return object;
};
const stored = (): Promise<UnstructuredObject> => client.get(Foo, { namespace: "default", name });
const condition = (type: string, status = "True"): object => {
  const lastTransitionTime = "2026-01-01T00:00:00Z";
  return { type, status, reason: type, message: "", lastTransitionTime };
};
const set = async (fields: object): Promise<void> => {
  const before = await found();
  await writer.save(Foo, before, { ...before, ...fields });
};

test("two changes of a status are one write, and a spec and its status have one generation", async () => {
  await set({ status: { note: "one", observedGeneration: 1 } });
  await set({ spec: { size: 2 } });
  expect(await found()).toMatchObject({ spec: { size: 2 }, status: { note: "one" } });
  await set({ status: { note: "two", observedGeneration: 1 } });
  expect([await stored(), writes]).toMatchObject([{ spec: {} }, []]);
  await late.flush(2, new TransientErrors());
  const { generation } = (await stored()).metadata;
  expect(await stored()).toMatchObject({ spec: { size: 2 }, status: { note: "two", observedGeneration: generation } });
  expect(writes.map(({ verb }) => verb)).toEqual(["patch", "patch-status"]);
  expect((await found()).metadata.resourceVersion).toBe((await stored()).metadata.resourceVersion);
});

test("a change that is taken back is no write", async () => {
  await set({ status: { note: "one" } });
  await set({ status: undefined });
  await late.flush(2, new TransientErrors());
  expect(writes).toEqual([]);
});

test("what fails is read again, and does not stop the others", async () => {
  const finalizers = ["example.com/mine"];
  const before = await found();
  await set({ metadata: { ...before.metadata, finalizers } });
  await client.patch(Foo, { namespace: "default", name }, { type: "merge", body: { spec: { size: 3 } } });
  const errors = new TransientErrors();
  await late.flush(2, errors);
  expect(errors.messages).toHaveLength(1);
  expect(await found()).toMatchObject({ spec: { size: 3 } });
  expect((await found()).metadata.finalizers).toBeUndefined();
});

test("what is dropped, or not sent after an error, is read again", async () => {
  await set({ status: { note: "one" } });
  late.drop();
  expect((await found())["status"]).toBeUndefined();
  await set({ status: { note: "two" } });
  env.faults.inject({ plural: "foomachines", verb: "patch" }, { reason: "Forbidden", times: 1 });
  await expect(late.flush(2, new TransientErrors())).rejects.toMatchObject({ code: "client/forbidden" });
  late.drop();
  expect((await found())["status"]).toBeUndefined();
  await late.flush(2, new TransientErrors());
  expect(writes).toEqual([]);
});

test("what others have changed is read before the change is sent", async () => {
  const before = await found();
  const changed = await client.patch(
    Foo,
    { namespace: "default", name },
    { type: "merge", body: { spec: { size: 5 } } },
  );
  lists.forget(Foo, { namespace: "default", name });
  const draft: UnstructuredObject = { ...before, spec: { size: 9 } };
  await writer.save(Foo, before, draft);
  expect(await found()).toEqual(changed);
});

test("no phase is left out but that of a Machine whose Node is there at once", async () => {
  const seen: unknown[] = [];
  const end = env.changes(({ key, object }) => key.name === name && seen.push(getAt(object, ["status", "phase"])));
  for (const phase of ["Pending", "Provisioning", "Provisioning", "Provisioned", "Running"])
    await set({ status: { phase } });
  await set({ spec: { size: 2 } });
  await late.flush(2, new TransientErrors());
  expect([...new Set(seen)]).toEqual([undefined, "Pending", "Provisioning", "Running"]);
  expect(await stored()).toMatchObject({ spec: { size: 2 } });
  const before = await found();
  await set({ metadata: { ...before.metadata, finalizers: ["example.com/mine"] } });
  await late.flush(2, new TransientErrors());
  await client.delete(Foo, { namespace: "default", name });
  lists.forget(Foo, { namespace: "default", name });
  await set({ status: { phase: "Deleting" } });
  const { metadata } = await found();
  await set({ metadata: { ...metadata, finalizers: [] } });
  await late.flush(2, new TransientErrors());
  end();
  expect(seen).toContain("Deleting");
  expect(await client.find(Foo, { namespace: "default", name })).toBeUndefined();
});

test("a change that is sent before the end of the step counts once", async () => {
  for (const phase of ["Pending", "Provisioning"]) await set({ status: { phase } });
  expect([writes.length, writer.count]).toEqual([1, 2]);
});

test("what others change stays when a phase is sent before the next one", async () => {
  const key = { namespace: "default", name };
  const patch = (body: object): Promise<unknown> => client.patch(Foo, key, { type: "merge", body });
  await patch({ metadata: { finalizers: ["example.com/core", "example.com/end"] }, spec: { size: 1, gone: 1 } });
  lists.forget(Foo, key);
  await set({ status: { phase: "Pending", conditions: [condition("Ours")] } });
  await patch({
    metadata: { labels: { mine: "yes" }, finalizers: ["example.com/core", "example.com/end", "example.com/mine"] },
    spec: { size: 2, gone: null },
  });
  const conditions = [condition("Ours"), condition("Theirs")];
  await client.patch(Foo, key, { type: "merge", subresource: "status", body: { status: { conditions } } });
  const { metadata } = await found();
  const finalizers = ["example.com/core", "example.com/new"];
  const next = [condition("Ours", "False"), condition("New")];
  await set({ metadata: { ...metadata, finalizers }, status: { phase: "Provisioning", conditions: next } });
  const errors = new TransientErrors();
  await late.flush(2, errors);
  expect(errors.messages).toEqual([]);
  const object = await stored();
  expect(object).toMatchObject({ metadata: { labels: { mine: "yes" } }, status: { phase: "Provisioning" } });
  expect(object["spec"]).toEqual({ size: 2 });
  expect(object.metadata.finalizers).toEqual(["example.com/core", "example.com/mine", "example.com/new"]);
  const shown = conditionsAt(object, conditionPlaces.current).map(({ type, status }) => `${type} ${status}`);
  expect(shown).toEqual(["New True", "Ours False", "Theirs True"]);
});

test("what others change while an object is read is not hidden by what is shown meanwhile", async () => {
  const key = { namespace: "default", name };
  const before = await found();
  await client.patch(Foo, key, { type: "merge", body: { spec: { size: 5 } } });
  lists.forget(Foo, key);
  // One reconcile reads it while another one, which has it already, changes it.
  const reading = found();
  await writer.save(Foo, before, Object.assign({ ...before }, { status: { note: "one" } }));
  expect(await reading).toMatchObject({ spec: { size: 5 } });
  await late.flush(2, new TransientErrors());
  expect(await found()).toMatchObject({ spec: { size: 5 }, status: { note: "one" } });
});

test("what is dropped is read again in a list, too", async () => {
  await set({ status: { note: "one" } });
  late.drop();
  await lists.begin(true);
  expect((await found())["status"]).toBeUndefined();
});
