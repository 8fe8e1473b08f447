// Deletion: options, preconditions and finalizers.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { create, createState, placeOf, read, remove, type TestObject, update } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";
import { deleteObject, type DeletionOptions, parseDeleteOptions } from "./delete-object.ts";
import { systemContext } from "./write-context.ts";

const widget: TestObject = { resource: "example.com/v1/widgets", name: "a" };
const held = { metadata: { finalizers: ["example.com/one"] } };

let state: ServerState;
beforeEach(async () => {
  state = await createState();
});

describe("options", () => {
  test.each([
    { title: "none", body: undefined, query: "", want: { dryRun: false } },
    {
      title: "a body",
      body: { propagationPolicy: "Orphan" },
      query: "",
      want: { propagation: "Orphan", dryRun: false },
    },
    {
      title: "a query",
      body: undefined,
      query: "propagationPolicy=Foreground&dryRun=All",
      want: { propagation: "Foreground", dryRun: true },
    },
    {
      title: "both, of which the body wins",
      body: { propagationPolicy: "Background", dryRun: ["All"] },
      query: "propagationPolicy=Foreground",
      want: { propagation: "Background", dryRun: true },
    },
    {
      title: "preconditions",
      body: { preconditions: { uid: "u", resourceVersion: "5" } },
      query: "",
      want: { uid: "u", resourceVersion: "5", dryRun: false },
    },
  ])("from $title", ({ body, query, want }) => {
    expect(parseDeleteOptions(body, new URLSearchParams(query))).toEqual(want);
  });

  test.each([
    {
      body: { propagationPolicy: "Never" },
      message:
        'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Never": supported values: "Foreground", "Background", "Orphan", "nil"',
    },
    {
      body: { dryRun: ["Some"] },
      message: 'DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
    },
  ])("$body are rejected", ({ body, message }) => {
    expect(() => parseDeleteOptions(body, new URLSearchParams())).toThrow(
      expect.objectContaining({ message, status: expect.objectContaining({ reason: "Invalid" }) }),
    );
  });

  test.each([
    { body: { preconditions: { uid: 1, resourceVersion: 2 } } },
    { body: { preconditions: "x" } },
    { body: [] },
    { body: { dryRun: [] } },
  ])("$body are none", ({ body }) => {
    expect(parseDeleteOptions(body, new URLSearchParams())).toStrictEqual({ dryRun: false });
  });
});

const run = (options: DeletionOptions = {}): ReturnType<typeof deleteObject> =>
  deleteObject(state, placeOf(state, widget), { options, context: systemContext() });

test("without finalizers an object is deleted at once", async () => {
  await create(state, widget);
  expect(await run()).toMatchObject({ deleted: true });
  expect(read(state, widget)).toBeUndefined();
  await expect(run()).rejects.toMatchObject({ status: { reason: "NotFound" } });
});

test("with a finalizer it is marked once, and deleted by the update that removes the finalizer", async () => {
  await create(state, widget, held);
  expect(await run()).toMatchObject({ deleted: false });
  const marked = read(state, widget);
  expect(marked?.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2 });
  expect(marked?.metadata.deletionTimestamp).toMatch(/Z$/);
  await run();
  expect(read(state, widget)).toBe(marked);
  await update(state, widget, (object) => ({ ...object, metadata: { ...object.metadata, finalizers: [] } }));
  expect(read(state, widget)).toBeUndefined();
});

test("no finalizer can be added to an object that is being deleted", async () => {
  await create(state, widget, held);
  await remove(state, widget);
  const finalizers = ["example.com/one", "example.com/two"];
  await expect(
    update(state, widget, (object) => ({ ...object, metadata: { ...object.metadata, finalizers } })),
  ).rejects.toThrow('found new finalizers []string{"example.com/two"}');
});

