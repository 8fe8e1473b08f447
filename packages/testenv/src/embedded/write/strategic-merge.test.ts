// Strategic merge patches of built-in kinds.
import { expect, test } from "vitest";
import { applyStrategicMerge } from "./strategic-merge.ts";

const node = {
  metadata: { labels: { a: "1" }, finalizers: ["one", "two"] },
  spec: { taints: [{ key: "x", effect: "NoSchedule" }] },
  status: { conditions: [{ type: "Ready", status: "False", reason: "Starting" }] },
};

test.each([
  {
    name: "maps are merged, null removes",
    patch: { metadata: { labels: { a: null, b: "2" } } },
    want: { ...node, metadata: { ...node.metadata, labels: { b: "2" } } },
  },
  {
    name: "a list without a key is replaced",
    patch: { spec: { taints: [] } },
    want: { ...node, spec: { taints: [] } },
  },
  {
    name: "a list with a key is merged by it",
    patch: {
      status: {
        conditions: [
          { type: "Ready", status: "True" },
          { type: "DiskPressure", status: "False" },
        ],
      },
    },
    want: {
      ...node,
      status: {
        conditions: [
          { type: "Ready", status: "True", reason: "Starting" },
          { type: "DiskPressure", status: "False" },
        ],
      },
    },
  },
  {
    name: "an item can be deleted",
    patch: { status: { conditions: [{ type: "Ready", $patch: "delete" }] } },
    want: { ...node, status: { conditions: [] } },
  },
  {
    name: "a list can be replaced all the same",
    patch: { status: { conditions: [{ type: "A" }, { $patch: "replace" }] } },
    want: { ...node, status: { conditions: [{ type: "A" }] } },
  },
  {
    name: "plain values are a set, and can be taken out",
    patch: { metadata: { finalizers: ["three", "one"], "$deleteFromPrimitiveList/finalizers": ["two"] } },
    want: { ...node, metadata: { ...node.metadata, finalizers: ["one", "three"] } },
  },
  {
    name: "the order that Go clients send along is taken as it comes",
    patch: { "$setElementOrder/conditions": [{ type: "Ready" }] },
    want: node,
  },
  {
    name: "a map can be replaced",
    patch: { metadata: { labels: { b: "2", $patch: "replace" } } },
    want: { ...node, metadata: { ...node.metadata, labels: { b: "2" } } },
  },
])("$name", ({ patch, want }) => {
  const before = JSON.stringify(node);
  expect(applyStrategicMerge(node, patch)).toEqual(want);
  expect(JSON.stringify(node)).toBe(before);
});
