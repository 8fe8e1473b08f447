// Owner references found.
import type { KubeObject, OwnerReference } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { ownerCluster, ownerMachine, ownerMachinePool } from "./owners.ts";

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
