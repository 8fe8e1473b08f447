// The stores of several namespaces as one.
import { expect, test } from "vitest";
import { foo } from "../../test/controller-rig.ts";
import { Stores } from "./stores.ts";

async function filled(): Promise<Stores> {
  const stores = new Stores(["a", "b"], () => undefined);
  void stores.addIndex("name", ({ metadata }) => [metadata.name ?? ""]);
  let version = 0;
  for (const [namespace = "", store] of stores.entries()) {
    expect(stores.synced).toBe(false);
    version += 10;
    const objects = ["x", namespace].map((name) => ({ ...foo(name), metadata: { namespace, name } }));
    await store.replace(objects, String(version));
  }
  return stores;
}

test("objects are found by their namespace, and all together", async () => {
  const stores = await filled();
  const names = (objects: Iterable<{ metadata: { namespace?: string; name?: string } }> | undefined): string[] =>
    Array.from(objects ?? [], ({ metadata }) => `${metadata.namespace}/${metadata.name}`);
  expect([stores.synced, stores.size]).toEqual([true, 4]);
  expect(names(stores.values())).toEqual(["a/x", "a/a", "b/x", "b/b"]);
  expect(names(stores.values("b"))).toEqual(["b/x", "b/b"]);
  expect(names(stores.indexed("name", "x"))).toEqual(["a/x", "b/x"]);
  expect(names(stores.indexed("name", "x", "b"))).toEqual(["b/x"]);
  expect(stores.indexed("none", "x")).toBeUndefined();
  expect(stores.get({ namespace: "b", name: "b" })?.metadata).toEqual({ namespace: "b", name: "b" });
  expect(stores.get({ namespace: "c", name: "x" })).toBeUndefined();
  expect([stores.covers("a"), stores.covers("c")]).toEqual([true, false]);
});

test("a version is that of its namespace", async () => {
  const stores = await filled();
  const reached = (namespace: string, version: string): boolean => stores.hasReached(namespace, version);
  expect([reached("a", "10"), reached("a", "20"), reached("b", "20"), reached("c", "1")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
