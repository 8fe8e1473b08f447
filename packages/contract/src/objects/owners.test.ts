// Owner references found, added and compared.
import type { KubeObject, OwnerReference } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { ensureOwner, ownerCluster, ownerMachine, ownerReferenceTo } from "./owners.ts";

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

  it("replaces the reference to the same owner of an older version or UID", () => {
    const object = owned(reference("g.io/v1", "Bar", "a"));
    expect(ensureOwner(object, ownerReferenceTo(owner))).toBe(true);
    expect(object.metadata.ownerReferences).toEqual([{ apiVersion: "g.io/v2", kind: "Bar", name: "a", uid: "1" }]);
  });
});
