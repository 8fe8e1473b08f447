// Roles and their bindings.
import type { KubeObject } from "../objects/object.ts";
import { resourceOf, type Resource } from "../objects/resource.ts";
import type { LabelSelector } from "../values/selectors.ts";

/** Verbs on resources. */
export interface RbacRule {
  apiGroups?: string[];
  resources?: string[];
  verbs: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

/** A user, group or service account of a binding. */
export interface Subject {
  kind: string;
  apiGroup?: string;
  name: string;
  namespace?: string;
}

type Group = "rbac.authorization.k8s.io/v1";
const group: Group = "rbac.authorization.k8s.io/v1";

/** Permissions in one namespace. */
export interface Role extends KubeObject<Group, "Role"> {
  rules?: RbacRule[];
}
export const Role: Resource<Role> = resourceOf(group, "Role");

/** Permissions in the whole cluster. An aggregated role collects the rules of others by label. */
export interface ClusterRole extends KubeObject<Group, "ClusterRole"> {
  rules?: RbacRule[];
  aggregationRule?: { clusterRoleSelectors?: LabelSelector[] };
}
export const ClusterRole: Resource<ClusterRole> = resourceOf(group, "ClusterRole", { scope: "Cluster" });

/** Grants a role to subjects in one namespace. */
export interface RoleBinding extends KubeObject<Group, "RoleBinding"> {
  roleRef: { apiGroup: string; kind: string; name: string };
  subjects?: Subject[];
}
export const RoleBinding: Resource<RoleBinding> = resourceOf(group, "RoleBinding");

/** Grants a cluster role to subjects in all namespaces. */
export interface ClusterRoleBinding extends KubeObject<Group, "ClusterRoleBinding"> {
  roleRef: { apiGroup: string; kind: string; name: string };
  subjects?: Subject[];
}
export const ClusterRoleBinding: Resource<ClusterRoleBinding> = resourceOf(group, "ClusterRoleBinding", {
  scope: "Cluster",
});
