// Creation and updates on the stored state: defaults, identity, status, generation, conflicts, finalizers.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { create, createState, placeOf, read, remove, type TestObject, update } from "../../../test/server.ts";
import type { ApiObject } from "../kinds/api-kind.ts";
import type { ServerState } from "../server-state.ts";
import { updateObject } from "./change-object.ts";
import { systemContext } from "./write-context.ts";

const widget: TestObject = { resource: "example.com/v1/widgets", name: "a" };
const status: TestObject = { ...widget, subresource: "status" };
const configMap: TestObject = { resource: "v1/configmaps", name: "a" };

let state: ServerState;
beforeEach(async () => {
  state = await createState();
});

const generation = (at: TestObject): number | undefined => read(state, at)?.metadata.generation;
const edit = (fields: object) => (object: ApiObject) => ({ ...object, ...fields });
const editMeta = (metadata: object) => (object: ApiObject) => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
});

describe("creation", () => {
  test("sets identity and defaults, prunes, and ignores status", async () => {
    await create(state, widget, {
      metadata: { uid: "mine", generation: 7, deletionTimestamp: "2020-01-01T00:00:00Z", selfLink: "x" },
      spec: { unknown: 1 },
      status: { phase: "Ready" },
    });
    const object = read(state, widget);
    expect([object?.["spec"], object?.["status"], object?.metadata.generation]).toEqual([{ size: 3 }, undefined, 1]);
    expect(object?.metadata.uid).not.toBe("mine");
    expect(object?.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(object?.metadata.deletionTimestamp).toBeUndefined();
  });

  test("a built-in kind keeps the generation of the client", async () => {
    await create(state, configMap, { metadata: { generation: 7 } });
    expect(generation(configMap)).toBe(7);
  });

  test("generateName becomes a valid name of at most 63 characters", async () => {
    const prefix = "p".repeat(70);
    const { object } = await create(state, { ...widget, name: "" }, { metadata: { name: "", generateName: prefix } });
    expect(object.metadata.name).toMatch(/^p{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  test.each([
    { title: "an existing name", at: widget, body: {}, reason: "AlreadyExists" },
    { title: "an unknown namespace", at: { ...widget, namespace: "none" }, body: {}, reason: "NotFound" },
    { title: "a resourceVersion", at: widget, body: { metadata: { resourceVersion: "1" } }, reason: "InternalError" },
    { title: "no name", at: { ...widget, name: "" }, body: {}, reason: "Invalid" },
    { title: "a capital letter", at: { ...widget, name: "A" }, body: {}, reason: "Invalid" },
    { title: "a wrong value", at: { ...widget, name: "b" }, body: { spec: { size: 0 } }, reason: "Invalid" },
  ])("with $title is rejected with $reason", async ({ at, body, reason }) => {
    await create(state, widget);
    await expect(create(state, at, body)).rejects.toMatchObject({ status: { reason } });
  });
});

describe("generation", () => {
  beforeEach(() => create(state, widget));
  test.each([
    { title: "spec", at: widget, fields: { spec: { size: 5 } }, want: 2 },
    { title: "labels", at: widget, fields: { metadata: { name: "a", labels: { a: "b" } } }, want: 1 },
    { title: "status by the main resource", at: widget, fields: { status: { phase: "Ready" } }, want: 1 },
    { title: "status", at: status, fields: { status: { phase: "Ready" } }, want: 1 },
    { title: "nothing", at: widget, fields: {}, want: 1 },
  ])("after a change of $title is $want", async ({ at, fields, want }) => {
    await update(state, at, edit(fields));
    expect(generation(widget)).toBe(want);
  });
});

describe("status", () => {
  beforeEach(() => create(state, widget, { spec: { color: "red" } }));
  const both = { spec: { color: "blue" }, status: { phase: "Ready" } };

  test("is written through its subresource, which changes nothing else", async () => {
    await update(state, status, edit({ ...both, metadata: { name: "a", labels: { a: "b" } } }));
    const object = read(state, widget);
    expect([object?.["spec"], object?.["status"], object?.metadata.labels]).toEqual([
      { color: "red", size: 3 },
      { phase: "Ready" },
      undefined,
    ]);
  });

  test("is kept by an update of the main resource", async () => {
    await update(state, status, edit(both));
    await update(state, widget, edit({ spec: { color: "blue" }, status: { phase: "Lost" } }));
    expect([read(state, widget)?.["spec"], read(state, widget)?.["status"]]).toEqual([
      { color: "blue", size: 3 },
      { phase: "Ready" },
    ]);
  });

  test("can be removed", async () => {
    await update(state, status, edit(both));
    await update(state, status, edit({ status: undefined }));
    expect(read(state, widget)).not.toHaveProperty("status");
  });
});

const changed =
  'Operation cannot be fulfilled on widgets.example.com "a": the object has been modified; please apply your changes to the latest version and try again';

describe("an update", () => {
  beforeEach(() => create(state, widget));

  test.each([
    {
      title: "an outdated resourceVersion",
      metadata: { resourceVersion: "1" },
      reason: "Conflict",
      message: changed,
    },
    {
      title: "another uid",
      metadata: { uid: "other" },
      reason: "Conflict",
      message:
        /^Operation cannot be fulfilled on widgets\.example\.com "a": Precondition failed: UID in precondition: other, UID in object meta: [0-9a-f-]{36}$/,
    },
    {
      title: "an invalid label",
      metadata: { labels: { a: "-" } },
      reason: "Invalid",
      message: /^Widget\.example\.com "a" is invalid: metadata\.labels: Invalid value: "-"/,
    },
  ])("with $title is rejected with $reason", async ({ metadata, reason, message }) => {
    await expect(update(state, widget, editMeta(metadata))).rejects.toMatchObject({
      status: { reason, message: expect.stringMatching(message) },
    });
  });

  test("is given up after eight times when the object always changes in between", async () => {
    let calls = 0;
    const asked = update(state, widget, (object) => {
      calls += 1;
      bump();
      return { ...object, metadata: { ...object.metadata, resourceVersion: "" }, spec: { color: "blue" } };
    });
    await expect(asked).rejects.toMatchObject({ status: { reason: "Conflict", message: changed } });
    expect(calls).toBe(8);
  });

  test("that lets go of the last finalizer is retried too", async () => {
    await update(state, widget, editMeta({ finalizers: ["example.com/one"] }));
    await remove(state, widget);
    let calls = 0;
    await update(state, widget, (object) => {
      if (calls++ === 0) bump();
      return { ...object, metadata: { ...object.metadata, resourceVersion: "", finalizers: [] } };
    });
    expect([calls, read(state, widget)]).toEqual([2, undefined]);
  });

  test("as a dry run stores nothing", async () => {
    const { revision } = state.store;
    const written = await updateObject(state, placeOf(state, widget), {
      change: edit({ spec: { color: "red" } }),
      context: { ...systemContext(), dryRun: true },
    });
    expect(written).toEqual({ object: expect.objectContaining({ spec: { color: "red", size: 3 } }) });
    expect(state.store.revision).toBe(revision);
  });

  test("is shown to webhooks with what it replaces", async () => {
    const before = read(state, widget);
    const calls = [vi.spyOn(state.admission, "mutate"), vi.spyOn(state.admission, "validate")];
    await update(state, status, edit({ status: { phase: "Ready" } }));
    const call = { namespace: "default", subresource: "status", operation: "UPDATE", oldObject: before };
    for (const { mock } of calls)
      expect(mock.calls).toMatchObject([[{ ...call, object: { status: { phase: "Ready" } } }]]);
  });

  test("cannot be changed in its identity by webhooks, but otherwise", async () => {
    const before = read(state, widget);
    vi.spyOn(state.admission, "mutate").mockImplementationOnce(async ({ object }) => ({
      ...object,
      metadata: { ...object.metadata, uid: "other", labels: { a: "b" } },
      spec: { unknown: 1 },
    }));
    await update(state, widget, edit({}));
    expect(read(state, widget)).toMatchObject({
      spec: { size: 3 },
      metadata: { uid: before?.metadata.uid, labels: { a: "b" }, generation: 2 },
    });
  });

  test("does not change the object that its caller gets", async () => {
    const before = structuredClone(read(state, widget));
    await expect(
      update(state, widget, (object) => {
        object.metadata.labels = { a: "-" };
        return object;
      }),
    ).rejects.toThrow("metadata.labels");
    expect(read(state, widget)).toEqual(before);
  });

  test("of an object that does not exist is rejected", async () => {
    await expect(update(state, { ...widget, name: "b" }, edit({}))).rejects.toMatchObject({
      status: { reason: "NotFound", message: 'widgets.example.com "b" not found' },
    });
  });

  test("without a resourceVersion is retried when the object changes in between", async () => {
    let calls = 0;
    await update(state, widget, (object) => {
      if (calls++ === 0) bump();
      return { ...object, metadata: { ...object.metadata, resourceVersion: "" }, spec: { color: "blue" } };
    });
    expect([calls, read(state, widget)?.["spec"]]).toEqual([2, { color: "blue", size: 3 }]);
  });

  /** Writes the stored object synchronously, as a faster writer does. */
  function bump(): void {
    const kind = state.kinds.get("example.com", "widgets");
    const stored =
      kind === undefined ? undefined : state.store.collection(kind).get({ namespace: "default", name: "a" });
    if (kind !== undefined && stored !== undefined) state.store.put(kind, structuredClone(stored.object), stored);
  }

  test("that changes nothing writes nothing", async () => {
    const { revision } = state.store;
    const { stored } = await update(state, widget, edit({}));
    expect(stored?.object).toBe(read(state, widget));
    expect(state.store.revision).toBe(revision);
  });

  test("cannot change what the server sets", async () => {
    const before = read(state, widget)?.metadata;
    await update(
      state,
      widget,
      editMeta({
        generation: 9,
        creationTimestamp: "2020-01-01T00:00:00Z",
        deletionTimestamp: "2020-01-01T00:00:00Z",
        managedFields: [],
      }),
    );
    expect(read(state, widget)?.metadata).toEqual(before);
  });
});
