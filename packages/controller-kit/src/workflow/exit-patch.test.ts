// What the end of a pass sends, in which order, and what happens when a part of it fails.
import { conditionPlaces, removeCondition, setCondition } from "@capstan/contract/conditions";
import { deepClone, type KubeObject, type OwnerReference, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { apiError, FakeClient, notFound, notServed } from "../../test/fake-client.ts";
import { sendExitPatch } from "./exit-patch.ts";
import { Failures } from "./failures.ts";

interface Foo extends KubeObject<"g/v1", "Foo"> {
  spec?: { size?: number };
  status?: { size?: number; ready?: boolean; conditions?: unknown };
}
const Foo = resourceOf<Foo>("g/v1", "Foo");
const place = conditionPlaces.current;
const ours = "foo.g";

const foo = (extra: Partial<Foo> = {}, metadata: KubeObject["metadata"] = {}): Foo => ({
  apiVersion: "g/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name: "a", ...metadata },
  ...extra,
});

interface Sent {
  readonly fake: FakeClient;
  readonly failures: Failures;
  readonly what: readonly string[];
}

async function send(
  stored: Foo,
  change: (draft: Foo) => void,
  { release, prepare = () => undefined }: { release?: string; prepare?: (fake: FakeClient) => void } = {},
): Promise<Sent> {
  const fake = new FakeClient();
  const before = fake.put(stored);
  const after = deepClone(before);
  change(after);
  prepare(fake);
  const failures = new Failures();
  const owned = new Set(["Ready"]);
  const setNotStored = (object: KubeObject, error: unknown): void =>
    setCondition(object, place, { type: "Ready", status: "Unknown", reason: "NotStored", message: String(error) });
  const patch = { resource: Foo, before, after, place, owned, flags: ["status.ready"], release, setNotStored };
  await sendExitPatch(fake.whole, patch, failures);
  return { fake, failures, what: fake.writes.map(({ what }) => what) };
}

const setReady = (draft: Foo): void => setCondition(draft, place, { type: "Ready", status: "True", reason: "Ready" });

function changeAll(draft: Foo): void {
  setReady(draft);
  draft.spec = { size: 2 };
  draft.status = { ...draft.status, size: 2 };
}

test("a pass that changed nothing sends nothing", async () => {
  const { fake, failures } = await send(foo({ spec: { size: 1 }, status: { size: 1 } }), () => undefined);
  expect([fake.writes, fake.reads, failures.any]).toEqual([[], [], false]);
});

test("conditions that the pass did not change stay as another writer has set them meanwhile", async () => {
  const stored = foo();
  setCondition(stored, place, { type: "Other", status: "False", reason: "R" });
  const { fake } = await send(stored, setReady, {
    prepare: (prepared) => {
      const live = foo();
      setCondition(live, place, { type: "Other", status: "True", reason: "R" });
      prepared.put(live);
    },
  });
  const { status } = fake.objects.get("ns/a") as Foo;
  expect(status?.conditions).toMatchObject([
    { type: "Ready", status: "True" },
    { type: "Other", status: "True" },
  ]);
});

test("a deleted condition is removed, and the last one with its list", async () => {
  const stored = foo({ status: { size: 1 } });
  setReady(stored);
  const { fake, failures } = await send(stored, (draft) => removeCondition(draft, place, "Ready"));
  expect(fake.writes.map(({ body }) => body)).toEqual([
    { metadata: { resourceVersion: "1" }, status: { conditions: null } },
  ]);
  expect([(fake.objects.get("ns/a") as Foo).status, failures.any]).toEqual([{ size: 1 }, false]);
});

test("a condition of another writer that the pass and that writer changed is an error, and all else is written", async () => {
  const other = (draft: Foo, status: "True" | "False" | "Unknown"): void =>
    setCondition(draft, place, { type: "Other", status, reason: "R" });
  const stored = foo();
  other(stored, "Unknown");
  const change = (draft: Foo): void => {
    changeAll(draft);
    other(draft, "True");
  };
  const { fake, failures } = await send(stored, change, {
    prepare: (prepared) => {
      const live = foo();
      other(live, "False");
      prepared.put(live);
    },
  });
  expect(() => failures.throwIfAny()).toThrow("condition Other was changed by another writer at the same time");
  expect(fake.objects.get("ns/a")).toMatchObject({
    spec: { size: 2 },
    status: { size: 2, conditions: [{ type: "Other", status: "False" }] },
  });
});

test("metadata and spec go first, then the status, then the conditions in it", async () => {
  const { fake, what } = await send(foo({ spec: { size: 1 } }), changeAll);
  expect(what).toEqual(["patch ns/a", "patch/status ns/a", "patch/status ns/a"]);
  expect(fake.writes.map(({ body }) => body)).toMatchObject([
    { spec: { size: 2 } },
    { status: { size: 2 } },
    { metadata: { resourceVersion: "3" }, status: { conditions: [{ type: "Ready", status: "True" }] } },
  ]);
});

test.each([
  { part: "spec", failing: 1 },
  { part: "status", failing: 2 },
])("conditions never say of a $part that was not stored that all is well", async ({ failing }) => {
  const { fake, failures } = await send(foo({ spec: { size: 1 } }), changeAll, {
    prepare: (prepared) => {
      prepared.beforeWrite = (count) => {
        if (count === failing) throw apiError(422, "Invalid size");
      };
    },
  });
  expect(() => failures.throwIfAny()).toThrow("Invalid size");
  const { conditions } = (fake.objects.get("ns/a") as Foo).status ?? {};
  expect(conditions).toMatchObject([
    {
      type: "Ready",
      status: "Unknown",
      reason: "NotStored",
      message: expect.stringContaining("Invalid size") as string,
    },
  ]);
  expect(JSON.stringify(fake.writes)).not.toContain('"status":"True"');
});

test.each([
  { name: "labels", metadata: { labels: { a: "b" } }, version: undefined },
  { name: "finalizers", metadata: { finalizers: ["x"] }, version: "1" },
  {
    name: "owners",
    metadata: { ownerReferences: [{ apiVersion: "v1", kind: "K", name: "n", uid: "u" }] },
    version: "1",
  },
])("a change of $name has the version $version of the object that the pass has read", async ({ metadata, version }) => {
  const { fake } = await send(foo(), (draft) => {
    setReady(draft);
    Object.assign(draft.metadata, metadata);
  });
  expect(fake.writes[0]?.body).toEqual({
    metadata: { ...metadata, ...(version === undefined ? {} : { resourceVersion: version }) },
  });
});

const owner = (name: string): OwnerReference => ({ apiVersion: "v1", kind: "K", name, uid: name });

const shared: readonly {
  name: string;
  stored: KubeObject["metadata"];
  change: (metadata: KubeObject["metadata"]) => void;
  meanwhile: KubeObject["metadata"];
  want: KubeObject["metadata"];
}[] = [
  {
    name: "an added owner and finalizer",
    stored: { ownerReferences: [owner("a")], finalizers: ["a"] },
    change: (metadata) => {
      metadata.ownerReferences = [...(metadata.ownerReferences ?? []), owner("b")];
      metadata.finalizers = ["a", "b"];
    },
    meanwhile: { ownerReferences: [owner("a"), owner("x")], finalizers: ["x", "a"] },
    want: { ownerReferences: [owner("a"), owner("x"), owner("b")], finalizers: ["x", "a", "b"] },
  },
  {
    name: "a removed owner",
    stored: { ownerReferences: [owner("a")] },
    change: (metadata) => void delete metadata.ownerReferences,
    meanwhile: { ownerReferences: [owner("x"), owner("a")], labels: { x: "y" } },
    want: { ownerReferences: [owner("x")], labels: { x: "y" } },
  },
];

test.each(shared)("$name leaves the entries that another writer sets", async ({ stored, change, meanwhile, want }) => {
  const draft = (each: Foo): void => {
    setReady(each);
    change(each.metadata);
  };
  const { fake, failures } = await send(foo({}, stored), draft, {
    prepare: (prepared) => {
      prepared.beforeWrite = (count) => {
        if (count === 1) prepared.put({ ...prepared.objects.get("ns/a"), ...foo({}, meanwhile) });
      };
    },
  });
  failures.throwIfAny();
  expect(fake.objects.get("ns/a")?.metadata).toMatchObject(want);
});

test("what another writer has done already is not sent", async () => {
  const add = (draft: Foo): void => void (draft.metadata.finalizers = ["f"]);
  const { what, failures } = await send(foo(), add, {
    prepare: (prepared) => {
      prepared.beforeWrite = (count) => void (count === 1 && prepared.put(foo({}, { finalizers: ["f"] })));
    },
  });
  expect([what, failures.any]).toEqual([["patch ns/a"], false]);
});

test("a part that fails does not stop the others, and keeps the finalizer", async () => {
  const { failures, what, fake } = await send(foo({ spec: { size: 1 } }, { finalizers: [ours] }), changeAll, {
    release: ours,
    prepare: (prepared) => {
      prepared.beforeWrite = (count) => {
        if (count !== 2) throw apiError(403, `Forbidden ${count}`);
      };
    },
  });
  expect(what).toEqual(["patch ns/a", "patch/status ns/a", "patch/status ns/a"]);
  expect(() => failures.throwIfAny()).toThrow(/Forbidden 1.*; .*Forbidden 3/);
  expect(fake.objects.get("ns/a")?.metadata.finalizers).toEqual([ours]);
});

test.each([
  { name: "a new flag is not stored without them", ready: undefined, want: { size: 2 } },
  { name: "a flag that was set stays", ready: true, want: { ready: true, size: 2 } },
])("when metadata and spec are rejected, $name", async ({ ready, want }) => {
  const stored = foo({ spec: { size: 1 }, status: ready === undefined ? {} : { ready } });
  const change = (draft: Foo): void => {
    draft.spec = { size: 2 };
    draft.status = { ready: true, size: 2 };
  };
  const { fake, failures } = await send(stored, change, {
    prepare: (prepared) => {
      prepared.beforeWrite = (count) => {
        if (count === 1) throw apiError(422, "Invalid");
      };
    },
  });
  const { conditions: _, ...status } = (fake.objects.get("ns/a") as Foo).status ?? {};
  expect(status).toEqual(want);
  expect(() => failures.throwIfAny()).toThrow("Invalid");
});

test("the finalizer goes last, from the live object", async () => {
  const { fake, what, failures } = await send(foo({}, { finalizers: [ours] }), setReady, { release: ours });
  expect(what).toEqual(["patch/status ns/a", "patch ns/a"]);
  expect(fake.writes[1]?.body).toEqual({ metadata: { resourceVersion: "2", finalizers: [] } });
  expect(failures.any).toBe(false);
});

test.each([
  { name: "is deleted", prepare: (fake: FakeClient) => fake.objects.clear() },
  { name: "was replaced", prepare: (fake: FakeClient) => void fake.put(foo({}, { uid: "new", finalizers: [ours] })) },
])("the finalizer of an object that $name is left alone", async ({ prepare }) => {
  const { what, failures } = await send(foo({}, { finalizers: [ours] }), () => undefined, { release: ours, prepare });
  expect([what, failures.any]).toEqual([[], false]);
});

test("the finalizer of an object whose kind is not served for a moment is not taken for removed", async () => {
  const { failures } = await send(foo({}, { finalizers: [ours] }), () => undefined, {
    release: ours,
    prepare: (fake) => {
      fake.beforeWrite = () => {
        throw notServed();
      };
    },
  });
  expect(failures.any).toBe(true);
});

const inDeletion = { deletionTimestamp: "2026-01-01T00:00:00Z" };

test.each([
  { what: "object in deletion", metadata: inDeletion, error: notFound("a"), fails: false },
  { what: "object", metadata: {}, error: notFound("a"), fails: true },
  { what: "kind for an object in deletion", metadata: inDeletion, error: notServed(), fails: true },
])("a status that finds no $what fails: $fails", async ({ metadata, error, fails }) => {
  const { failures } = await send(foo({}, metadata), (draft) => void (draft.status = { size: 1 }), {
    prepare: (fake) => {
      fake.beforeWrite = () => {
        throw error;
      };
    },
  });
  expect(failures.any).toBe(fails);
});

test("another error of a deleted object's status is kept", async () => {
  const { failures } = await send(
    foo({}, { deletionTimestamp: "2026-01-01T00:00:00Z" }),
    (draft) => void (draft.status = { size: 1 }),
    {
      prepare: (fake) => {
        fake.beforeWrite = () => {
          throw apiError(403, "Forbidden");
        };
      },
    },
  );
  expect(() => failures.throwIfAny()).toThrow("Forbidden");
});
