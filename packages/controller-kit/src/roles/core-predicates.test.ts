// What changes of a Cluster and of an InfraCluster cause passes over the machines of the cluster.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { kindContracts } from "@capstan/contract/rules";
import type { KubeObject } from "@capstan/kube";
import type { CacheEvent } from "@capstan/operator";
import { expect, test } from "vitest";
import { ownEventCounts, partsChanged } from "./core-predicates.ts";

const machine = kindContracts.InfraMachine.workflow.parts;
const clusterChanged = partsChanged(machine.cluster ?? []);
const infraClusterChanged = partsChanged(machine["infra-cluster"] ?? []);

const cluster: Cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { namespace: "ns", name: "c", generation: 1, resourceVersion: "1" },
  spec: {},
  status: { initialization: { infrastructureProvisioned: false }, workers: { replicas: 1 } },
};
const metadata = (more: KubeObject["metadata"]): KubeObject["metadata"] => ({ ...cluster.metadata, ...more });
const status = (more: Cluster["status"]): Partial<Cluster> => ({ status: { ...cluster.status, ...more } });

test.each<[string, Partial<Cluster>, boolean]>([
  ["a counter of its status", status({ workers: { replicas: 2 } }), false],
  ["a condition", status({ conditions: [] }), false],
  ["a version alone", { metadata: metadata({ resourceVersion: "2" }) }, false],
  ["the infrastructure", status({ initialization: { infrastructureProvisioned: true } }), true],
  [
    "the control plane",
    status({ initialization: { infrastructureProvisioned: false, controlPlaneInitialized: true } }),
    true,
  ],
  ["its infrastructure object", { spec: { infrastructureRef: { apiGroup: "g", kind: "K", name: "n" } } }, true],
  ["its pause", { spec: { paused: true } }, true],
  ["its deletion", { metadata: metadata({ deletionTimestamp: "2026-01-01T00:00:00Z" }) }, true],
  ["another field of the spec", { spec: { clusterNetwork: {} }, metadata: metadata({ generation: 2 }) }, false],
  ["a label", { metadata: metadata({ labels: { a: "b" } }) }, false],
  ["an annotation", { metadata: metadata({ annotations: { a: "b" } }) }, false],
])("of the Cluster of an InfraMachine, %s", (_, change, want) => {
  const event: CacheEvent = {
    type: "update",
    listed: false,
    old: cluster,
    object: { ...cluster, ...change } as Cluster,
  };
  expect(clusterChanged(event)).toBe(want);
});

const infra = (state: object): KubeObject & { status: object } => ({
  apiVersion: "g.io/v1",
  kind: "FooCluster",
  metadata: { namespace: "ns", name: "c", generation: 1 },
  status: { network: "a", conditions: [], ...state },
});

test.each<[string, object, boolean]>([
  ["a condition", { conditions: [{ type: "Ready", status: "True" }] }, false],
  ["a condition beside the older ones", { v1beta2: { conditions: [{ type: "Ready", status: "True" }] } }, false],
  ["what it reports", { network: "b" }, true],
])("of an InfraCluster, %s", (_, change, want) => {
  const event: CacheEvent = { type: "update", listed: false, old: infra({}), object: infra(change) };
  expect(infraClusterChanged(event)).toBe(want);
});

test.each([
  { kind: "InfraCluster", parts: kindContracts.InfraCluster.workflow.parts.owner, want: true },
  { kind: "BootstrapConfig", parts: kindContracts.BootstrapConfig.workflow.parts.cluster, want: true },
  { kind: "InfraMachine", parts: machine.cluster, want: false },
] as const)("of the Cluster of an $kind, the endpoint: $want", ({ parts = [], want }) => {
  const object: Cluster = { ...cluster, spec: { controlPlaneEndpoint: { host: "a", port: 1 } } };
  expect(partsChanged(parts)({ type: "update", listed: false, old: cluster, object })).toBe(want);
});

