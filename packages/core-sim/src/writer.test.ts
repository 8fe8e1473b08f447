// Changes of objects that others change too: only one's own difference is written, also where a merge patch replaces a whole list.
import { createClient, type Client } from "@capstan/client";
import { conditionPlaces, conditionsAt } from "@capstan/contract/conditions";
import { getAt, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openCrd } from "../test/open-crd.ts";
import { StepLists } from "./step-lists.ts";
import { type SimWrite, Writer } from "./writer.ts";

const Foo = resourceOf<UnstructuredObject>("infrastructure.cluster.x-k8s.io/v1", "FooMachine");
const key = { namespace: "default", name: "a" };
let env: EmbeddedEnv;
let client: Client;
let before: UnstructuredObject;
let writes: SimWrite[];
let writer: Writer;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: [openCrd(Foo, "v1beta2")] });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});
beforeEach(async () => {
  await client.delete(Foo, key);
  const { apiVersion, kind } = Foo;
  before = await client.create(Foo, { apiVersion, kind, metadata: key, spec: {} });
  writes = [];
  writer = new Writer(new StepLists(client, {}), "core", writes);
});

const condition = (type: string, status = "True", observedGeneration?: number): object => ({
  type,
  status,
  reason: type,
  message: "",
  lastTransitionTime: "2026-01-01T00:00:00Z",
  ...(observedGeneration !== undefined && { observedGeneration }),
});
const save = (read: UnstructuredObject, fields: object): Promise<void> =>
  writer.save(Foo, read, Object.assign({ ...read }, fields));
const stored = (): Promise<UnstructuredObject> => client.get(Foo, key);
const statusBy = (status: object): Promise<UnstructuredObject> =>
  client.patch(Foo, key, { type: "merge", subresource: "status", body: { status } });
const conditionsOf = (object: UnstructuredObject): readonly string[] =>
  conditionsAt(object, conditionPlaces.current).map(({ type, status }) => `${type} ${status}`);

test("conditions that others set meanwhile stay", async () => {
  const conditions = [condition("Kept"), condition("Removed"), condition("Set", "False")];
  const read = await statusBy({ conditions });
  await statusBy({ conditions: [...conditions, condition("Theirs")] });
  const own = [condition("Kept"), condition("Set"), condition("New")];
  await save(read, { status: { conditions: own, phase: "Running" } });
  expect(conditionsOf(await stored())).toEqual(["Kept True", "New True", "Set True", "Theirs True"]);
  expect(await stored()).toMatchObject({ status: { phase: "Running" } });
  expect(writes.map(({ verb }) => verb)).toEqual(["patch-status"]);
});

test("a condition that others have set in answer to the change of the spec stays", async () => {
  const read = await statusBy({ conditions: [condition("Theirs", "False")] });
  await statusBy({ conditions: [condition("Theirs")] });
  const conditions = [condition("Theirs", "False"), condition("Ours")];
  await save(read, { spec: { size: 1 }, status: { conditions } });
  expect(conditionsOf(await stored())).toEqual(["Ours True", "Theirs True"]);
});

test("without a change by others conditions are one request, and other fields have no version", async () => {
  let requests = 0;
  const end = client.observe(() => void (requests += 1));
  await save(before, { status: { conditions: [condition("Ours")] } });
  expect(requests).toBe(1);
  end();
  const read = await stored();
  await statusBy({ theirs: "yes" });
  await save(read, { status: { conditions: [condition("Ours")], ours: "yes" } });
  expect(await stored()).toMatchObject({ status: { ours: "yes", theirs: "yes" } });
  expect(writes.map(({ body }) => body)).toEqual([
    expect.objectContaining({ metadata: { resourceVersion: before.metadata.resourceVersion } }),
    { status: { ours: "yes" } },
  ]);
});

test("fields of a status that others set stay when the spec changes too, and the generation is that of the new spec", async () => {
  await statusBy({ theirs: "yes" });
  await save(before, { spec: { size: 1 }, status: { ours: "yes", observedGeneration: 1 } });
  const { status, metadata } = await stored();
  expect(metadata.generation).toBe(2);
  expect(status).toEqual({ ours: "yes", theirs: "yes", observedGeneration: 2 });
});

test.each([
  { what: "conditions", own: [condition("Ours", "True", 1), condition("Theirs", "False", 1)] },
  { what: "other fields", own: [condition("Ours", "False", 1), condition("Theirs", "False", 1)] },
])("a condition that others set stays when the spec and $what change, which raises generations", async ({ own }) => {
  const read = await statusBy({ conditions: [condition("Ours", "False", 1), condition("Theirs", "False", 1)] });
  await statusBy({ conditions: [condition("Ours", "False", 1), condition("Theirs", "True", 1)] });
  await save(read, { spec: { size: 1 }, status: { conditions: own, ours: "yes" } });
  const { status } = await stored();
  const [ours] = own.map((each) => getAt(each, ["status"]));
  expect(status).toMatchObject({
    ours: "yes",
    conditions: [
      { type: "Ours", status: ours, observedGeneration: 2 },
      { type: "Theirs", status: "True" },
    ],
  });
});

test("conditions of a Foo that was deleted are not written to another one of its name", async () => {
  await client.delete(Foo, key);
  await client.create(Foo, { apiVersion: Foo.apiVersion, kind: Foo.kind, metadata: key, spec: {} });
  await save(before, { status: { conditions: [condition("Ours")] } });
  expect((await stored())["status"]).toBeUndefined();
});

test("an exact change of an object that others have changed is a conflict", async () => {
  await client.patch(Foo, key, { type: "merge", body: { spec: { theirs: 1 } } });
  const draft = { ...before, spec: { ours: 1 } };
  await expect(writer.exact().save(Foo, before, draft)).rejects.toMatchObject({ code: "client/conflict" });
  await writer.save(Foo, before, draft);
  expect(await stored()).toMatchObject({ spec: { theirs: 1, ours: 1 } });
});
