// Garbage collection: who is deleted with an owner, who stays, and in which order.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { create, createState, idleOf, read, remove, type TestObject, update } from "../../../test/server.ts";
import { badRequest } from "../api-status.ts";
import type { ServerState } from "../server-state.ts";
import type { Propagation } from "../write/delete-object.ts";
import { GarbageCollector } from "./garbage-collector.ts";

const owner: TestObject = { resource: "example.com/v1/widgets", name: "owner" };
const other: TestObject = { resource: "example.com/v1/widgets", name: "other" };
const dependent: TestObject = { resource: "v1/configmaps", name: "dependent" };

let state: ServerState;
let idle: () => Promise<void>;
beforeEach(async () => {
  state = await createState();
  idle = idleOf(new GarbageCollector(state));
});
afterEach(() => void vi.useRealTimers());

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

describe("an owner that is being deleted in the foreground", () => {
  test("leaves a dependent that another owner keeps", async () => {
    await createDependent([await reference(owner, { blockOwnerDeletion: true }), await reference(other)]);
    await remove(state, owner, "Foreground");
    await idle();
    expect(read(state, owner)).toBeUndefined();
    expect(read(state, dependent)?.metadata).toMatchObject({ ownerReferences: [{ name: "other" }] });
    expect(read(state, dependent)?.metadata.deletionTimestamp).toBeUndefined();
  });

  test("does not wait for what it does not own", async () => {
    await createDependent([await reference(other, { blockOwnerDeletion: true }), await reference(owner)], {
      finalizers: ["example.com/one"],
    });
    await remove(state, owner, "Foreground");
    await idle();
    expect(read(state, owner)).toBeUndefined();
  });

  test("does not wait for a dependent that is not its own any more", async () => {
    const finalizers = ["example.com/one"];
    await createDependent([await reference(owner, { blockOwnerDeletion: true })], { finalizers });
    await remove(state, owner, "Foreground");
    await idle();
    expect(read(state, owner)).toBeDefined();
    await update(state, dependent, (object) => ({ ...object, metadata: { ...object.metadata, ownerReferences: [] } }));
    await idle();
    expect(read(state, owner)).toBeUndefined();
  });

  test("stays with the finalizers of others", async () => {
    const finalizers = ["example.com/one"];
    await create(state, owner, { metadata: { finalizers } });
    await remove(state, owner, "Foreground");
    await idle();
    expect(read(state, owner)?.metadata.finalizers).toEqual(finalizers);
  });
});

test("a dependent without dependents is deleted in the background", async () => {
  const hold = { finalizers: ["example.com/one"] };
  await createDependent([await reference(owner, { blockOwnerDeletion: true })], hold);
  await remove(state, owner, "Foreground");
  await idle();
  expect(read(state, dependent)?.metadata.finalizers).toEqual(["example.com/one"]);
});

test("a dependent with dependents of its own is deleted in the background when its owner was deleted", async () => {
  await create(state, other, { metadata: { ownerReferences: [await reference(owner)] } });
  await createDependent([await reference(other, { blockOwnerDeletion: true })], { finalizers: ["example.com/one"] });
  await remove(state, owner);
  await idle();
  expect(read(state, other)).toBeUndefined();
  expect(read(state, dependent)?.metadata.deletionTimestamp).toBeDefined();
});

test("a new reference to a missing owner is noticed, and an object without references stays", async () => {
  await create(state, dependent);
  await idle();
  const missing = await reference(owner, { uid: "stale" });
  await update(state, dependent, (object) => ({
    ...object,
    metadata: { ...object.metadata, ownerReferences: [missing] as never },
  }));
  await idle();
  expect(read(state, dependent)).toBeUndefined();
});

test("an object of the same name in another namespace is not the owner", async () => {
  const body = { metadata: { ownerReferences: [await reference(owner)] } };
  const elsewhere = { ...dependent, namespace: "kube-system" };
  await create(state, elsewhere, body);
  await createDependent(body.metadata.ownerReferences);
  await idle();
  expect([read(state, elsewhere), read(state, dependent) === undefined]).toEqual([undefined, false]);
});

test("dependents of one name, of different kinds and namespaces, are all deleted", async () => {
  const cluster: TestObject = { resource: "example.com/v1/gadgets", name: "owner" };
  const ownerReferences = [await reference(cluster)];
  const dependents: TestObject[] = [
    { resource: "v1/configmaps", name: "x" },
    { resource: "v1/configmaps", name: "y" },
    { resource: "v1/configmaps", name: "x", namespace: "kube-system" },
    { resource: "v1/secrets", name: "x" },
    { resource: "v1/events", name: "x" },
    { resource: "events.k8s.io/v1/events", name: "x" },
  ];
  for (const one of dependents) await create(state, one, { metadata: { ownerReferences } });
  await idle();
  await remove(state, cluster);
  await idle();
  expect(dependents.map((one) => read(state, one))).toEqual(dependents.map(() => undefined));
});

test("a deletion that is rejected is tried again later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await createDependent([await reference(owner)]);
  await remove(state, owner);
  vi.spyOn(state.admission, "admitDeletion").mockRejectedValueOnce(badRequest("not now"));
  await idle();
  expect(read(state, dependent)).toBeDefined();
  vi.advanceTimersByTime(500);
  await idle();
  expect(read(state, dependent)).toBeUndefined();
});
