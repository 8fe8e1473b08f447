// What webhooks reject, in rows and as problems: what it is, who rejects it, and why.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { schemaProblems } from "../../test/json-schema.ts";
import { condition, now, objectOf, problemsIn } from "../../test/tree-objects.ts";
import { objectRow } from "../console/object-row.ts";
import { ObjectSet } from "./object-set.ts";
import { objectTrees } from "./object-tree.ts";
import { ownedObjects } from "./ownership.ts";
import { treeLines } from "./tree-lines.ts";

function rowsOf(...objects: readonly KubeObject[]): readonly string[] {
  const trees = objectTrees(ownedObjects(new ObjectSet({ objects })));
  expect(trees.flatMap((tree) => schemaProblems(tree, { $ref: "#/$defs/object" }))).toEqual([]);
  return treeLines(trees, { width: 300, colors: false, now })
    .slice(1)
    .map((line) => line.replaceAll(/(?<=\S) {3,}/g, "  "));
}

function problemsOf(...objects: readonly KubeObject[]): readonly string[] {
  return problemsIn({ objects }).map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

function classy(message: string, topology: object = { version: "v9" }): KubeObject {
  const failed = condition("TopologyReconciled", "False", "ReconcileFailed", message);
  const conditions = [condition("Available", "True"), condition("RollingOut", "False"), failed];
  return objectOf("Cluster", "c", { spec: { topology }, status: { phase: "Provisioned", conditions } });
}

const decreased = 'spec.topology.version: Invalid value: "v9": version cannot be decreased';
const immutable =
  'KubeadmControlPlaneTemplate.cluster.x-k8s.io "t" is invalid: spec.template.spec: Invalid value: KubeadmControlPlaneTemplate spec.template.spec field is immutable. Please create new resource instead.';
const even = "spec.replicas: Forbidden: cannot be an even number when etcd is stacked";
const created = `error reconciling the Cluster topology: failed to create KubeadmControlPlane.cluster.x-k8s.io: FieldValueForbidden: ${even}`;
const limits =
  'admission webhook "validation.machinedeployment.cluster.x-k8s.io" denied the request: MachineDeployment.cluster.x-k8s.io "w" is invalid: spec.rollout.strategy.rollingUpdate.maxSurge: Invalid value: 0: no';
const denied =
  'failed to create MachineDeployment: admission webhook "limits.example.com" denied the request: too many';
const policy =
  "failed to patch: ValidatingAdmissionPolicy 'size' with binding 'all' denied request: too large\nask the platform team";

test.each([
  ["a version", classy(decreased), "the version", "the webhook of Cluster", decreased],
  ["a template", classy(immutable), "a changed template", "the webhook of KubeadmControlPlaneTemplate", immutable],
  [
    "a number of machines",
    classy(created, { version: "v9", controlPlane: { replicas: 2 } }),
    "the number of control plane machines",
    "the webhook of KubeadmControlPlane",
    even,
  ],
  [
    "limits",
    classy(limits),
    "the limits of a rollout",
    'the webhook "validation.machinedeployment.cluster.x-k8s.io"',
    limits.slice(limits.indexOf("MachineDeployment.")),
  ],
  ["a part", classy(denied), "a part", 'the webhook "limits.example.com"', denied],
  ["a policy", classy(policy), "a part", "the ValidatingAdmissionPolicy 'size'", policy.replace("\n", "; ")],
])("%s of a topology", (_, cluster, what, by, why) => {
  expect(rowsOf(cluster)).toEqual(["✗ Cluster c  Provisioned  2m", `  ✗ rejected  ${why} (${what}, by ${by})`]);
  expect(problemsOf(cluster)).toEqual([`error describe/rejected: ${by} rejects ${what} of Cluster c: ${why}`]);
  const message = `${why} (${what}, by ${by})`;
  expect(objectRow("id", { ...cluster })).toMatchObject({ state: "failed", phase: "rejected", message });
});

test("what goes on, or fails, beside a rejected change stays in its condition and is a problem of its own", () => {
  const waits = classy(`${decreased}\nCluster is upgrading to v8\n  * Following hooks are blocking upgrade: A`);
  expect(rowsOf(waits).slice(1)).toEqual([
    `  ✗ rejected  ${decreased} (the version, by the webhook of Cluster)`,
    "  ✗ TopologyReconciled  blocked by A; ReconcileFailed: Cluster is upgrading to v8",
  ]);
  expect(problemsOf(waits)).toHaveLength(1);
  const failed = classy(`${decreased}\n${immutable}\nfailed to apply patches: no`);
  expect(problemsOf(failed).map((problem) => problem.slice(0, 61))).toEqual([
    "error describe/rejected: the webhook of Cluster rejects the v",
    "error describe/rejected: the webhook of KubeadmControlPlaneTe",
    "error describe/topology: the topology of Cluster c cannot be ",
  ]);
});

test("a version that is another one since is nothing that is rejected", () => {
  const cluster = classy(decreased, { version: "v10" });
  expect(problemsOf(cluster)).toEqual([]);
  expect(rowsOf(cluster)[1]).toContain("TopologyReconciled  ReconcileFailed: spec.topology.version");
});

test.each([
  ["KubeadmControlPlane", "spec.version: Forbidden: cannot update Kubernetes version from v1.34.0 to v1.37.0"],
  ["MachineDeployment", "spec.rollout.strategy.rollingUpdate.maxSurge: Invalid value: 0: no"],
])("a %s with what is rejected, although nothing rolls out and all its machines are there", (kind, why) => {
  const conditions = [
    condition("Available", "True"),
    condition("RollingOut", "False", "NotRollingOut"),
    condition("ScalingUp", "False", "NotScalingUp", `Scaling up would be blocked because:\n* ${why}`),
  ];
  const object = objectOf(kind, "o", {
    spec: { replicas: 1, version: "v1.37.0" },
    status: { replicas: 1, readyReplicas: 1, conditions },
  });
  const [first = "", second = "", ...others] = rowsOf(object);
  expect(first).toBe(`✗ ${kind} o  1/1  2m`);
  expect(second).toContain(`✗ rejected  ${why} (the `);
  expect(second).toContain(`, by the webhook of ${kind})`);
  expect(others).toEqual([]);
  expect(problemsOf(object)).toHaveLength(1);
});

test("what is rejected stands before all other errors, and a number of machines that is rejected is one problem", () => {
  const broken = objectOf("FooMachine", "a", { status: { failureReason: "NoDisk" } });
  const blocked = `Scaling up from 1 to 2 replicas is blocked because:\n* ${even}`;
  const controlPlane = objectOf("KubeadmControlPlane", "cp", {
    spec: { replicas: 2 },
    status: { replicas: 1, conditions: [condition("ScalingUp", "True", "ScalingUp", blocked)] },
  });
  expect(problemsOf(broken, controlPlane).map((problem) => problem.split(": ")[0])).toEqual([
    "error describe/rejected",
    "error describe/failed",
  ]);
});
