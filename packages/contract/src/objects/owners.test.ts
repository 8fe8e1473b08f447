// Owner references found, added and compared.
import type { KubeObject, OwnerReference } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { ensureOwner, ownerCluster, ownerMachine, ownerMachinePool, ownerReferenceTo, sameOwner } from "./owners.ts";

const reference = (apiVersion: string, kind: string, name: string): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid: `${name}-uid`,
});
const owned = (...ownerReferences: OwnerReference[]): KubeObject => ({
  apiVersion: "g.io/v1",
  kind: "Foo",
  metadata: ownerReferences.length === 0 ? {} : { ownerReferences },
});

describe("owners are found by group and kind, in any version", () => {
  it.each<[string, KubeObject, string | undefined]>([
    ["v1beta1", owned(reference("cluster.x-k8s.io/v1beta1", "Cluster", "a")), "a"],
    ["a version to come", owned(reference("cluster.x-k8s.io/v9", "Cluster", "a")), "a"],
    ["a Cluster of another group", owned(reference("other.io/v1", "Cluster", "a")), undefined],
    ["the Secret that topologies begin with", owned(reference("v1", "Secret", "shim")), undefined],
    [
      "behind another owner",
      owned(reference("v1", "Secret", "shim"), reference("cluster.x-k8s.io/v1beta2", "Cluster", "b")),
      "b",
    ],
    ["none", owned(), undefined],
  ])("%s", (_, object, want) => {
    expect(ownerCluster(object)?.name).toBe(want);
  });

  it("tells Machines from Clusters", () => {
    const object = owned(reference("cluster.x-k8s.io/v1beta2", "Machine", "m"));
    expect([ownerMachine(object)?.name, ownerCluster(object)]).toEqual(["m", undefined]);
  });
});

it("a pool's machine is owned by its MachinePool", () => {
  const pool = reference("cluster.x-k8s.io/v1beta2", "MachinePool", "p");
  expect([ownerMachinePool(owned(pool))?.name, ownerMachine(owned(pool))]).toEqual(["p", undefined]);
  expect(ownerMachinePool(owned(reference("other.io/v1", "MachinePool", "p")))).toBeUndefined();
});

it.each([
  ["the same", reference("g.io/v1", "Bar", "a"), true],
  ["another version and UID", { ...reference("g.io/v2", "Bar", "a"), uid: "other" }, true],
  ["another name", reference("g.io/v1", "Bar", "b"), false],
  ["another kind", reference("g.io/v1", "Baz", "a"), false],
  ["another group", reference("h.io/v1", "Bar", "a"), false],
])("sameOwner: %s", (_, other, want) => {
  expect(sameOwner(reference("g.io/v1", "Bar", "a"), other)).toBe(want);
});

it("a reference to an object that was never stored has no name and no UID", () => {
  expect(ownerReferenceTo({ apiVersion: "v1", kind: "Secret", metadata: {} })).toEqual({
    apiVersion: "v1",
    kind: "Secret",
    name: "",
    uid: "",
  });
});

describe("ensureOwner", () => {
  const owner = { apiVersion: "g.io/v2", kind: "Bar", metadata: { name: "a", uid: "1" } };

  it("adds a reference once", () => {
    const object = owned(reference("v1", "Secret", "s"));
    expect(ensureOwner(object, ownerReferenceTo(owner, { controller: true }))).toBe(true);
    expect(ensureOwner(object, ownerReferenceTo(owner, { controller: true }))).toBe(false);
    expect(object.metadata.ownerReferences).toEqual([
      reference("v1", "Secret", "s"),
      { apiVersion: "g.io/v2", kind: "Bar", name: "a", uid: "1", controller: true },
    ]);
  });

  it("adds the first reference", () => {
    const object = owned();
    expect(ensureOwner(object, ownerReferenceTo(owner))).toBe(true);
    expect(object.metadata.ownerReferences).toEqual([{ apiVersion: "g.io/v2", kind: "Bar", name: "a", uid: "1" }]);
  });

  it("replaces the reference to the same owner of an older version or UID", () => {
    const object = owned(reference("g.io/v1", "Bar", "a"));
    expect(ensureOwner(object, ownerReferenceTo(owner))).toBe(true);
    expect(object.metadata.ownerReferences).toEqual([{ apiVersion: "g.io/v2", kind: "Bar", name: "a", uid: "1" }]);
  });
});
