// Creation: names that are generated, namespaces, dry runs, and what happens when two writers create one object.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { create, createState, placeOf, read, remove, type TestObject } from "../../../test/server.ts";
import type { ServerState } from "../server-state.ts";
import { createObject } from "./create-object.ts";
import { systemContext } from "./write-context.ts";

const widget: TestObject = { resource: "example.com/v1/widgets", name: "a" };
const configMap: TestObject = { resource: "v1/configmaps", name: "a" };
const unnamed = { metadata: { name: "", generateName: "a-" } };

let state: ServerState;
beforeEach(async () => {
  state = await createState();
});

const collection = (at: TestObject): ReturnType<ServerState["store"]["collection"]> =>
  state.store.collection(placeOf(state, at).resource.kind);

test("an object is stored as it is answered", async () => {
  const { stored, object } = await create(state, widget, { spec: { color: "red" } });
  expect(stored).toBe(collection(widget).get({ namespace: "default", name: "a" }));
  expect(stored?.object).toEqual({
    ...object,
    metadata: { ...object.metadata, resourceVersion: String(state.store.revision) },
  });
});

test("a status is kept by kinds that have no schema", async () => {
  const pod: TestObject = { resource: "v1/pods", name: "a" };
  await create(state, pod, { status: { phase: "Running" } });
  expect(read(state, pod)).toMatchObject({ status: { phase: "Running" } });
});

test("a dry run stores nothing", async () => {
  const { revision } = state.store;
  const place = placeOf(state, widget);
  const object = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a", namespace: "default" } };
  const written = await createObject(state, place, { object, context: { ...systemContext(), dryRun: true } });
  expect(written).toEqual({ object: expect.objectContaining({ metadata: expect.objectContaining({ name: "a" }) }) });
  expect(state.store.revision).toBe(revision);
});

test("webhooks see the object as it will be stored", async () => {
  const mutate = vi.spyOn(state.admission, "mutate");
  const validate = vi.spyOn(state.admission, "validate");
  await create(state, { ...widget, name: "" }, { ...unnamed, spec: {} });
  const call = { namespace: "default", operation: "CREATE", resource: placeOf(state, widget).resource };
  expect(mutate.mock.calls).toMatchObject([[{ ...call, object: { spec: { size: 3 } } }]]);
  expect(validate.mock.calls).toMatchObject([
    [{ ...call, object: { metadata: { name: expect.stringMatching(/^a-.{5}$/), uid: expect.any(String) } } }],
  ]);
});

test("what a webhook adds is pruned and gets its defaults", async () => {
  vi.spyOn(state.admission, "mutate").mockImplementationOnce(async ({ object }) => ({
    ...object,
    spec: { unknown: 1 },
  }));
  await create(state, widget);
  expect(read(state, widget)?.["spec"]).toEqual({ size: 3 });
});

describe("a generated name", () => {
  test("is not used when there is a name", async () => {
    await create(state, widget, { metadata: { name: "a", generateName: "b-" } });
    expect(read(state, widget)?.metadata.generateName).toBe("b-");
  });

  test("that exists is replaced by another one", async () => {
    const taken = (await create(state, configMap)).stored;
    const get = vi.spyOn(collection(configMap), "get").mockReturnValueOnce(taken).mockReturnValueOnce(taken);
    const { object } = await create(state, { ...configMap, name: "" }, unnamed);
    expect(get.mock.calls.slice(0, 3).map(([{ name }]) => name)).toEqual([
      expect.stringMatching(/^a-.{5}$/),
      expect.stringMatching(/^a-.{5}$/),
      object.metadata.name,
    ]);
  });

  test("is given up after eight that exist", async () => {
    const taken = (await create(state, configMap)).stored;
    const get = vi.spyOn(collection(configMap), "get").mockReturnValue(taken);
    await expect(create(state, { ...configMap, name: "" }, unnamed)).rejects.toThrow(
      /^configmaps "a-.{5}" already exists$/,
    );
    expect(get).toHaveBeenCalledTimes(8);
  });
});

test("of two writers that create one object one succeeds", async () => {
  const ends = await Promise.allSettled([create(state, configMap), create(state, configMap)]);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(ends[1]).toMatchObject({ reason: { message: 'configmaps "a" already exists' } });
});

test.each([
  { at: { ...configMap, namespace: "none" }, body: {}, message: 'namespaces "none" not found' },
  { at: { ...configMap, name: "" }, body: {}, message: /^ConfigMap "" is invalid: metadata\.name: Required value/ },
  {
    at: { ...configMap, name: "" },
    body: { metadata: { name: "", generateName: "B-" } },
    message: /^ConfigMap "B-.{5}" is invalid: metadata\.name: Invalid value: "B-/,
  },
  {
    at: configMap,
    body: { metadata: { resourceVersion: "1" } },
    message: "resourceVersion should not be set on objects to be created",
  },
])("$at.namespace/$at.name with $body is rejected", async ({ at, body, message }) => {
  await expect(create(state, at, body)).rejects.toMatchObject({ status: { message: expect.stringMatching(message) } });
});

test("a namespace that is being deleted takes nothing new", async () => {
  const namespace: TestObject = { resource: "v1/namespaces", name: "n" };
  await create(state, namespace);
  await remove(state, namespace);
  await expect(create(state, { ...widget, namespace: "n" })).rejects.toMatchObject({
    status: {
      code: 403,
      reason: "Forbidden",
      message:
        'widgets.example.com "a" is forbidden: unable to create new content in namespace n because it is being terminated',
      details: {
        name: "a",
        group: "example.com",
        kind: "widgets",
        causes: [
          {
            reason: "NamespaceTerminating",
            message: "namespace n is being terminated",
            field: "metadata.namespace",
          },
        ],
      },
    },
  });
  await create(state, { resource: "example.com/v1/gadgets", name: "a" });
});
