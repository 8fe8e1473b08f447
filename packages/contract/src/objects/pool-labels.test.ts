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
  { name: "", want: "" },
  { name: "a", want: "a" },
  { name: "A.b_c-1", want: "A.b_c-1" },
  { name: "pool-501-", want: "hash__cSZ_Q_z" },
  { name: "pool-517-", want: "hash_K-9-PA_z" },
  { name: "-a", want: "hash_ZM2IGw_z" },
  { name: "a-", want: "hash_ACSMkw_z" },
  { name: "ä", want: "hash_GZ3g4g_z" },
  { name: "a b", want: "hash_EKP58g_z" },
  { name: "a".repeat(63), want: "a".repeat(63) },
  { name: "a".repeat(64), want: "hash_2W8PhQ_z" },
])("$name", ({ name, want }) => {
  expect(machinePoolLabels(pool(name))).toEqual({
    "cluster.x-k8s.io/cluster-name": "c",
    "cluster.x-k8s.io/pool-name": want,
  });
});
