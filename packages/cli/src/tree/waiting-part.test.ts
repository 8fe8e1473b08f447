// Rows of parts of a Cluster that wait for a version: what they have, what they wait for, and what waits with it.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { schemaProblems } from "../../test/json-schema.ts";
import { now, objectOf } from "../../test/tree-objects.ts";
import { ObjectSet } from "./object-set.ts";
import { objectTrees } from "./object-tree.ts";
import { ownedObjects } from "./ownership.ts";
import { treeLines } from "./tree-lines.ts";

const prefix = "topology.cluster.x-k8s.io";

interface Workers {
  readonly name: string;
  readonly annotation?: string;
  readonly replicas?: number;
  readonly version?: string;
}

/** A Cluster that wants v1.34.0, and workers with two machines. */
function notesOf(...workers: readonly Workers[]): readonly string[] {
  const machineDeployments = workers.map(({ name, annotation, replicas = 2 }) => {
    return { name, replicas, metadata: { annotations: annotation === undefined ? {} : { [annotation]: "" } } };
  });
  const topology = { version: "v1.34.0", controlPlane: { replicas: 3 }, workers: { machineDeployments } };
  const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "FooControlPlane", name: "cp" };
  const deployments = workers.map(({ name, version = "v1.33.0" }) =>
    objectOf("MachineDeployment", `c-${name}`, {
      metadata: { labels: { [`${prefix}/owned`]: "", [`${prefix}/deployment-name`]: name } },
      spec: { replicas: 2, template: { spec: { version } } },
      owner: "c",
    }),
  );
  const objects: readonly KubeObject[] = [
    objectOf("Cluster", "c", { spec: { topology, controlPlaneRef } }),
    objectOf("FooControlPlane", "cp", { owner: "c", spec: { replicas: 1, version: "v1.34.0" } }),
    ...deployments,
  ];
  const trees = objectTrees(ownedObjects(new ObjectSet({ objects })));
  expect(trees.flatMap((tree) => schemaProblems(tree, { $ref: "#/$defs/object" }))).toEqual([]);
  const lines = treeLines(trees, { width: 300, colors: false, now });
  return lines.filter((line) => line.includes("◌ upgrade")).map((line) => line.replace(/^.*◌ upgrade +/, ""));
}

test("workers that wait for their turn, and a number of machines that waits with it", () => {
  expect(notesOf({ name: "a" }, { name: "b", replicas: 5 }, { name: "c", version: "v1.34.0", replicas: 7 })).toEqual([
    "v1.33.0 waits for v1.34.0, and every other change with it",
    "v1.33.0 waits for v1.34.0, and the change to 5 machines with it",
  ]);
});

test("workers that are deferred, and those after ones that hold the sequence", () => {
  const waits = "v1.33.0 waits for v1.34.0, and every other change with it; deferred by the annotation";
  expect(
    notesOf(
      { name: "a" },
      { name: "b", annotation: `${prefix}/defer-upgrade` },
      { name: "c", annotation: `${prefix}/hold-upgrade-sequence` },
      { name: "d" },
    ),
  ).toEqual([
    "v1.33.0 waits for v1.34.0, and every other change with it",
    `${waits} ${prefix}/defer-upgrade`,
    `${waits} ${prefix}/hold-upgrade-sequence`,
    `${waits} ${prefix}/hold-upgrade-sequence`,
  ]);
});

test("a control plane that waits, as for a hook", () => {
  const topology = { version: "v1.34.0", controlPlane: { replicas: 3 } };
  const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "FooControlPlane", name: "cp" };
  const objects = [
    objectOf("Cluster", "c", { spec: { topology, controlPlaneRef } }),
    objectOf("FooControlPlane", "cp", { owner: "c", spec: { replicas: 1, version: "v1.33.0" } }),
    objectOf("FooControlPlane", "other", { owner: "c", spec: { replicas: 1, version: "v1.33.0" } }),
  ];
  const [tree] = objectTrees(ownedObjects(new ObjectSet({ objects })));
  expect(tree?.children.map(({ waiting }) => waiting)).toEqual([
    { from: "v1.33.0", to: "v1.34.0", replicas: 3 },
    undefined,
  ]);
});
