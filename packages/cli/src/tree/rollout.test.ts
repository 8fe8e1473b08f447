// Rows of what rolls out: how far it is, why, and that old machines wait to be deleted by hand.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { schemaProblems } from "../../test/json-schema.ts";
import { condition, now, objectOf } from "../../test/tree-objects.ts";
import { objectRow } from "../console/object-row.ts";
import { ObjectSet } from "./object-set.ts";
import { objectTrees } from "./object-tree.ts";
import { ownedObjects } from "./ownership.ts";
import { stateMarks } from "./palette.ts";
import { type LineOptions, treeLines } from "./tree-lines.ts";

const message = "Rolling out 2 not up-to-date replicas\n* Version v1.36.0, v1.37.0 required";
const rollingOut = condition("RollingOut", "True", "RollingOut", message);
const note = "  ◌ RollingOut  Rolling out 2 not up-to-date replicas; Version v1.36.0, v1.37.0 required";

function rowsOf(objects: readonly KubeObject[], options: Partial<LineOptions> = {}): readonly string[] {
  const trees = objectTrees(ownedObjects(new ObjectSet({ objects })));
  expect(trees.flatMap((tree) => schemaProblems(tree, { $ref: "#/$defs/object" }))).toEqual([]);
  const lines = treeLines(trees, { width: 100, colors: false, now, ...options }).slice(1);
  return lines.map((line) => line.replaceAll(/(?<=\S) {3,}/g, "  "));
}

function deployment(status: object, spec: object = {}, conditions: readonly object[] = [rollingOut]): KubeObject {
  return objectOf("MachineDeployment", "workers", {
    spec: { replicas: 3, ...spec },
    status: {
      phase: "Running",
      replicas: 3,
      readyReplicas: 3,
      conditions: [condition("Available", "True"), ...conditions],
      ...status,
    },
  });
}

const byHand = { rollout: { strategy: { type: "OnDelete" } } };
const controlPlane = objectOf("KubeadmControlPlane", "cp", {
  spec: { replicas: 3 },
  status: {
    replicas: 4,
    readyReplicas: 4,
    upToDateReplicas: 2,
    conditions: [condition("Available", "True"), rollingOut],
  },
});

test.each([
  ["a deployment", deployment({ upToDateReplicas: 1 }), "rolling out, 1 of 3 up to date", "rolling out 1/3"],
  [
    "the strategy OnDelete",
    deployment({ upToDateReplicas: 1 }, byHand),
    "2 of 3 are to be deleted by hand",
    "delete 2/3",
  ],
  ["a count of before", deployment({ upToDateReplicas: 3 }), "rolling out, 1 of 3 up to date", "rolling out 1/3"],
  ["an older contract", deployment({ updatedReplicas: 0 }), "rolling out, 0 of 3 up to date", "rolling out 0/3"],
  ["no counts", deployment({}), "rolling out", "rolling out"],
  ["a control plane", controlPlane, "rolling out, 1 of 3 up to date", "rolling out 1/3"],
  [
    "a new machine beside the old one, which is stuck",
    deployment({ upToDateReplicas: 1 }, { replicas: 2 }),
    "rolling out, 0 of 2 up to date",
    "rolling out 0/2",
  ],
])("the row of what rolls out says how far it is: %s", (_, object, words, short) => {
  const name = `◌ ${object.kind} ${object.metadata.name}`;
  expect(rowsOf([object])).toEqual([`${name}  ${words}  2m`, note]);
  expect(rowsOf([object], { width: 58 })[0]?.replaceAll(/ +/g, " ")).toBe(`${name} ${short} 2m`);
});

test("why it rolls out is shown although a set below it is not ready", () => {
  const set = objectOf("MachineSet", "s", {
    owner: "workers",
    status: { conditions: [condition("MachinesReady", "False", "NotReady", "* Machine a")] },
  });
  expect(rowsOf([deployment({ upToDateReplicas: 1 }), set])[1]).toBe(note.replace("  ◌", "│ ◌"));
});

