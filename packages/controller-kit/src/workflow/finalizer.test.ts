// Our finalizer on the server: versions, conflicts, and objects that are deleted meanwhile.
import { type KubeObject, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { apiError, conflict, FakeClient, notFound, notServed } from "../../test/fake-client.ts";
import { addFinalizerOnServer, keepFinalizer, removeFinalizerOnServer } from "./finalizer.ts";

const Foo = resourceOf("g/v1", "Foo");
const ours = "foo.g";
const foo = (finalizers?: string[]): KubeObject => ({
  apiVersion: "g/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name: "a", ...(finalizers === undefined ? {} : { finalizers }) },
});
const finalizersOf = (fake: FakeClient): unknown => fake.objects.get("ns/a")?.metadata.finalizers;

test.each([
  { given: undefined, want: [ours] },
  { given: ["other"], want: ["other", ours] },
])("adding it to $given carries the version", async ({ given, want }) => {
  const fake = new FakeClient();
  const object = fake.put(foo(given));
  await addFinalizerOnServer(fake.whole, Foo, { object, finalizer: ours });
  expect(fake.writes).toEqual([{ what: "patch ns/a", body: { metadata: { resourceVersion: "1", finalizers: want } } }]);
  expect(object.metadata.finalizers).toEqual(given);
});

test("adding it to an object that has changed is a conflict", async () => {
  const fake = new FakeClient();
  const object = fake.put(foo());
  fake.put(foo(["other"]));
  await expect(addFinalizerOnServer(fake.whole, Foo, { object, finalizer: ours })).rejects.toThrow("Conflict");
  expect(finalizersOf(fake)).toEqual(["other"]);
});

test.each([
  { given: [ours], want: [] },
  { given: ["other", ours], want: ["other"] },
])("removing it from $given", async ({ given, want }) => {
  const fake = new FakeClient();
  const object = fake.put(foo(given));
  await removeFinalizerOnServer(fake.whole, Foo, { object, finalizer: ours });
  expect(fake.writes).toEqual([{ what: "patch ns/a", body: { metadata: { resourceVersion: "1", finalizers: want } } }]);
});

test("removing it where it is not sends nothing", async () => {
  const fake = new FakeClient();
  await removeFinalizerOnServer(fake.whole, Foo, { object: fake.put(foo(["other"])), finalizer: ours });
  expect(fake.writes).toEqual([]);
});

test("removing it keeps the finalizers that were added meanwhile", async () => {
  const fake = new FakeClient();
  const object = fake.put(foo([ours]));
  fake.put(foo([ours, "other"]));
  await removeFinalizerOnServer(fake.whole, Foo, { object, finalizer: ours });
  expect(finalizersOf(fake)).toEqual(["other"]);
  expect(fake.writes.length).toBe(2);
});

test("removing it leaves another object of the same name alone", async () => {
  const fake = new FakeClient();
  const old = fake.put({ ...foo([ours]), metadata: { ...foo([ours]).metadata, uid: "old" } });
  fake.put({ ...foo([ours]), metadata: { ...foo([ours]).metadata, uid: "new" } });
  await removeFinalizerOnServer(fake.whole, Foo, { object: old, finalizer: ours });
  expect(finalizersOf(fake)).toEqual([ours]);
});

test("removing it ends when someone else has removed it meanwhile", async () => {
  const fake = new FakeClient();
  const object = fake.put(foo([ours]));
  fake.put(foo([]));
  await removeFinalizerOnServer(fake.whole, Foo, { object, finalizer: ours });
  expect(fake.writes.length).toBe(1);
});

const ends: readonly {
  name: string;
  error: () => Error;
  change: (fake: FakeClient) => void;
  writes: number;
  want?: string;
}[] = [
  { name: "is fine when the object is deleted", error: () => notFound("a"), change: () => undefined, writes: 1 },
  {
    name: "passes the 404 of a kind that is not served on",
    error: notServed,
    change: () => undefined,
    writes: 1,
    want: "NotFound",
  },
  {
    name: "is fine when the object is deleted after a conflict",
    error: conflict,
    change: (fake) => fake.objects.clear(),
    writes: 1,
  },
  { name: "gives up after five conflicts", error: conflict, change: () => undefined, writes: 5, want: "Conflict" },
  {
    name: "passes other errors on",
    error: () => apiError(403, "Forbidden"),
    change: () => undefined,
    writes: 1,
    want: "Forbidden",
  },
];

test.each(ends)("removing it $name", async ({ error, change, writes, want }) => {
  const fake = new FakeClient();
  const object = fake.put(foo([ours]));
  fake.beforeWrite = () => {
    change(fake);
    throw error();
  };
  const ended = await removeFinalizerOnServer(fake.whole, Foo, { object, finalizer: ours }).then(() => "ended", String);
  expect(ended).toContain(want ?? "ended");
  expect(fake.writes.length).toBe(writes);
});

test.each([
  { left: undefined, want: [ours] },
  { left: [], want: [ours] },
  { left: ["last"], want: ["last", ours] },
  { left: ["first", "last", "new"], want: ["first", "last", "new", ours] },
  { left: [ours, "new"], want: [ours, "new"] },
])("of a deleted object, $left becomes $want", ({ left, want }) => {
  const object = foo(left);
  object.metadata.deletionTimestamp = "2026-01-01T00:00:00Z";
  keepFinalizer(object, { object: foo(["first", ours, "last"]), finalizer: ours });
  expect(object.metadata.finalizers).toEqual(want);
});

test("an object that did not have it gets none", () => {
  const object = foo(["other"]);
  keepFinalizer(object, { object: foo(["other"]), finalizer: ours });
  expect(object.metadata.finalizers).toEqual(["other"]);
});
