// Deletion: options, preconditions and finalizers.
import { beforeEach, describe, expect, test } from "vitest";
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
    { body: { propagationPolicy: "Never" }, message: /propagationPolicy: Unsupported value: "Never"/ },
    { body: { dryRun: ["Some"] }, message: /dryRun: Unsupported value: "Some"/ },
  ])("$body are rejected", ({ body, message }) => {
    expect(() => parseDeleteOptions(body, new URLSearchParams())).toThrow(message);
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
  test.each([{ uid: "other" }, { resourceVersion: "1" }])("%j that do not match are a conflict", async (options) => {
    await create(state, widget);
    await expect(run(options)).rejects.toMatchObject({ status: { reason: "Conflict" } });
    expect(read(state, widget)).toBeDefined();
  });

  test("that match let the deletion through", async () => {
    const { uid = "", resourceVersion = "" } = (await create(state, widget)).stored?.object.metadata ?? {};
    expect(await run({ uid, resourceVersion })).toMatchObject({ deleted: true });
  });
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
