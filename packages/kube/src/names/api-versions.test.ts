// Versions in Kubernetes' order.
import { expect, it } from "vitest";
import { compareApiVersions } from "./api-versions.ts";

it("sorts stable before beta before alpha, higher numbers first, other strings last", () => {
  const given = ["v1alpha1", "foo10", "v1", "v12alpha1", "v2", "v11beta2", "v3beta1", "foo1", "v10", "v1beta1"];
  expect(given.toSorted(compareApiVersions)).toEqual([
    "v10",
    "v2",
    "v1",
    "v11beta2",
    "v3beta1",
    "v1beta1",
    "v12alpha1",
    "v1alpha1",
    "foo1",
    "foo10",
  ]);
});

it.each([
  ["v1", "v1", 0],
  ["foo", "foo", 0],
  ["a", "b", -1],
  ["b", "a", 1],
  ["foo", "v1", 1],
  ["v1", "foo", -1],
  ["v1x", "v1alpha1", 1],
  ["xv1", "v1alpha1", 1],
  ["v10alpha10", "v10alpha9", -1],
])("compares %s and %s", (a, b, sign) => {
  expect(Math.sign(compareApiVersions(a, b))).toBe(sign);
});