test.each([
  { propagation: "Foreground", want: ["example.com/one", "foregroundDeletion"] },
  { propagation: "Orphan", want: ["example.com/one", "orphan"] },
  { propagation: "Background", want: ["example.com/one"] },
] as const)("propagation $propagation sets the finalizers $want", async ({ propagation, want }) => {
  await create(state, widget, held);
  await run({ propagation: "Orphan" });
  await run({ propagation });
  expect(read(state, widget)?.metadata.finalizers).toEqual(want);
});

describe("preconditions", () => {
  test.each([
    {
      options: { uid: "other" },
      why: "the UID in the precondition (other) does not match the UID in record (UID). The object might have been deleted and then recreated",
    },
    {
      options: { resourceVersion: "1" },
      why: "the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (VERSION). The object might have been modified",
    },
  ])("$options that do not match are a conflict", async ({ options, why }) => {
    await create(state, widget);
    const { uid, resourceVersion = "" } = read(state, widget)?.metadata ?? {};
    const reason = why.replace("UID)", `${uid})`).replace("VERSION", resourceVersion);
    await expect(run(options)).rejects.toMatchObject({
      status: {
        reason: "Conflict",
        message: `Operation cannot be fulfilled on Widget.example.com "a": ${reason}`,
        details: { name: "a", group: "example.com", kind: "Widget" },
      },
    });
    expect(read(state, widget)).toBeDefined();
  });

  test("that match let the deletion through", async () => {
    const { uid = "", resourceVersion = "" } = (await create(state, widget)).stored?.object.metadata ?? {};
    expect(await run({ uid, resourceVersion })).toMatchObject({ deleted: true });
  });
});

test("an object that changes while webhooks are called is deleted in its new state", async () => {
  await create(state, widget);
  vi.spyOn(state.admission, "admitDeletion").mockImplementationOnce(async () => {
    await update(state, widget, (object) => ({ ...object, metadata: { ...object.metadata, ...held.metadata } }));
  });
  expect(await run()).toMatchObject({ deleted: false });
  expect(read(state, widget)?.metadata).toMatchObject({ ...held.metadata, deletionGracePeriodSeconds: 0 });
});

test("an object with a finalizer that changes while webhooks are called is marked in its new state", async () => {
  await create(state, widget, held);
  vi.spyOn(state.admission, "admitDeletion").mockImplementationOnce(async () => {
    await update(state, widget, (object) => ({ ...object, spec: { color: "red" } }));
  });
  await run();
  expect(read(state, widget)).toMatchObject({ spec: { color: "red" }, metadata: { generation: 3 } });
});

test("webhooks are called for the object that is deleted", async () => {
  await create(state, widget);
  const asked = vi.spyOn(state.admission, "admitDeletion");
  const oldObject = read(state, widget);
  await run({ dryRun: true });
  expect(asked.mock.calls).toMatchObject([
    [{ namespace: "default", operation: "DELETE", oldObject, context: { dryRun: true, fieldValidation: "Ignore" } }],
  ]);
});

test("a kind that does not count generations has none after its deletion", async () => {
  const configMap: TestObject = { resource: "v1/configmaps", name: "a" };
  await create(state, configMap, held);
  await remove(state, configMap);
  expect(read(state, configMap)?.metadata).not.toHaveProperty("generation");
});

test("propagation in the background leaves no finalizers of another propagation", async () => {
  await create(state, widget, { metadata: { finalizers: ["orphan", "foregroundDeletion"] } });
  expect(await run({ propagation: "Background" })).toMatchObject({ deleted: true });
});

test("a deleted object keeps the state that it had, under the version of its deletion", async () => {
  await create(state, widget, { spec: { color: "red" } });
  const before = read(state, widget);
  const { stored } = await run();
  const resourceVersion = String(state.store.revision);
  expect(stored.object).toEqual({ ...before, metadata: { ...before?.metadata, resourceVersion } });
});

test.each([
  { body: {}, deleted: true },
  { body: held, deleted: false },
])("a dry run stores nothing; deleted is $deleted", async ({ body, deleted }) => {
  await create(state, widget, body);
  const { revision } = state.store;
  expect(await run({ dryRun: true })).toMatchObject({ deleted });
  expect(state.store.revision).toBe(revision);
});
