// The questions that controllers ask of objects.
import { describe, expect, it } from "vitest";
import {
  clusterNameOf,
  isControlPlaneMachine,
  isDeleting,
  isExternallyManaged,
  isMoved,
  isPaused,
  isTopologyDryRun,
  isTopologyOwned,
  isUpdateInProgress,
  matchesWatchFilter,
  pauseReasons,
} from "./predicates.ts";

const object = (metadata: object = {}) => ({ apiVersion: "g.io/v1", kind: "Foo", metadata });
const paused = object({ annotations: { "cluster.x-k8s.io/paused": "false" } });

describe("isPaused", () => {
  it.each([
    ["nothing says so", undefined, object(), false],
    ["the Cluster says so", { spec: { paused: true } }, object(), true],
    ["the Cluster says it is not", { spec: { paused: false } }, object(), false],
    ["the annotation's key decides, not its value", { spec: {} }, paused, true],
    ["the annotation counts without a Cluster", undefined, paused, true],
  ] as const)("%s", (_, cluster, foo, want) => {
    expect(isPaused(cluster, foo)).toBe(want);
  });
});

const bySpec = "Cluster spec.paused is set to true";
const byAnnotation = "Foo has the cluster.x-k8s.io/paused annotation";

it.each([
  ["nothing", undefined, object(), []],
  ["a Cluster that is not paused", { spec: { paused: false } }, object({}), []],
  ["a paused Cluster", { spec: { paused: true } }, object(), [bySpec]],
  ["the annotation", { spec: {} }, paused, [byAnnotation]],
  ["both", { spec: { paused: true } }, paused, [bySpec, byAnnotation]],
] as const)("pauseReasons of %s", (_, cluster, foo, want) => {
  expect(pauseReasons(cluster, foo)).toEqual(want);
});

it.each([
  ["annotation", object({ annotations: { "cluster.x-k8s.io/managed-by": "" } }), true],
  ["label", object({ labels: { "cluster.x-k8s.io/managed-by": "x" } }), true],
  ["neither", object({ labels: {} }), false],
] as const)("isExternallyManaged by %s", (_, foo, want) => {
  expect(isExternallyManaged(foo)).toBe(want);
});

it.each([
  ["", undefined, true],
  ["", "x", true],
  ["x", "x", true],
  ["x", "y", false],
  ["x", undefined, false],
] as const)("matchesWatchFilter %j of an object labeled %j", (filter, label, want) => {
  const labels = label === undefined ? {} : { "cluster.x-k8s.io/watch-filter": label };
  expect(matchesWatchFilter(object({ labels }), filter)).toBe(want);
});

it("reads labels by key", () => {
  const machine = object({ labels: { "cluster.x-k8s.io/cluster-name": "c", "cluster.x-k8s.io/control-plane": "" } });
  expect([
    clusterNameOf(machine),
    isControlPlaneMachine(machine),
    clusterNameOf(object()),
    isControlPlaneMachine(object()),
  ]).toEqual(["c", true, undefined, false]);
});

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [undefined, true, false],
] as const)("isTopologyDryRun of a dry run %j with the annotation %j", (dryRun, annotated, want) => {
  const annotations = annotated ? { "topology.cluster.x-k8s.io/dry-run": "" } : {};
  expect(isTopologyDryRun(dryRun, object({ annotations }))).toBe(want);
});

it("an update in place is in progress while the annotation exists, whatever its value", () => {
  const mark = "in-place-updates.internal.cluster.x-k8s.io/update-in-progress";
  expect(isUpdateInProgress(object({ annotations: { [mark]: "" } }))).toBe(true);
  expect(isUpdateInProgress(object({ annotations: { other: "" } }))).toBe(false);
  expect(isUpdateInProgress(object())).toBe(false);
});

it("an object of a topology has its label, whatever the value", () => {
  expect(isTopologyOwned(object({ labels: { "topology.cluster.x-k8s.io/owned": "" } }))).toBe(true);
  expect(isTopologyOwned(object({ labels: {} }))).toBe(false);
  expect(isTopologyOwned(object())).toBe(false);
});

it("an object with the mark of clusterctl move is moved, whatever the value", () => {
  expect(isMoved(object({ annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } }))).toBe(true);
  expect(isMoved(object({ labels: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } }))).toBe(false);
  expect(isMoved(object())).toBe(false);
});

it("an object with a deletionTimestamp is being deleted", () => {
  expect(isDeleting(object({ deletionTimestamp: "2026-01-01T00:00:00Z" }))).toBe(true);
  expect(isDeleting(object())).toBe(false);
});

it("an object without labels and annotations is none of it", () => {
  const machine = object();
  expect([isExternallyManaged(machine), isTopologyDryRun(true, machine), matchesWatchFilter(machine, "x")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(clusterNameOf(object({ labels: { "cluster.x-k8s.io/cluster-name": "" } }))).toBeUndefined();
});
