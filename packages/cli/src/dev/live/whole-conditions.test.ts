// The whole text of a condition on the screen of dev: what blocks it stands first, and the key for all conditions shows the rest.
import { beforeEach, expect, test } from "vitest";
import { liveModel, shownFrame } from "../../../test/live-frames.ts";
import { condition, objectOf } from "../../../test/tree-objects.ts";
import type { FrameModel } from "./frame-model.ts";

const held = [
  "Cluster is upgrading to v1.37.0",
  "  * Following hooks are blocking upgrade: BeforeClusterUpgrade: the cluster is frozen until the backup of monday is done",
  "  * KubeadmControlPlane pending upgrade to version v1.37.0",
  "  * MachineDeployments dev-workers-a, dev-workers-b pending upgrade to version v1.37.0",
].join("\n");

let model: FrameModel;
beforeEach(() => {
  const topology = condition("TopologyReconciled", "False", "ClusterUpgrading", held);
  const conditions = [condition("Available", "True"), topology, condition("Paused", "False", "NotPaused")];
  model = liveModel([
    objectOf("Cluster", "dev", { status: { phase: "Provisioned", conditions } }),
    objectOf("Machine", "m", { owner: "dev", status: { conditions: [condition("Ready", "True")] } }),
  ]);
});

/** The rows about objects, without ages. */
function rows(size: { readonly columns: number; readonly rows: number }): readonly string[] {
  const lines = shownFrame(model, size).split("\n");
  return lines
    .slice(
      lines.findIndex((line) => line.includes("OBJECT")) + 1,
      lines.findIndex((line) => line.startsWith("─ log")),
    )
    .map((line) => line.replace(/ +\d+[sm]$/, ""));
}

test("the hook that blocks an upgrade stands first, where lines are cut", () => {
  expect(rows({ columns: 80, rows: 18 })[1]).toBe(
    "  │ ◌ TopologyReconciled  blocked by BeforeClusterUpgrade: the cluster is froz…",
  );
});

test("the key for all conditions shows them whole", () => {
  const size = { columns: 80, rows: 24 };
  expect(rows(size)).toHaveLength(3);
  model.act("conditions");
  const whole = [
    "> ◌ Cluster dev                             Provisioned",
    "  │ ◌ TopologyReconciled  blocked by BeforeClusterUpgrade: the cluster is",
    "  │   frozen until the backup of monday is done; ClusterUpgrading: Cluster",
    "  │   is upgrading to v1.37.0; KubeadmControlPlane pending upgrade to",
    "  │   version v1.37.0; MachineDeployments dev-workers-a, dev-workers-b",
    "  │   pending upgrade to version v1.37.0",
  ];
  expect(rows(size).slice(0, whole.length)).toEqual(whole);
});

test("where there are too few rows for them, the arrows scroll before they select", () => {
  const size = { columns: 40, rows: 14 };
  rows(size);
  model.act("conditions");
  const end = "pending upgrade to version v1.37.0";
  const words = (): string => rows(size).join(" ").replaceAll(/[ │]+/g, " ");
  expect(words()).not.toContain(end);
  const selected = (): string | undefined => model.objects.selected()?.node.name;
  let presses = 0;
  while (!words().includes(end) && presses < 20) {
    model.act("down");
    presses += 1;
  }
  expect([presses > 1, selected()]).toEqual([true, "dev"]);
  model.act("up");
  expect(words()).not.toContain(end);
  model.act("last");
  model.act("last");
  words();
  expect(selected()).toBe("m");
  model.act("first");
  expect(words()).toMatch(/^> . Cluster dev/);
});
