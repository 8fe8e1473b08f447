// The lists in metadata after changes of two writers.
import { expect, test } from "vitest";
import { mergeMetadataLists } from "./metadata-lists.ts";
import type { KubeObject, OwnerReference } from "./object.ts";

const owner = (name: string, flags: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: "g/v1",
  kind: "Bar",
  name,
  uid: name,
  ...flags,
});
const withOwners = (...ownerReferences: OwnerReference[]): KubeObject => ({
  apiVersion: "g/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name: "a", ownerReferences },
});
const withFinalizers = (...finalizers: string[]): KubeObject => ({
  apiVersion: "g/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name: "a", finalizers },
});
const controller = { controller: true };

test.each([
  { name: "an added one", before: [], after: [owner("a")], live: [owner("x")], want: [owner("x"), owner("a")] },
  { name: "a removed one", before: [owner("a")], after: [], live: [owner("a"), owner("x")], want: [owner("x")] },
  {
    name: "a changed one",
    before: [owner("a")],
    after: [owner("a", controller)],
    live: [owner("x"), owner("a")],
    want: [owner("x"), owner("a", controller)],
  },
  {
    name: "an unchanged one that another writer has changed",
    before: [owner("a")],
    after: [owner("a"), owner("b")],
    live: [owner("a", { uid: "new" })],
    want: [owner("a", { uid: "new" }), owner("b")],
  },
  {
    name: "an unchanged one that another writer has removed",
    before: [owner("a")],
    after: [owner("a"), owner("b")],
    live: [],
    want: [owner("b")],
  },
  {
    name: "a replaced controller",
    before: [owner("a", controller)],
    after: [owner("b", controller)],
    live: [owner("a", controller)],
    want: [owner("b", controller)],
  },
])("owners: $name", ({ before, after, live, want }) => {
  const merged = mergeMetadataLists(withOwners(...live), {
    before: withOwners(...before),
    after: withOwners(...after),
  });
  expect(merged).toEqual({ ownerReferences: want, finalizers: [] });
});

test("a controller is not added beside one that another writer has added", () => {
  const change = { before: withOwners(), after: withOwners(owner("a", controller)) };
  expect(() => mergeMetadataLists(withOwners(owner("x", controller)), change)).toThrow(
    "Foo ns/a is controlled by Bar x, so Bar a cannot control it too",
  );
});

test.each([
  { before: [], after: ["a"], live: ["x"], want: ["x", "a"] },
  { before: ["a"], after: [], live: ["a", "x"], want: ["x"] },
  { before: ["a"], after: ["a", "b"], live: [], want: ["b"] },
  { before: [], after: ["a"], live: ["a", "x"], want: ["a", "x"] },
])("finalizers: from $before to $after, on $live: $want", ({ before, after, live, want }) => {
  const merged = mergeMetadataLists(withFinalizers(...live), {
    before: withFinalizers(...before),
    after: withFinalizers(...after),
  });
  expect(merged).toEqual({ ownerReferences: [], finalizers: want });
});
