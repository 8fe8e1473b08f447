// The questions of the screen of dev at every width from 40 columns on.
import { expect, test } from "vitest";
import { displayWidth } from "../../tree/display-width.ts";
import type { TreeNode } from "../../tree/tree-node.ts";
import { deleteQuestion, numberQuestion } from "./questions.ts";

const node: TreeNode = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineDeployment",
  namespace: "default",
  name: "dev-workers-of-the-first-zone",
  conditions: [],
  unmet: [],
  paused: false,
  played: false,
  children: [],
};

test("what the question is and the keys that answer it are there at 40, 80 and 120 columns", () => {
  const widths = [40, 80, 120];
  expect(widths.map(deleteQuestion(node))).toEqual([
    "delete dev-workers-of-the…irst-zone? y/n",
    "delete MachineDeployment dev-workers-of-the-first-zone? y/n",
    "delete MachineDeployment default/dev-workers-of-the-first-zone? y: yes, any other key: no",
  ]);
  expect(widths.map(numberQuestion({ node, what: "replicas", value: 1 }, "12"))).toEqual([
    "replicas: 1 → 12_  Enter: set  Esc: no",
    "replicas: 1 → 12_  Enter: set  Esc: no  dev-workers-of-the-first-zone",
    "replicas: 1 → 12_  Enter: set  Esc: no  + - or a number  MachineDeployment dev-workers-of-the-first-zone",
  ]);
  expect(widths.map(numberQuestion({ node, what: "replicas", value: 1 }, "99999999999999"))).toEqual([
    "at most 1,000: 99999999999999_",
    "replicas: 1 → 99999999999999_  at most 1,000  Esc: no  dev-workers-of-t…rst-zone",
    "replicas: 1 → 99999999999999_  at most 1,000  Esc: no  MachineDeployment dev-workers-of-the-first-zone",
  ]);
});

test("no question is wider than the screen", () => {
  const tooMany = numberQuestion({ node, what: "replicas", value: 1000 }, "99999999999999999999");
  for (let columns = 40; columns < 130; columns += 1)
    for (const question of [deleteQuestion(node), numberQuestion({ node, what: "workers", value: 10 }, "100"), tooMany])
      expect(displayWidth(question(columns))).toBeLessThanOrEqual(columns);
});
