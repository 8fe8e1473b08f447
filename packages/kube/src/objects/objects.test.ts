// Names of kinds and objects, parsed and formatted.
import { describe, expect, it, test } from "vitest";
import { formatApiVersion, formatGvk, gvkOf, isFirstOfKind, parseApiVersion, sameGroup, sameKind } from "./gvk.ts";
import { controllerOf, formatKey, isControlledBy, keyOf, parseKey, type KubeObject } from "./object.ts";
import { resourceOf } from "./resource.ts";

describe("apiVersions and kinds", () => {
  test.each([
    { apiVersion: "v1", group: "", version: "v1", written: "Foo.v1" },
    { apiVersion: "apps/v1", group: "apps", version: "v1", written: "Foo.v1.apps" },
  ])("$apiVersion", ({ apiVersion, group, version, written }) => {
    expect(parseApiVersion(apiVersion)).toEqual({ group, version });
    expect(formatApiVersion({ group, version })).toBe(apiVersion);
    expect(gvkOf({ apiVersion, kind: "Foo" })).toEqual({ group, version, kind: "Foo" });
    expect(formatGvk({ group, version, kind: "Foo" })).toBe(written);
  });

  test("versions of a group are the same group", () => {
    expect([sameGroup("a/v1", "a/v2"), sameGroup("a/v1", "b/v1"), sameGroup("v1", "v2")]).toEqual([true, false, true]);
  });

  test.each([
    { name: "another version", other: { apiVersion: "a/v2", kind: "Foo" }, same: true },
    { name: "another kind", other: { apiVersion: "a/v1", kind: "Bar" }, same: false },
    { name: "another group", other: { apiVersion: "b/v1", kind: "Foo" }, same: false },
  ])("$name is the same kind: $same", ({ other, same }) => {
    expect(sameKind({ apiVersion: "a/v1", kind: "Foo" }, other)).toBe(same);
  });

  test("the first of each kind, in any version", () => {
    const entries = ["a/v1", "b/v1", "a/v2", "a/v1"].map((apiVersion) => ({ apiVersion, kind: "Foo" }));
    expect([0, 1, 2, 3, 4].map((index) => isFirstOfKind(entries, index))).toEqual([true, true, false, false, false]);
  });
});

describe("keys", () => {
  test.each([
    { written: "a", key: { namespace: "", name: "a" } },
    { written: "ns/a", key: { namespace: "ns", name: "a" } },
  ])("$written", ({ written, key }) => {
    expect([formatKey(key), parseKey(written)]).toEqual([written, key]);
  });

  it("are empty where metadata is", () => {
    expect(keyOf({ metadata: {} })).toEqual({ namespace: "", name: "" });
    expect(keyOf({ metadata: { namespace: "ns", name: "a" } })).toEqual({ namespace: "ns", name: "a" });
  });
});

describe("resourceOf", () => {
  it("names the plural and is namespaced by default", () => {
    expect(resourceOf("a.io/v1", "Policy")).toEqual({
      apiVersion: "a.io/v1",
      group: "a.io",
      version: "v1",
      kind: "Policy",
      plural: "policies",
      scope: "Namespaced",
    });
  });

  it("takes a plural and a scope", () => {
    expect(resourceOf("v1", "Foo", { plural: "foo", scope: "Cluster" })).toMatchObject({
      plural: "foo",
      scope: "Cluster",
    });
  });
});

const owner = (uid: string, controller?: boolean) => ({
  apiVersion: "v1",
  kind: "Pool",
  name: "a",
  uid,
  ...(controller === undefined ? {} : { controller }),
});
const object = (...ownerReferences: ReturnType<typeof owner>[]) => ({ metadata: { ownerReferences } });
const pool = (metadata: KubeObject["metadata"]): KubeObject => ({ apiVersion: "v1", kind: "Pool", metadata });

test("the controller is the owner with the flag", () => {
  expect(controllerOf(object(owner("1"), owner("2", false), owner("3", true)))?.uid).toBe("3");
  expect(controllerOf(object(owner("1"), owner("2", false)))).toBeUndefined();
  expect(controllerOf({ metadata: {} })).toBeUndefined();
});

test("an object controls another one by its uid", () => {
  const found = object(owner("1"), owner("2", true));
  expect(isControlledBy(found, pool({ name: "a", uid: "2" }))).toBe(true);
  expect(isControlledBy(found, pool({ name: "a", uid: "1" }))).toBe(false);
  expect(isControlledBy({ metadata: {} }, pool({ name: "a" }))).toBe(false);
});
