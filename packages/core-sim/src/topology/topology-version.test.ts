// The versions of a topology that the webhook of Cluster API's core rejects, with its messages.
import type { MachineDeployment } from "@capstan/api/core/v1beta2";
import { resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { clusterClass, clusterOfClass } from "../../test/class-objects.ts";
import { rejectedVersion, type VersionedParts } from "./topology-version.ts";

const invalid = "version must be a valid semantic version";

test.each([
  ["v1.36.0", undefined, undefined],
  ["vbanana", undefined, invalid],
  ["v1.36", undefined, invalid],
  ["v1.036.0", undefined, invalid],
  ["v1.36.0-rc.01", undefined, invalid],
  ["v1.36.0-rc.1+k3s1", undefined, undefined],
  ["v1.36.0", "v1.36.0", undefined],
  ["v1.35.9", "v1.36.0", 'version cannot be decreased from "1.36.0" to "1.35.9"'],
  ["v1.36.0-rc.1", "v1.36.0", undefined],
  ["v1.37.9", "v1.36.0", undefined],
  ["v1.38.0", "v1.36.0", 'version cannot be increased from "1.36.0" to "1.38.0"'],
  ["v2.0.0", "v1.36.0", 'version cannot be increased from "1.36.0" to "2.0.0"'],
  ["v1.20.0", "unknown", undefined],
])("%s after %s: %s", (version, from, problem) => {
  const wanted = problem && `spec.topology.version: Invalid value: "${version}": ${problem}`;
  expect(rejectedVersion(clusterOfClass("a", version), { clusterClass, from })).toBe(wanted);
});

test("a class with versions or a plan of its own allows more than one minor version, and an annotation every one", () => {
  const cluster = clusterOfClass("a", "v1.38.0");
  const { spec } = clusterClass;
  const versions = { ...clusterClass, spec: { ...spec, kubernetesVersions: ["v1.36.0", "v1.37.0", "v1.38.0"] } };
  const planned = {
    ...clusterClass,
    spec: { ...spec, upgrade: { external: { generateUpgradePlanExtension: "a.b" } } },
  };
  for (const each of [versions, planned])
    expect(rejectedVersion(cluster, { clusterClass: each, from })).toBeUndefined();
  const older = clusterOfClass("a", "v1.20.0");
  older.metadata.annotations = { "unsafe.topology.cluster.x-k8s.io/disable-update-version-check": "" };
  expect(rejectedVersion(older, { clusterClass, from })).toBeUndefined();
});

const from = "v1.36.0";

/** A control plane with its version, and the one that it reports. */
function controlPlane(version: string, reported?: string): VersionedParts["controlPlane"] {
  const status = reported === undefined ? {} : { version: reported };
  const object = { ...objectHead, spec: { version }, status };
  return { resource: resourceOf(object.apiVersion, object.kind, { plural: "foos" }), object, view };
}

const objectHead = { apiVersion: "controlplane.cluster.x-k8s.io/v1beta2", kind: "Foo", metadata: { name: "a" } };
const view = { kind: "ControlPlane", contract: "v1beta2", contracts: ["v1beta2"] } as const;

function deployment(name: string, version: string): MachineDeployment {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name },
    spec: {
      clusterName: "a",
      selector: {},
      template: {
        spec: {
          clusterName: "a",
          version,
          bootstrap: { dataSecretName: "a" },
          infrastructureRef: { apiGroup: "a.b", kind: "Foo", name: "a" },
        },
      },
    },
  };
}

test.each<[string, VersionedParts, string | undefined]>([
  [
    "all have the version",
    { controlPlane: controlPlane(from, from), deployments: [deployment("one", from)], pools: [] },
    undefined,
  ],
  [
    "it reports a version without prefix",
    { controlPlane: controlPlane(from, "1.36.0"), deployments: [], pools: [] },
    undefined,
  ],
  [
    "there is no control plane",
    { controlPlane: undefined, deployments: [], pools: [] },
    "failed to check if control plane is upgrading: failed to get control plane object",
  ],
  [
    "the control plane waits for its upgrade",
    { controlPlane: controlPlane("v1.35.0", "v1.35.0"), deployments: [], pools: [] },
    "Cluster.spec.topology.version 1.36.0 was not propagated to control plane yet (control plane version 1.35.0)",
  ],
  [
    "the control plane is created",
    { controlPlane: controlPlane(from), deployments: [], pools: [] },
    "control plane is currently provisioning",
  ],
  [
    "the control plane is upgraded, and workers wait",
    {
      controlPlane: controlPlane(from, "v1.35.0"),
      deployments: [deployment("one", "v1.35.0"), deployment("two", "v1.35.0"), deployment("three", from)],
      pools: [{ ...deployment("pool", "v1.35.0"), kind: "MachinePool" }],
    },
    "[control plane is still completing a previous upgrade, there are still MachineDeployments completing a previous upgrade: [one, two], there are still MachinePools completing a previous upgrade: [pool]]",
  ],
])("a version is changed while %s", (_, parts, problem) => {
  const rules = { clusterClass, from, parts };
  const wanted = problem && `spec.topology.version: Invalid value: "v1.37.0": version cannot be changed: ${problem}`;
  expect(rejectedVersion(clusterOfClass("a", "v1.37.0"), rules)).toBe(wanted);
  expect(rejectedVersion(clusterOfClass("a", from), rules)).toBeUndefined();
  const unsafe = clusterOfClass("a", "v1.37.0");
  unsafe.metadata.annotations = { "unsafe.topology.cluster.x-k8s.io/disable-update-version-check": "" };
  expect(rejectedVersion(unsafe, rules)).toBeUndefined();
});

test("a version is changed while an upgrade has not ended", () => {
  const cluster = clusterOfClass("a", "v1.37.0");
  cluster.metadata.annotations = { "runtime.cluster.x-k8s.io/pending-hooks": "AfterClusterUpgrade" };
  const parts = { controlPlane: controlPlane(from, from), deployments: [], pools: [] };
  expect(rejectedVersion(cluster, { clusterClass, from, parts })).toBe(
    'spec.topology.version: Invalid value: "v1.37.0": version cannot be changed when the "AfterClusterUpgrade" hook is still blocking',
  );
});

test("a class with versions allows no others, also for a new Cluster", () => {
  const listed = { ...clusterClass, spec: { ...clusterClass.spec, kubernetesVersions: ["v1.36.0", "v1.37.0"] } };
  const rules = { clusterClass: listed, from: undefined };
  expect(rejectedVersion(clusterOfClass("a", "v1.37.0"), rules)).toBeUndefined();
  expect(rejectedVersion(clusterOfClass("a", "v1.37.1"), rules)).toBe(
    'spec.topology.version: Invalid value: "v1.37.1": version must match one of the versions defined in the ClusterClass',
  );
});
