// What a condition says in one line, with the hooks that delay a Cluster first.
import type { ReadableCondition } from "@capstan/contract/conditions";
import { expect, test } from "vitest";
import { conditionNote } from "./condition-note.ts";

const condition: ReadableCondition = {
  type: "TopologyReconciled",
  status: "False",
  reason: "ClusterCreating",
  message: "",
  lastTransitionTime: "",
};
const blocking = "Following hooks are blocking";

test.each([
  {
    given: { message: `${blocking} Cluster topology creation: BeforeClusterCreate: no room` },
    want: "blocked by BeforeClusterCreate: no room; ClusterCreating",
  },
  {
    given: { reason: "Deleting", message: `Cluster is deleting. ${blocking} delete: BeforeClusterDelete: backups run` },
    want: "blocked by BeforeClusterDelete: backups run; Deleting: Cluster is deleting",
  },
  {
    given: {
      reason: "ClusterUpgrading",
      message: `Cluster is upgrading to v1.37.0\n  * ${blocking} upgrade: A: x; B\n  * MachineDeployment m pending upgrade`,
    },
    want: "blocked by A: x; B; ClusterUpgrading: Cluster is upgrading to v1.37.0; MachineDeployment m pending upgrade",
  },
  { given: { message: "* one\n* two" }, want: "ClusterCreating: one; two" },
  { given: { type: "Ready", reason: "Ready", message: `${blocking} delete: A` }, want: `${blocking} delete: A` },
])("$want", ({ given, want }) => {
  expect(conditionNote({ ...condition, ...given })).toBe(want);
});
