// MachinePools of a topology, which the simulated core does not create: dev says so while the Cluster has them.
import { type KubeObject, keyOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { objectOf } from "../../test/tree-objects.ts";
import { followPoolsOfTopologies, type FollowedTopologies } from "./rejected-topologies.ts";

function cluster(...pools: readonly string[]): KubeObject {
  const machinePools = pools.map((name) => ({ class: "pool", name }));
  return objectOf("Cluster", "dev", { spec: { topology: { version: "v1.36.0", workers: { machinePools } } } });
}

test("the pools of a topology are named, until the Cluster has none, or is deleted", () => {
  const reports: string[][] = [];
  let listener: Parameters<FollowedTopologies["changes"]>[0] = () => undefined;
  followPoolsOfTopologies({
    changes: (changed) => {
      listener = changed;
      return () => undefined;
    },
    found: (all, added) => reports.push([...all, ...added].map(({ message }) => message)),
  });
  const change = (object: KubeObject, type = "MODIFIED"): void =>
    listener({ type, kind: object.kind, key: keyOf(object), object });
  const problem = (pools: string): string[] =>
    Array(2).fill(
      `Cluster default/dev: the MachinePools of its topology are not simulated, and so none is created: ${pools}`,
    );
  change(objectOf("MachinePool", "dev"));
  change(objectOf("Cluster", "without-topology"));
  change(cluster("a"));
  change(cluster("a"));
  change(cluster("a", "b"));
  change(cluster());
  change(cluster("b"));
  change(cluster("b"), "DELETED");
  expect(reports).toEqual([problem("a"), problem("a, b"), [], problem("b"), []]);
});
