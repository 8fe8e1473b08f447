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

test.each([
  { name: "a new field", object: {}, patch: { a: { b: 1 } }, want: { a: { b: 1 } } },
  { name: "nothing to merge into", object: undefined, patch: { a: 1 }, want: { a: 1 } },
  { name: "a value in place of a map", object: { a: { b: 1 } }, patch: { a: 1 }, want: { a: 1 } },
  { name: "a map in place of a value", object: { a: 1 }, patch: { a: { b: 1 } }, want: { a: { b: 1 } } },
  { name: "a map that is deleted", object: { a: { b: 1 }, c: 1 }, patch: { a: { $patch: "delete" } }, want: { c: 1 } },
  {
    name: "a map that is replaced",
    object: { a: { b: 1 } },
    patch: { a: { $patch: "replace", c: null, d: 1 } },
    want: { a: { d: 1 } },
  },
  { name: "null in a new map", object: {}, patch: { a: { b: null, c: 1 } }, want: { a: { c: 1 } } },
  { name: "other directives", object: { a: 1 }, patch: { $retainKeys: ["a"], $patch: "merge" }, want: { a: 1 } },
  {
    name: "values that are not there",
    object: { a: 1 },
    patch: { "$deleteFromPrimitiveList/b": ["x"] },
    want: { a: 1 },
  },
  { name: "values of no list", object: { a: ["x"] }, patch: { "$deleteFromPrimitiveList/a": "x" }, want: { a: ["x"] } },
  { name: "an empty key", object: { env: [{ name: "a" }] }, patch: { env: [] }, want: { env: [{ name: "a" }] } },
  {
    name: "a list in place of a value",
    object: { env: 1 },
    patch: { env: [{ name: "a" }] },
    want: { env: [{ name: "a" }] },
  },
  {
    name: "an item that is deleted but not there",
    object: { env: [{ name: "a" }] },
    patch: { env: [{ name: "b", $patch: "delete" }] },
    want: { env: [{ name: "a" }] },
  },
  {
    name: "an item that is replaced",
    object: { env: [{ name: "a", value: "1" }, { name: "b" }] },
    patch: { env: [{ name: "a", valueFrom: {}, $patch: "replace" }] },
    want: { env: [] },
  },
  {
    name: "directives in new items",
    object: {},
    patch: { env: [{ name: "a", value: null }], ports: [{ port: 1, $patch: "delete" }, { port: 2, name: null }, 3] },
    want: { env: [{ name: "a" }], ports: [{ port: 2 }, 3] },
  },
  {
    name: "items of another shape",
    object: { env: ["x", { name: "a" }] },
    patch: { env: ["x", "y", { name: "a", value: "1" }] },
    want: { env: ["x", { name: "a", value: "1" }, "y"] },
  },
  {
    name: "a set of values",
    object: { finalizers: ["a", "b"] },
    patch: { finalizers: ["b", "c"] },
    want: { finalizers: ["a", "b", "c"] },
  },
])("$name", ({ object, patch, want }) => expect(applyStrategicMerge(object, patch)).toEqual(want));

test.each([
  { list: "addresses", key: "type" },
  { list: "conditions", key: "type" },
  { list: "containers", key: "name" },
  { list: "env", key: "name" },
  { list: "imagePullSecrets", key: "name" },
  { list: "initContainers", key: "name" },
  { list: "ownerReferences", key: "uid" },
  { list: "secrets", key: "name" },
  { list: "volumeMounts", key: "mountPath" },
  { list: "volumes", key: "name" },
])("$list are merged by $key", ({ list, key }) => {
  const object = { [list]: [{ [key]: "a", x: 1 }, { [key]: "b" }] };
  const patch = { [list]: [{ [key]: "a", y: 2 }, { [key]: "c" }] };
  expect(applyStrategicMerge(object, patch)).toEqual({
    [list]: [{ [key]: "a", x: 1, y: 2 }, { [key]: "b" }, { [key]: "c" }],
  });
});

const hostileKeys = [
  { object: "{}", patch: '{"__proto__":{"a":1}}' },
  { object: "{}", patch: '{"__proto__":[1]}' },
  { object: "{}", patch: '{"__proto__":"x","constructor":{"a":null}}' },
  { object: '{"__proto__":{"a":1}}', patch: '{"__proto__":{"b":2}}' },
  { object: '{"__proto__":["x","y"]}', patch: '{"$deleteFromPrimitiveList/__proto__":["x"]}' },
];
const merged = [
  '{"__proto__":{"a":1}}',
  '{"__proto__":[1]}',
  '{"__proto__":"x","constructor":{}}',
  '{"__proto__":{"a":1,"b":2}}',
  '{"__proto__":["y"]}',
];
test.each(hostileKeys.map((row, i) => ({ ...row, want: merged[i] })))(
  "$object and $patch: a name that objects inherit is a field",
  ({ object, patch, want }) => {
    const parse = (text: string): Record<string, unknown> => JSON.parse(text);
    const result = applyStrategicMerge(parse(object), parse(patch));
    expect([JSON.stringify(result), Object.getPrototypeOf(result)]).toEqual([want, Object.prototype]);
  },
);
