// The accessors have one answer for an object in both API versions, and it is Cluster API's own: tools/peers/core-pairs writes the
// objects, converted by Cluster API's functions, with what its fields and functions say about them. Beside them: what pairs cannot
// show.
import { readFileSync } from "node:fs";
import { annotations } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import type { Cluster as OlderCluster, Machine as OlderMachine } from "../core/v1beta1/index.ts";
import type { Cluster, Machine } from "../core/v1beta2/index.ts";
import * as accessors from "./index.ts";

interface Pair<T> {
  readonly v1beta1: T;
  readonly v1beta2: T;
  readonly answers: Readonly<Record<string, unknown>>;
}

interface Facts {
  readonly clusters: readonly Pair<accessors.AnyCluster>[];
  readonly machines: readonly Pair<accessors.AnyMachine>[];
}

const facts = JSON.parse(
  readFileSync(new URL("../../../../tools/peers/core-pairs/facts.json", import.meta.url), "utf8"),
) as Facts;

const {
  bootstrapConfigRef,
  bootstrapDataSecretCreated,
  bootstrapDataSecretName,
  clusterNetwork,
  clusterPhase,
  conditionOf,
  conditionsOf,
  controlPlaneEndpoint,
  controlPlaneInitialized,
  controlPlaneRef,
  failureDomains,
  infrastructureProvisioned,
  infrastructureRef,
  isMarkedPaused,
  isReady,
  machineAddresses,
  machineFailureDomain,
  machinePhase,
  machineVersion,
  nodeName,
  providerID,
} = accessors;

const both = { isMarkedPaused, isReady, conditionsOf, infrastructureProvisioned, infrastructureRef };
const ofCluster = {
  ...both,
  clusterNetwork,
  clusterPhase,
  controlPlaneEndpoint,
  controlPlaneInitialized,
  controlPlaneRef,
  failureDomains,
};
const ofMachine = {
  ...both,
  bootstrapConfigRef,
  bootstrapDataSecretCreated,
  bootstrapDataSecretName,
  machineAddresses,
  machineFailureDomain,
  machinePhase,
  machineVersion,
  nodeName,
  providerID,
};

/** What all functions answer about an object. */
function answersOf<T>(functions: Readonly<Record<string, (object: T) => unknown>>, object: T): Record<string, unknown> {
  return Object.fromEntries(Object.entries(functions).map(([name, ask]) => [name, ask(object)]));
}

/** What Cluster API has where nothing is set: an empty string, null. */
const given = (value: unknown): unknown => (value === "" || value === null ? undefined : value);

test("every function has a place in the comparison", () => {
  const asked = new Set([...Object.keys(ofCluster), ...Object.keys(ofMachine), "conditionOf"]);
  expect(Object.keys(accessors).toSorted()).toEqual([...asked].toSorted());
});

test("Clusters answer the same in both versions, and what Cluster API says", () => {
  expect(facts.clusters).toHaveLength(50);
  for (const { v1beta1, v1beta2, answers } of facts.clusters) {
    const newer = answersOf(ofCluster, v1beta2);
    expect(answersOf(ofCluster, v1beta1)).toEqual(newer);
    for (const name of Object.keys(answers).filter((key) => key in ofCluster))
      expect(newer[name]).toEqual(given(answers[name]));
    const { hasConditions, isAvailable, podRanges, controlPlaneFailureDomains } = answers;
    // Cluster API has no answer from conditions of v1beta1.
    const available = conditionOf(v1beta2, "Available")?.status === "True";
    expect(hasConditions === true ? available : false).toBe(isAvailable);
    expect(clusterNetwork(v1beta2).pods).toEqual(podRanges ?? []);
    const domains = failureDomains(v1beta2).filter(({ controlPlane }) => controlPlane);
    expect(domains.map(({ name }) => name)).toEqual((controlPlaneFailureDomains as string[]).toSorted());
  }
});

test("Machines answer the same in both versions, and what Cluster API says", () => {
  expect(facts.machines).toHaveLength(50);
  for (const { v1beta1, v1beta2, answers } of facts.machines) {
    const newer = answersOf(ofMachine, v1beta2);
    expect(answersOf(ofMachine, v1beta1)).toEqual(newer);
    const { hasConditions, ...rest } = answers;
    expect(hasConditions === true ? newer["isReady"] : false).toBe(rest["isReady"]);
    for (const name of Object.keys(rest).filter((key) => key !== "isReady"))
      expect(newer[name]).toEqual(given(rest[name]));
  }
});

const metadata = { name: "a", namespace: "default" };
const cluster: Cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata, spec: {} };
const machine: Machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata,
  spec: { clusterName: "a", bootstrap: {}, infrastructureRef: { apiGroup: "x.io", kind: "X", name: "x" } },
};
const older: OlderCluster = { apiVersion: "cluster.x-k8s.io/v1beta1", kind: "Cluster", metadata };
const since = { lastTransitionTime: "2026-01-01T00:00:00Z" };

