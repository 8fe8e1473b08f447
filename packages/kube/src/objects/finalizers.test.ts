// Finalizers on drafts.
import { expect, it } from "vitest";
import { addFinalizer, finalizerOf, hasFinalizer, removeFinalizer } from "./finalizers.ts";
import type { KubeObject } from "./object.ts";

const object = (metadata: KubeObject["metadata"] = {}): KubeObject => ({
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata,
});

it("adds once, never to an object that is being deleted, and removes without a trace", () => {
  const foo = object();
  expect([addFinalizer(foo, "f"), addFinalizer(foo, "f"), hasFinalizer(foo, "f")]).toEqual([true, false, true]);
  expect([removeFinalizer(foo, "f"), removeFinalizer(foo, "f")]).toEqual([true, false]);
  expect(foo).toEqual(object());
  expect(addFinalizer(object({ deletionTimestamp: "2026-01-01T00:00:00Z" }), "f")).toBe(false);
});

it("leaves the finalizers of others", () => {
  const foo = object({ finalizers: ["a", "f", "b"] });
  removeFinalizer(foo, "f");
  expect(foo.metadata.finalizers).toEqual(["a", "b"]);
});

it("names the finalizer after kind and group", () => {
  expect(finalizerOf({ kind: "FooCluster", group: "g.io" })).toBe("foocluster.g.io");
});
