// How many keys are kept of the objects of a workload cluster, and under which names.
import type { KubeObject, ObjectKey } from "@capstan/kube";
import { expect, test } from "vitest";
import { keptName, SeenObjects } from "./seen-objects.ts";

/** Keys that take 128 each: an object has eight for itself, and all together have 8,192 more. */
const keysOf = (count: number): ObjectKey[] =>
  Array.from({ length: count }, (_, index) => ({ namespace: "n".repeat(32), name: String(index).padStart(32, "0") }));
const seen = (count: number): { state: string; keys: ObjectKey[]; isCut: boolean } => ({
  state: "s",
  keys: keysOf(count),
  isCut: false,
});
const kept = (objects: SeenObjects, name: string): unknown => {
  const object = objects.get(name);
  return [object?.keys.length, object?.isCut];
};

test("all keys of an object are kept as long as they fit", () => {
  const objects = new SeenObjects();
  objects.set("a", seen(8200));
  objects.set("b", seen(8));
  expect([kept(objects, "a"), kept(objects, "b")]).toEqual([
    [8200, false],
    [8, false],
  ]);
});

test("when nothing is left in common an object keeps what it has for itself, and is marked", () => {
  const objects = new SeenObjects();
  objects.set("a", seen(9000));
  objects.set("b", seen(9));
  expect([kept(objects, "a"), kept(objects, "b")]).toEqual([
    [8200, true],
    [8, true],
  ]);
  // The keys of before, when the function failed: what is missing is still missing.
  const before = objects.get("b") ?? seen(0);
  expect(objects.set("b", { ...before, failures: 1 })).toEqual({ ...before, failures: 1 });
});

test.each([
  { how: "changed", free: (objects: SeenObjects) => void objects.set("a", seen(1)) },
  { how: "deleted", free: (objects: SeenObjects) => objects.delete("a") },
  { how: "cleared", free: (objects: SeenObjects) => objects.clear() },
])("what an object took is free when it is $how", ({ free }) => {
  const objects = new SeenObjects();
  objects.set("a", seen(8200));
  free(objects);
  objects.set("b", seen(8200));
  expect(kept(objects, "b")).toEqual([8200, false]);
});

const tooLong = (): Error => new Error("too long");
const nameOf = (metadata: { readonly namespace?: string; readonly name: string }): string =>
  keptName({ apiVersion: "v1", kind: "ConfigMap", metadata }, tooLong);

test("a namespace and a name of 1,024 characters are kept", () => {
  const [namespace, name] = ["n".repeat(1024), "a".repeat(1024)];
  expect([nameOf({ namespace, name }), nameOf({ name: "a" })]).toEqual([`${namespace}/${name}`, "a"]);
});

test.each([
  { what: "a list", metadata: `{"name":["${"a".repeat(2000)}"]}` },
  { what: "null", metadata: '{"name":null}' },
  { what: "missing", metadata: "{}" },
])("a name that is no string is an error: $what", ({ metadata }) => {
  const sent: KubeObject = JSON.parse(`{"apiVersion":"v1","kind":"ConfigMap","metadata":${metadata}}`);
  expect(() => keptName(sent, tooLong)).toThrow("too long");
});

test.each([
  { what: "namespace", metadata: { namespace: "n".repeat(1025), name: "a" } },
  { what: "name", metadata: { namespace: "n", name: "a".repeat(1025) } },
])("an object with a longer $what is an error", ({ metadata }) => {
  expect(() => nameOf(metadata)).toThrow("too long");
});