test("what an author's function counts, for updates alone", () => {
  const counted = partsChanged([], (before, after) => before !== after);
  expect(counted({ type: "update", listed: false, old: cluster, object: { ...cluster } })).toBe(true);
  expect(counted({ type: "update", listed: false, old: cluster, object: cluster })).toBe(false);
});

test("what an author's function counts may have changed in a gap", () => {
  const counted = partsChanged([], () => false);
  const event = { type: "update", listed: true, old: cluster, object: cluster } as const;
  expect([counted(event), counted({ ...event, afterGap: true })]).toEqual([false, true]);
});

test("additions and deletions", () => {
  for (const predicate of [clusterChanged, infraClusterChanged]) {
    expect(predicate({ type: "add", object: cluster, initial: false })).toBe(true);
    expect(predicate({ type: "delete", object: cluster, stale: false })).toBe(true);
  }
});

test.each<[string, object, boolean]>([
  ["a condition", { status: { conditions: [] } }, false],
  ["an annotation", { metadata: { annotations: { a: "b" } } }, false],
  ["a label", { metadata: { labels: { a: "b" } } }, true],
  ["its spec", { metadata: { generation: 2 } }, true],
  ["an owner", { metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "x", uid: "x" }] } }, true],
])("of a machine of a pool, %s", (_, { metadata, ...change }: { metadata?: object }, want) => {
  const old = infra({});
  const object = { ...old, ...change, metadata: { ...old.metadata, ...metadata } };
  const { machines } = kindContracts.InfraMachinePool.workflow.parts;
  expect(partsChanged(machines ?? [])({ type: "update", listed: false, old, object })).toBe(want);
});

test.each<[string, KubeObject["metadata"], boolean]>([
  ["an annotation", { annotations: { a: "b" } }, false],
  ["its deletion", { deletionTimestamp: "2026-01-01T00:00:00Z" }, true],
  ["its pause", { annotations: { "cluster.x-k8s.io/paused": "" } }, true],
  ["its owner", { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "x", uid: "x" }] }, true],
  ["the mark of another manager", { annotations: { "cluster.x-k8s.io/managed-by": "" } }, true],
  ["the mark of a move", { annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } }, true],
  ["the label of its Cluster", { labels: { "cluster.x-k8s.io/cluster-name": "c" } }, true],
  ["the label of the watch filter", { labels: { "cluster.x-k8s.io/watch-filter": "a" } }, true],
])("of the own kind, though its author ignores every event, %s: %s", (_, change, want) => {
  const old = infra({});
  const event: CacheEvent = {
    type: "update",
    listed: false,
    old,
    object: { ...old, metadata: { ...old.metadata, ...change } },
  };
  expect(ownEventCounts(event, { predicate: () => false })).toBe(want);
  expect([ownEventCounts(event, {}), ownEventCounts(event, { predicate: () => true })]).toEqual([true, true]);
});

test("after a gap, an object that the author excludes passes with a change that was seen, and not with a state that is made up", () => {
  const own = { predicate: () => false };
  const object = infra({});
  const owners = [{ apiVersion: "v1", kind: "Pod", name: "x", uid: "x" }];
  object.metadata = { ...object.metadata, resourceVersion: "2", ownerReferences: owners };
  const event = { type: "update", listed: true, afterGap: true, object } as const;
  const before = (metadata: KubeObject["metadata"]): KubeObject => ({ ...infra({}), metadata });
  const { ownerReferences: _, resourceVersion: __, ...rest } = object.metadata;
  const accepted = [object, before(rest), before({ ...rest, resourceVersion: "1" })].map((old) =>
    ownEventCounts({ ...event, old }, own),
  );
  expect(accepted).toEqual([false, false, true]);
});

test("an author can ignore additions of the own kind, and no deletions", () => {
  const own = { predicate: () => false };
  expect(ownEventCounts({ type: "add", object: cluster, initial: false }, own)).toBe(false);
  expect(ownEventCounts({ type: "delete", object: cluster, stale: false }, own)).toBe(true);
});