test.each([
  ["ScalingUp", "Scaling up from 1 to 2", 1, "1/2"],
  ["ScalingDown", "Scaling down from 3 to 2", 3, "3/2"],
])("a control plane whose number of machines is rejected says so: %s", (type, start, replicas, count) => {
  const why = "spec.replicas: Forbidden: cannot be an even number when etcd is stacked";
  const blocked = condition(type, "True", type, `${start} replicas is blocked because:\n* ${why}`);
  const conditions = [condition("Available", "True"), blocked];
  const status = { replicas, readyReplicas: replicas, conditions };
  expect(rowsOf([objectOf("KubeadmControlPlane", "cp", { spec: { replicas: 2 }, status })])).toEqual([
    `✗ KubeadmControlPlane cp  ${count}  2m`,
    `  ✗ rejected  ${why} (the number…`,
  ]);
});

test("what is deleted has the row of before", () => {
  const deleted = {
    ...deployment({ upToDateReplicas: 1 }),
    metadata: { name: "workers", namespace: "default", deletionTimestamp: "2026-01-01T11:59:00Z" },
  };
  expect(rowsOf([deleted])[0]).toBe("~ MachineDeployment workers  Deleting 3/3  60s");
});

const classy = (status: object, metadata: object = {}): KubeObject =>
  objectOf("Cluster", "c", {
    metadata,
    spec: { topology: { version: "v1.37.0" } },
    status: { phase: "Provisioned", ...status },
  });
const clusterConditions = [condition("Available", "True"), rollingOut];

test.each([
  ["while its machines are replaced", classy({ conditions: clusterConditions }), "◌ Cluster c  rolling out  2m"],
  ["before and after", classy({ conditions: [condition("Available", "True")] }), "✓ Cluster c  Provisioned  2m"],
  [
    "while it is deleted",
    classy({ phase: "Deleting", conditions: clusterConditions }, { deletionTimestamp: "2026-01-01T11:59:00Z" }),
    "~ Cluster c  Deleting  60s",
  ],
])("the row of a Cluster says that it rolls out: %s", (_, cluster, row) => {
  expect(rowsOf([cluster])).toEqual([row]);
  const { state, phase } = objectRow("id", { ...cluster });
  expect(`${stateMarks[state].sign} Cluster c  ${phase}`).toBe(row.replace(/ +\d+\w$/, ""));
});

test("machines that are to be replaced are marked, and stand apart from the others of a group", () => {
  const machine = (name: string, upToDate: string): KubeObject =>
    objectOf("Machine", name, {
      status: { phase: "Running", conditions: [condition("Ready", "True"), condition("UpToDate", upToDate)] },
    });
  const old = ["a", "b", "c", "d"].map((name) => machine(name, "False"));
  const current = ["e", "f", "g", "h"].map((name) => machine(name, "True"));
  expect(rowsOf([...old, ...current])).toEqual([
    "✓ 4 Machines a, b, c, d  Running, outdated  2m",
    "✓ 4 Machines e, f, g, h  Running  2m",
  ]);
  const phases = [...old, ...current].map((each) => objectRow("id", { ...each }).phase);
  expect(phases).toEqual([...old.map(() => "Running, outdated"), ...current.map(() => "Running")]);
});

test("the console has the count of a rollout", () => {
  const row = objectRow("id", { ...deployment({ upToDateReplicas: 1 }) });
  expect(row).toMatchObject({ state: "busy", phase: "rolling out 1/3" });
  expect(row.message).toContain("Rolling out 2 not up-to-date replicas");
});

test("of all conditions, one that is true while something goes on has no check mark", () => {
  const types = ["ScalingUp", "ScalingDown", "RollingOut", "Deleting", "Remediating"];
  const conditions = [...types.map((type) => condition(type, "True", type)), condition("Updating", "False")];
  const object = objectOf("Cluster", "c", { status: { conditions: [condition("Available", "True"), ...conditions] } });
  expect(rowsOf([object], { isOpen: () => true }).slice(2)).toEqual([
    ...types.map((type) => `  ◌ ${type}  2m`),
    "  · Updating  2m",
  ]);
});
