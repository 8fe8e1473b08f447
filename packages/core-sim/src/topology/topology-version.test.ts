// The versions of a topology that the webhook of Cluster API's core rejects, with its messages.
import { expect, test } from "vitest";
import { clusterClass, clusterOfClass } from "../../test/class-objects.ts";
import { rejectedVersion } from "./topology-version.ts";

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
  const from = "v1.36.0";
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
