// Garbage collection and the deletion of content: who is deleted, who stays, and in which order.
import { beforeEach, describe, expect, test } from "vitest";
import { create, createState, read, remove, type TestObject, update } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";
import type { Propagation } from "../write/delete-object.ts";
import { ContentController } from "./content-controller.ts";
import { GarbageCollector } from "./garbage-collector.ts";

const owner: TestObject = { resource: "example.com/v1/widgets", name: "owner" };
const other: TestObject = { resource: "example.com/v1/widgets", name: "other" };
const dependent: TestObject = { resource: "v1/configmaps", name: "dependent" };

let state: ServerState;
let controllers: readonly (GarbageCollector | ContentController)[];
beforeEach(async () => {
  state = await createState();
  controllers = [new GarbageCollector(state), new ContentController(state)];
});

async function idle(): Promise<void> {
  for (let round = 0; round < 4; round++) for (const { queue } of controllers) await queue.idle();
}

async function reference(at: TestObject, more: object = {}): Promise<object> {
  if (read(state, at) === undefined) await create(state, at);
  const { apiVersion = "", kind = "", metadata = {} } = read(state, at) ?? {};
  return { apiVersion, kind, name: at.name, uid: metadata.uid, ...more };
}

const createDependent = (ownerReferences: readonly object[], metadata: object = {}): Promise<unknown> =>
  create(state, dependent, { metadata: { ownerReferences, ...metadata } });

test("a dependent is deleted with its only owner", async () => {
  await createDependent([await reference(owner)]);
  await remove(state, owner);
  await idle();
  expect(read(state, dependent)).toBeUndefined();
});

test("a dependent of two owners loses the reference to the deleted one, and is deleted with the last", async () => {
  await createDependent([await reference(owner), await reference(other)]);
  await remove(state, owner);
  await idle();
  expect(read(state, dependent)?.metadata.ownerReferences).toMatchObject([{ name: "other" }]);
  await remove(state, other);
  await idle();
  expect(read(state, dependent)).toBeUndefined();
});

test.each([
  { title: "a uid that is not the owner's", more: { uid: "stale" }, stays: false },
  { title: "a kind that is not served", more: { apiVersion: "none.example.com/v1" }, stays: true },
  { title: "an existing owner", more: {}, stays: true },
])("a dependent with $title stays: $stays", async ({ more, stays }) => {
  await createDependent([await reference(owner, more)]);
  await idle();
  expect(read(state, dependent) !== undefined).toBe(stays);
});

test("a namespaced dependent of a cluster-scoped owner is deleted with it", async () => {
  const gadget: TestObject = { resource: "example.com/v1/gadgets", name: "owner" };
  await createDependent([await reference(gadget)]);
  await idle();
  expect(read(state, dependent)).toBeDefined();
  await remove(state, gadget);
  await idle();
  expect(read(state, dependent)).toBeUndefined();
});

test("orphaned dependents lose the reference before the owner is deleted", async () => {
  await createDependent([await reference(owner)]);
  await remove(state, owner, "Orphan");
  await idle();
  expect(read(state, owner)).toBeUndefined();
  expect(read(state, dependent)?.metadata).not.toHaveProperty("ownerReferences");
});

describe("foreground deletion", () => {
  test.each([
    { block: true, ownerStays: true },
    { block: false, ownerStays: false },
  ])("waits for dependents with blockOwnerDeletion $block: $ownerStays", async ({ block, ownerStays }) => {
    await createDependent([await reference(owner, { blockOwnerDeletion: block })], { finalizers: ["example.com/one"] });
    await remove(state, owner, "Foreground");
    await idle();
    expect(read(state, owner) !== undefined).toBe(ownerStays);
    expect(read(state, dependent)?.metadata.deletionTimestamp).toBeDefined();
    await update(state, dependent, (object) => ({ ...object, metadata: { ...object.metadata, finalizers: [] } }));
    await idle();
    expect([read(state, owner), read(state, dependent)]).toEqual([undefined, undefined]);
  });

  test("goes down to dependents of dependents", async () => {
    await create(state, other, {
      metadata: { ownerReferences: [await reference(owner, { blockOwnerDeletion: true })] },
    });
    await createDependent([await reference(other, { blockOwnerDeletion: true })], { finalizers: ["example.com/one"] });
    await remove(state, owner, "Foreground");
    await idle();
    expect(read(state, other)?.metadata.finalizers).toEqual(["foregroundDeletion"]);
    await update(state, dependent, (object) => ({ ...object, metadata: { ...object.metadata, finalizers: [] } }));
    await idle();
    expect([read(state, owner), read(state, other)]).toEqual([undefined, undefined]);
  });
});

test.each<{ propagation: Propagation }>([{ propagation: "Foreground" }, { propagation: "Orphan" }])(
  "$propagation deletion without dependents ends",
  async ({ propagation }) => {
    await create(state, owner);
    await remove(state, owner, propagation);
    await idle();
    expect(read(state, owner)).toBeUndefined();
  },
);

describe("a deleted namespace", () => {
  const namespace: TestObject = { resource: "v1/namespaces", name: "n" };
  const inside: TestObject = { ...dependent, namespace: "n" };
  beforeEach(() => create(state, namespace));

  test("is deleted with its objects; others stay", async () => {
    await create(state, inside);
    await create(state, dependent);
    await remove(state, namespace);
    await idle();
    expect([read(state, namespace), read(state, inside)]).toEqual([undefined, undefined]);
    expect(read(state, dependent)).toBeDefined();
  });

  test("is terminating until the last object is deleted", async () => {
    await create(state, inside, { metadata: { finalizers: ["example.com/one"] } });
    await remove(state, namespace);
    await idle();
    expect(read(state, namespace)).toMatchObject({
      spec: { finalizers: ["kubernetes"] },
      status: { phase: "Terminating" },
    });
    await update(state, inside, (object) => ({ ...object, metadata: { ...object.metadata, finalizers: [] } }));
    await idle();
    expect(read(state, namespace)).toBeUndefined();
  });
});

test("a deleted definition is deleted with the objects of its kind, which is then not served", async () => {
  const definition = (name: string): TestObject => ({
    resource: "apiextensions.k8s.io/v1/customresourcedefinitions",
    name: `${name}.example.com`,
  });
  await create(state, owner, { metadata: { finalizers: ["example.com/one"] } });
  await remove(state, definition("widgets"));
  await idle();
  expect(read(state, definition("widgets"))?.metadata.finalizers).toEqual([
    "customresourcecleanup.apiextensions.k8s.io",
  ]);
  await update(state, owner, (object) => ({ ...object, metadata: { ...object.metadata, finalizers: [] } }));
  await idle();
  expect([read(state, definition("widgets")), state.kinds.get("example.com", "widgets")]).toEqual([
    undefined,
    undefined,
  ]);
  expect(read(state, definition("gadgets"))).toBeDefined();
});
