// Versions in Kubernetes' order.
import { expect, it } from "vitest";
import { compareVersions } from "./versions.ts";

it("sorts stable before beta before alpha, higher numbers first, other texts last", () => {
  const given = ["v1alpha1", "foo10", "v1", "v12alpha1", "v2", "v11beta2", "v3beta1", "foo1", "v10", "v1beta1"];
  expect(given.toSorted(compareVersions)).toEqual([
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
