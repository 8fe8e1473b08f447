// The labels of a pool's machines. The hash of the long name is the one in the tests of Cluster API's util/labels/format.
import { expect, test } from "vitest";
import { machinePoolLabels } from "./pool-labels.ts";

const pool = (name: string) => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachinePool",
  metadata: { name },
  spec: { clusterName: "c" },
});

test.each([
  { name: "workers", want: "workers" },
  { name: `${"a".repeat(62)}b`, want: `${"a".repeat(62)}b` },
  { name: "machineSetName".repeat(12), want: "hash_FR_ghQ_z" },
  { name: "x.y".repeat(30), want: "hash_qRh4yw_z" },
  { name: "a".repeat(64), want: "hash_2W8PhQ_z" },
])("$name", ({ name, want }) => {
  expect(machinePoolLabels(pool(name))).toEqual({
    "cluster.x-k8s.io/cluster-name": "c",
    "cluster.x-k8s.io/pool-name": want,
  });
});
