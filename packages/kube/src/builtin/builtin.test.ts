// The kinds of Kubernetes as API servers have them.
import { expect, it } from "vitest";
import type { Resource } from "../objects/resource.ts";
import * as builtin from "./index.ts";

// apiVersion, kind, plural and scope as `kubectl api-resources` prints them.
const known = [
  "admissionregistration.k8s.io/v1 MutatingWebhookConfiguration mutatingwebhookconfigurations Cluster",
  "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration validatingwebhookconfigurations Cluster",
  "apiextensions.k8s.io/v1 CustomResourceDefinition customresourcedefinitions Cluster",
  "apps/v1 Deployment deployments Namespaced",
  "coordination.k8s.io/v1 Lease leases Namespaced",
  "rbac.authorization.k8s.io/v1 ClusterRole clusterroles Cluster",
  "rbac.authorization.k8s.io/v1 ClusterRoleBinding clusterrolebindings Cluster",
  "rbac.authorization.k8s.io/v1 Role roles Namespaced",
  "rbac.authorization.k8s.io/v1 RoleBinding rolebindings Namespaced",
  "v1 ConfigMap configmaps Namespaced",
  "v1 Event events Namespaced",
  "v1 Namespace namespaces Cluster",
  "v1 Node nodes Cluster",
  "v1 Secret secrets Namespaced",
  "v1 Service services Namespaced",
  "v1 ServiceAccount serviceaccounts Namespaced",
];

it("has the names and scopes of upstream", () => {
  const resources: readonly Resource[] = Object.values(builtin);
  expect(
    resources.map(({ apiVersion, kind, plural, scope }) => `${apiVersion} ${kind} ${plural} ${scope}`).toSorted(),
  ).toEqual(known);
});
