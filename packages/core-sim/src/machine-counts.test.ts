// The numbers of machines by their versions.
import type { Machine } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { anyNode } from "../test/class-objects.ts";
import { countVersions, setVersions } from "./machine-counts.ts";

function machine(version: string, kubeletVersion = ""): Machine {
  const nodeInfo = { ...anyNode, kubeletVersion };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name: version },
    spec: { clusterName: "c", version, bootstrap: {}, infrastructureRef: { apiGroup: "a.b", kind: "C", name: "d" } },
    status: { nodeInfo },
  };
}

function countedOf(...machines: readonly Machine[]): readonly string[] {
  return countVersions(machines).map(({ version, replicas }) => `${version} ${replicas}`);
}

test("a machine without a Node counts by the version of its spec, and one with a Node by that of the kubelet", () => {
  expect(countedOf(machine("v1.36.0"), machine("v1.36.0", "v1.35.0"), machine("", ""))).toEqual([
    "v1.35.0 1",
    "v1.36.0 1",
  ]);
});

test("versions are in their order, what comes before a release first and what is no version last", () => {
  const versions = ["none", "v1.36.0", "v1.9.0", "v1.36.0-rc.1", "v1.36.0+b", "v1.36.0+a", "v1.36.0-rc.1"];
  expect(countedOf(...versions.map((version) => machine(version)))).toEqual([
    "v1.9.0 1",
    "v1.36.0-rc.1 2",
    "v1.36.0 1",
    "v1.36.0+b 1",
    "v1.36.0+a 1",
    "none 1",
  ]);
});

test("without machines, the list of before is taken away", () => {
  const status = { versions: countVersions([machine("v1.36.0")]) };
  setVersions(status, countVersions([]));
  expect(status).toEqual({});
});
