// From which version to which a Cluster goes, and how the trees show it.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { condition, now, objectOf } from "../../test/tree-objects.ts";
import { schemaProblems } from "../../test/json-schema.ts";
import { ObjectSet } from "./object-set.ts";
import { objectTrees } from "./object-tree.ts";
import { ownedObjects } from "./ownership.ts";
import { treeLines } from "./tree-lines.ts";

const labels = { "topology.cluster.x-k8s.io/owned": "" };
const of = { name: "c", namespace: "default", uid: "c" };
const cluster = objectOf("Cluster", "c", {
  metadata: of,
  spec: { topology: { version: "v1.34.0" } },
  status: { phase: "Provisioned" },
});

interface Parts {
  readonly spec: string;
  readonly status?: string;
  readonly workers?: string;
}

function upgradeWith({ spec, status, workers = "v1.34.0" }: Parts): string | undefined {
  const owned = { namespace: "default", ownerReferences: [{ apiVersion: "v1", kind: "Any", name: "c", uid: "c" }] };
  const controlPlane = objectOf("FooControlPlane", "cp", {
    metadata: { name: "cp", ...owned },
    spec: { version: spec },
    status: status === undefined ? {} : { version: status },
  });
  const deployment = (name: string, version: string, more: object): KubeObject => {
    const made = objectOf("MachineDeployment", name, { spec: { template: { spec: { version } } } });
    return { ...made, metadata: { name, ...owned, ...more } };
  };
  const objects = [
    cluster,
    controlPlane,
    deployment("of-the-class", workers, { labels }),
    deployment("by-hand", "v1.20.0", {}),
  ];
  const trees = objectTrees(ownedObjects(new ObjectSet({ objects })));
  const [first] = trees.filter(({ kind }) => kind === "Cluster");
  const shown = [100, 50].map((width) => treeLines(trees, { width, colors: false, now })[1]?.replaceAll(/ +/g, " "));
  expect(trees.flatMap((tree) => schemaProblems(tree, { $ref: "#/$defs/object" }))).toEqual([]);
  const isShown = first?.upgrade !== undefined;
  expect(shown).toEqual(
    isShown
      ? [
          `✓ Cluster c Provisioned ${first.upgrade.from} → ${first.upgrade.to}`,
          `✓ Cluster c Provisioned → ${first.upgrade.to}`,
        ]
      : ["✓ Cluster c Provisioned", "✓ Cluster c Provisioned"],
  );
  return first?.upgrade && `${first.upgrade.from} to ${first.upgrade.to}`;
}

test.each([
  ["one that is held", { spec: "v1.9.0", status: "v1.9.0", workers: "v1.10.0" }, "v1.9.0 to v1.34.0"],
  ["machines of the control plane that are replaced", { spec: "v1.34.0", status: "v1.33.0" }, "v1.33.0 to v1.34.0"],
  ["workers that wait", { spec: "v1.34.0", status: "v1.34.0", workers: "v1.33.0" }, "v1.33.0 to v1.34.0"],
  ["a control plane without machines", { spec: "v1.34.0" }, undefined],
  ["one that has ended", { spec: "v1.34.0", status: "v1.34.0" }, undefined],
] as const)("an upgrade is shown: %s", (_, parts, want) => {
  expect(upgradeWith(parts)).toBe(want);
});

test("a Cluster that is being deleted is not upgraded", () => {
  const metadata = { ...of, deletionTimestamp: "2026-01-01T11:59:00Z", finalizers: ["cluster.cluster.x-k8s.io"] };
  const controlPlane = objectOf("FooControlPlane", "cp", { owner: "c", spec: { version: "v1.33.0" } });
  const [tree] = objectTrees(ownedObjects(new ObjectSet({ objects: [{ ...cluster, metadata }, controlPlane] })));
  expect([tree?.name, tree?.upgrade]).toEqual(["c", undefined]);
});

const outOfDate = (...lines: readonly string[]): string =>
  ["Rolling out 3 not up-to-date replicas", ...lines.map((line) => `* ${line}`)].join("\n");

test.each([
  [
    "those of older versions",
    "True",
    ["Version v1.33.0, v1.34.0 required", "Version v1.9.0, v1.34.0 required"],
    "v1.9.0",
  ],
  ["those that differ in something else", "True", ["FooMachine is not up-to-date"], undefined],
  ["none any more", "False", ["Version v1.33.0, v1.34.0 required"], undefined],
])("workers are upgraded until their machines are replaced: %s", (_, status, lines, from) => {
  const deployment = objectOf("MachineDeployment", "md", {
    metadata: { labels },
    spec: { template: { spec: { version: "v1.34.0" } } },
    status: { conditions: [condition("RollingOut", status, "RollingOut", outOfDate(...lines))] },
    owner: "c",
  });
  const [tree] = objectTrees(ownedObjects(new ObjectSet({ objects: [cluster, deployment] })));
  expect(tree?.upgrade).toEqual(from === undefined ? undefined : { from, to: "v1.34.0" });
});

test.each([
  ["not seen yet", 1, "v1.33.0", "v1.33.0"],
  ["seen", 2, "v1.33.0", undefined],
  ["not seen yet, with the version of a distribution", 1, "v1.34.0+k3s1", undefined],
])("a new version of workers that their controller has %s", (_, observedGeneration, version, from) => {
  const deployment = objectOf("MachineDeployment", "md", {
    metadata: { labels, generation: 2 },
    spec: { template: { spec: { version: "v1.34.0" } } },
    status: { observedGeneration, versions: [{ version, replicas: 1 }] },
    owner: "c",
  });
  const [tree] = objectTrees(ownedObjects(new ObjectSet({ objects: [cluster, deployment] })));
  expect(tree?.upgrade).toEqual(from === undefined ? undefined : { from, to: "v1.34.0" });
});

test.each([
  ["that one", "v1.34.0", undefined],
  ["the one before it", "v1.20.0", { from: "v1.33.0", to: "v1.34.0" }],
])("a version that core rejects is not wanted: %s", (_, version, upgrade) => {
  const message = `spec.topology.version: Invalid value: "${version}": version cannot be changed`;
  const conditions = [condition("TopologyReconciled", "False", "ReconcileFailed", message)];
  const deployment = objectOf("MachineDeployment", "md", {
    metadata: { labels },
    spec: { template: { spec: { version: "v1.33.0" } } },
    owner: "c",
  });
  const rejected = { ...cluster, metadata: of, status: { phase: "Provisioned", conditions } };
  const [tree] = objectTrees(ownedObjects(new ObjectSet({ objects: [rejected, deployment] })));
  expect(tree?.upgrade).toEqual(upgrade);
});
