// Paths of printer columns: what they select, and which are of another form. The probes compare the usual ones with kube-apiserver.
import { expect, test } from "vitest";
import { parsePath, select } from "./json-path.ts";

const object = {
  spec: { size: 3, "a.b": 1, list: ["x", "y"], none: null },
  status: {
    conditions: [
      { type: "Ready", status: "True", count: 2 },
      { type: "Paused", status: "False", count: 5 },
    ],
  },
};

test.each([
  [".spec.size", [3]],
  [".spec.missing.size", []],
  [".spec.list", [["x", "y"]]],
  [".spec.list[1]", ["y"]],
  [".spec.list[-1]", ["y"]],
  [".spec.list[9]", []],
  [".spec.list[*]", ["x", "y"]],
  [".spec.a\\.b", [1]],
  [".spec['a.b']", [1]],
  ['.spec["a.b"]', [1]],
  [".spec['a\\.b']", [1]],
  ['.status.conditions[?(@.type=="Ready")].status', ["True"]],
  [".status.conditions[?(@.type == 'Paused')].status", ["False"]],
  ['.status.conditions[?(@.type!="Ready")].type', ["Paused"]],
  [".status.conditions[?(@.count>=3)].type", ["Paused"]],
  [".status.conditions[?(@.count<3)].type", ["Ready"]],
  [".status.conditions[*].type", ["Ready", "Paused"]],
  [".spec.constructor", []],
  [".spec.none", [null]],
])("%s", (path, want) => {
  const read = parsePath(path);
  expect(read && select(object, read)).toEqual(want);
});

test.each(["spec", "$.spec", ".spec[", ".spec[?(@.a)]", ".spec[?(1==1)]", ".spec[1:2]", ".spec..a"])(
  "%s is of another form",
  (path) => {
    expect(parsePath(path)).toBeUndefined();
  },
);

test("a long path that is wrong at its end is read quickly", () => {
  const path = `.status.conditions[?(@.${"a".repeat(50_000)}==`;
  const began = performance.now();
  expect(parsePath(path)).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(500);
});
