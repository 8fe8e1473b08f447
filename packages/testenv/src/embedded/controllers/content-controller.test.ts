// The deletion of namespaces and definitions: what is deleted with them, what holds them, and what stays.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { create, createState, idleOf, read, remove, type TestObject, update } from "../../../test/server.ts";
import { badRequest, notFound } from "../api-status.ts";
import type { ServerState } from "../server-state.ts";
import { ContentController } from "./content-controller.ts";

const owner: TestObject = { resource: "example.com/v1/widgets", name: "owner" };
const dependent: TestObject = { resource: "v1/configmaps", name: "dependent" };
const held = { metadata: { finalizers: ["example.com/one"] } };

let state: ServerState;
let idle: () => Promise<void>;
beforeEach(async () => {
  state = await createState();
  idle = idleOf(new ContentController(state));
});
afterEach(() => void vi.useRealTimers());

const letGo = (at: TestObject): Promise<unknown> =>
  update(state, at, (object) => ({ ...object, metadata: { ...object.metadata, finalizers: [] } }));

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

  test("that is empty is deleted at once, and others are not emptied", async () => {
    await create(state, dependent);
    await remove(state, namespace);
    await idle();
    expect([read(state, namespace), read(state, dependent) === undefined]).toEqual([undefined, false]);
  });

  test("that is only changed keeps its objects", async () => {
    await create(state, inside);
    await update(state, namespace, (object) => ({ ...object, metadata: { ...object.metadata, labels: { a: "b" } } }));
    await remove(state, { ...inside, name: "other" }).catch(() => undefined);
    await idle();
    expect([read(state, namespace), read(state, inside)]).not.toContain(undefined);
  });

  test("keeps the finalizers in its metadata", async () => {
    await update(state, namespace, (object) => ({ ...object, metadata: { ...object.metadata, ...held.metadata } }));
    await create(state, inside);
    await remove(state, namespace);
    await idle();
    expect(read(state, inside)).toBeUndefined();
    expect(read(state, namespace)).toMatchObject({ ...held, spec: { finalizers: [] } });
    await letGo(namespace);
    expect(read(state, namespace)).toBeUndefined();
  });

  test("has objects that are deleted in the background", async () => {
    await create(state, inside, { metadata: { finalizers: ["example.com/one", "orphan"] } });
    await remove(state, namespace);
    await idle();
    expect(read(state, inside)?.metadata.finalizers).toEqual(["example.com/one"]);
  });

  test.each([
    { error: badRequest("not now"), again: true },
    { error: notFound({ group: "", plural: "configmaps" }, "a"), again: false },
  ])("is emptied again later when a deletion is rejected with '$error.message': $again", async ({ error, again }) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await create(state, inside);
    vi.spyOn(state.admission, "admitDeletion").mockResolvedValueOnce(undefined).mockRejectedValueOnce(error);
    await remove(state, namespace);
    await idle();
    expect(read(state, inside)).toBeDefined();
    vi.advanceTimersByTime(500);
    await idle();
    expect(read(state, inside) === undefined).toBe(again);
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

test("a definition whose objects are deleted one by one is deleted with the last", async () => {
  const definition: TestObject = {
    resource: "apiextensions.k8s.io/v1/customresourcedefinitions",
    name: "widgets.example.com",
  };
  const second = { ...owner, name: "second" };
  for (const at of [owner, second]) await create(state, at, held);
  await update(state, definition, (object) => ({
    ...object,
    metadata: { ...object.metadata, finalizers: ["example.com/one"] },
  }));
  await remove(state, definition);
  await idle();
  await letGo(owner);
  await idle();
  expect(read(state, definition)?.metadata.finalizers).toEqual([
    "example.com/one",
    "customresourcecleanup.apiextensions.k8s.io",
  ]);
  await letGo(second);
  await idle();
  expect(read(state, definition)?.metadata.finalizers).toEqual(["example.com/one"]);
});
