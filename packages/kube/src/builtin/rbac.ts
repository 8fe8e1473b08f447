// Roles and their bindings.
// Written by releases and by test control planes.
import type { KubeObject } from "../object.ts";
import { resourceOf, type Resource } from "../resource.ts";
import type { LabelSelector } from "../selectors.ts";

/** Verbs on resources. */
export interface RbacRule {
  apiGroups?: string[];
  resources?: string[];
  verbs: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

/** Who a binding is for. */
export interface Subject {
  kind: string;
  apiGroup?: string;
  name: string;
  namespace?: string;
}

type Group = "rbac.authorization.k8s.io/v1";
const group: Group = "rbac.authorization.k8s.io/v1";

/** Rights in one namespace. */
export interface Role extends KubeObject<Group, "Role"> {
  rules?: RbacRule[];
}
export const Role: Resource<Role> = resourceOf(group, "Role");

/** Rights in the whole cluster; an aggregated one collects others by label. */
export interface ClusterRole extends KubeObject<Group, "ClusterRole"> {
  rules?: RbacRule[];
  aggregationRule?: { clusterRoleSelectors?: LabelSelector[] };
}
export const ClusterRole: Resource<ClusterRole> = resourceOf(group, "ClusterRole", { scope: "Cluster" });

/** Gives a role to subjects in one namespace. */
export interface RoleBinding extends KubeObject<Group, "RoleBinding"> {
  roleRef: { apiGroup: string; kind: string; name: string };
  subjects?: Subject[];
}
export const RoleBinding: Resource<RoleBinding> = resourceOf(group, "RoleBinding");

/** Gives a cluster role to subjects everywhere. */
export interface ClusterRoleBinding extends KubeObject<Group, "ClusterRoleBinding"> {
  roleRef: { apiGroup: string; kind: string; name: string };
  subjects?: Subject[];
}
export const ClusterRoleBinding: Resource<ClusterRoleBinding> = resourceOf(group, "ClusterRoleBinding", {
  scope: "Cluster",
});
