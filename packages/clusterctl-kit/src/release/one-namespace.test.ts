// A release for one namespace: Roles in place of ClusterRoles, and a manager that watches its own namespace.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { providerInput } from "../../test/sample-inputs.ts";
import { contextOf } from "../components/bundle-context.ts";
import { componentObjects } from "../components/components.ts";
import { bundle } from "./bundle.ts";
import type { BundleInput } from "./bundle-input.ts";

function installed(input: BundleInput): readonly KubeObject[] {
  return componentObjects(contextOf(input), input.crds);
}

/** Each role with the resources of its rules. */
function rolesOf(objects: readonly KubeObject[]): readonly string[] {
  return objects
    .filter(({ kind }) => kind.endsWith("Role"))
    .map((role) => {
      // Every role has rules.
      const { rules = [] } = role as { rules?: readonly { resources: readonly string[] }[] };
      return `${role.kind} ${role.metadata.name}: ${rules.flatMap(({ resources }) => resources).join(" ")}`;
    });
}

const clusterRules = [{ apiGroups: [""], resources: ["nodes"], verbs: ["get"] }];
const migrationRules = [
  { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["get"] },
];
const input = { ...providerInput, description: { ...providerInput.description, clusterRules, migrationRules } };

test("has a ClusterRole only for kinds without a namespace and the one that core collects, and no rights to migrate", () => {
  expect(rolesOf(installed({ ...input, scope: "namespace" }))).toMatchInlineSnapshot(`
    [
      "Role infrastructure-foo-leader-election-role: leases",
      "Role infrastructure-foo-system-manager-role: secrets fooclusters fooclusters/status foomachines",
      "ClusterRole infrastructure-foo-system-manager-role: nodes",
      "ClusterRole infrastructure-foo-system-metrics-reader: ",
      "ClusterRole infrastructure-foo-system-aggregated-role: fooclusters foomachines foomachinetemplates",
    ]
  `);
  expect(rolesOf(installed(input))).toMatchInlineSnapshot(`
    [
      "Role infrastructure-foo-leader-election-role: leases",
      "ClusterRole infrastructure-foo-system-manager-role: nodes secrets customresourcedefinitions fooclusters fooclusters/status foomachines",
      "ClusterRole infrastructure-foo-system-metrics-reader: ",
      "ClusterRole infrastructure-foo-system-aggregated-role: fooclusters foomachines foomachinetemplates",
    ]
  `);
});

test("has no ClusterRole of its own without such kinds", () => {
  expect(rolesOf(installed({ ...providerInput, scope: "namespace" }))).toMatchInlineSnapshot(`
    [
      "Role infrastructure-foo-leader-election-role: leases",
      "Role infrastructure-foo-system-manager-role: secrets fooclusters fooclusters/status foomachines",
      "ClusterRole infrastructure-foo-system-metrics-reader: ",
      "ClusterRole infrastructure-foo-system-aggregated-role: fooclusters foomachines foomachinetemplates",
    ]
  `);
});

test("its manager watches the namespace that it is installed in", () => {
  const text = (scope: "cluster" | "namespace"): string =>
    bundle({ ...input, scope })
      .files.map(({ content }) => content)
      .join("");
  expect(text("namespace")).toContain("- --namespace=$(POD_NAMESPACE)\n");
  expect(text("cluster")).not.toContain("--namespace=");
});