describe("an object that is new", () => {
  test.each([
    { of: "a Cluster of v1beta1", object: older },
    { of: "a Cluster of v1beta2", object: cluster },
  ])("$of", ({ object }) => {
    expect(answersOf(ofCluster, object)).toEqual({
      isMarkedPaused: false,
      isReady: false,
      conditionsOf: [],
      infrastructureProvisioned: false,
      infrastructureRef: undefined,
      clusterNetwork: { apiServerPort: undefined, serviceDomain: undefined, pods: [], services: [] },
      clusterPhase: undefined,
      controlPlaneEndpoint: undefined,
      controlPlaneInitialized: false,
      controlPlaneRef: undefined,
      failureDomains: [],
    });
  });
});

test.each(["cluster.x-k8s.io/v1beta1", "cluster.x-k8s.io/v1beta2"] as const)(
  "a Machine of %s without spec.bootstrap has answers, and so has one without anything",
  (apiVersion) => {
    const bare: accessors.AnyMachine = { apiVersion, kind: "Machine", metadata };
    const nothing = answersOf(ofMachine, bare);
    expect(nothing).toMatchObject({ bootstrapConfigRef: undefined, bootstrapDataSecretName: undefined });
    const empty: accessors.AnyMachine = { ...bare, spec: {}, status: {} };
    expect(answersOf(ofMachine, empty)).toEqual(nothing);
  },
);

test.each(["cluster.x-k8s.io/v1beta1", "cluster.x-k8s.io/v1beta2"] as const)(
  "a Cluster of %s whose parts are empty answers like one without them",
  (apiVersion) => {
    const bare: accessors.AnyCluster = { apiVersion, kind: "Cluster", metadata };
    const empty: accessors.AnyCluster = { ...bare, spec: {}, status: {} };
    expect(answersOf(ofCluster, empty)).toEqual(answersOf(ofCluster, bare));
  },
);

test("the annotation pauses whatever its value, a Cluster's spec only Clusters", () => {
  const paused = { ...metadata, annotations: { [annotations.paused]: "false" } };
  expect(isMarkedPaused({ ...cluster, metadata: paused })).toBe(true);
  expect(isMarkedPaused({ ...machine, metadata: paused })).toBe(true);
  expect(isMarkedPaused({ ...cluster, spec: { paused: true } })).toBe(true);
  expect(isMarkedPaused(machine)).toBe(false);
});

test("a Cluster is ready by Available, and by Ready only without it", () => {
  const condition = (type: string, status: "True" | "False") => ({ ...since, type, status, reason: "R", message: "" });
  const withConditions = (...conditions: ReturnType<typeof condition>[]): Cluster => ({
    ...cluster,
    status: { conditions },
  });
  expect(isReady(withConditions(condition("Available", "True")))).toBe(true);
  expect(isReady(withConditions(condition("Available", "False"), condition("Ready", "True")))).toBe(false);
  expect(isReady(withConditions(condition("Ready", "True")))).toBe(true);
});

test("conditions of a core before 1.9 are translated, those of a newer one win", () => {
  const before = [{ ...since, type: "Ready", status: "False", severity: "Error" } as const];
  expect(conditionsOf({ ...older, status: { conditions: before } })).toEqual([
    { ...since, type: "Ready", status: "False", reason: "NoReasonReported", message: "" },
  ]);
  const conditions = [{ ...since, type: "Available", status: "True", reason: "Available", message: "" } as const];
  expect(conditionsOf({ ...older, status: { conditions: before, v1beta2: { conditions } } })).toEqual(conditions);
});

test("references without a group are to the core group", () => {
  const reference = { apiVersion: "v1", kind: "Secret", name: "s" };
  expect(infrastructureRef({ ...older, spec: { infrastructureRef: reference } })).toEqual({
    apiGroup: "",
    kind: "Secret",
    name: "s",
  });
});

test("a control plane is initialized by its field, or by its condition, as cores before 1.11 say it", () => {
  const conditions = [{ ...since, type: "ControlPlaneInitialized", status: "True" } as const];
  expect(controlPlaneInitialized({ ...older, status: { conditions } })).toBe(true);
  expect(controlPlaneInitialized({ ...older, status: { controlPlaneReady: true } })).toBe(true);
  expect(controlPlaneInitialized({ ...cluster, status: { initialization: { controlPlaneInitialized: true } } })).toBe(
    true,
  );
});

test("an empty string of v1beta1 is not set", () => {
  const bootstrap = { dataSecretName: "" };
  const spec = { clusterName: "a", bootstrap, infrastructureRef: {}, version: "", failureDomain: "", providerID: "" };
  const empty: OlderMachine = { apiVersion: "cluster.x-k8s.io/v1beta1", kind: "Machine", metadata, spec };
  expect([bootstrapDataSecretName, machineVersion, machineFailureDomain, providerID].map((ask) => ask(empty))).toEqual(
    Array(4).fill(undefined),
  );
  expect(clusterNetwork({ ...older, spec: { clusterNetwork: { apiServerPort: 0, serviceDomain: "" } } })).toEqual(
    clusterNetwork(older),
  );
});
