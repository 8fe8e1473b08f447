// The Roles and bindings of an operator as objects, for all namespaces or for some.
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from "@capstan/kube/builtin";
import type { ControllerRights } from "./controller-rights.ts";
import type { GrantRule } from "./grants.ts";

/** Whose rights, and where. */
export interface RoleTarget {
  /** The name of the roles, and of the ServiceAccount unless `serviceAccount` is given. */
  readonly name: string;
  /** The namespace of the operator and of its ServiceAccount. */
  readonly namespace: string;
  readonly serviceAccount?: string;
  /** The namespaces that the manager watches, as in `--namespace`. Default: all. */
  readonly watched?: readonly string[];
}

/** An object of RBAC. */
export type RoleObject = ClusterRole | ClusterRoleBinding | Role | RoleBinding;

const apiVersion = "rbac.authorization.k8s.io/v1";
const apiGroup = "rbac.authorization.k8s.io";

/**
 * The roles and bindings that give a ServiceAccount the rights of `controllerRights`. A manager of all namespaces has a ClusterRole. One that watches some has a Role in each of them, and in the whole
 * cluster only the rules that no namespace has: kinds without a namespace, and reviews of who reads `/metrics`.
 *
 * @example
 * const objects = roleObjects(controllerRights([websites]), { name: "website-operator", namespace: "websites", watched: ["team-a", "team-b"] });
 */
export function roleObjects(rights: ControllerRights, target: RoleTarget): readonly RoleObject[] {
  const { watched, namespace } = target;
  const { clusterRules, namespaceRules, watchedRules } = rights;
  const cluster = clusterRole(target, watched === undefined ? [...clusterRules, ...watchedRules] : clusterRules);
  const places = [
    ...(watched ?? []).map((place) => ({ place, suffix: "", rules: watchedRules })),
    { place: namespace, suffix: "-leader", rules: namespaceRules },
  ];
  return [...cluster, ...places.flatMap(({ place, suffix, rules }) => role({ ...target, suffix }, place, rules))];
}

function clusterRole(target: RoleTarget, rules: readonly GrantRule[]): readonly RoleObject[] {
  if (rules.length === 0) return [];
  const { name } = target;
  return [
    { apiVersion, kind: "ClusterRole", metadata: { name }, rules: copied(rules) },
    {
      apiVersion,
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup, kind: "ClusterRole", name },
      subjects: [subjectOf(target)],
    },
  ];
}

function role(
  target: RoleTarget & { readonly suffix: string },
  namespace: string,
  rules: readonly GrantRule[],
): readonly RoleObject[] {
  const name = `${target.name}${target.suffix}`;
  return [
    { apiVersion, kind: "Role", metadata: { namespace, name }, rules: copied(rules) },
    {
      apiVersion,
      kind: "RoleBinding",
      metadata: { namespace, name },
      roleRef: { apiGroup, kind: "Role", name },
      subjects: [subjectOf(target)],
    },
  ];
}

function subjectOf({ name, namespace, serviceAccount = name }: RoleTarget): {
  kind: "ServiceAccount";
  namespace: string;
  name: string;
} {
  return { kind: "ServiceAccount", namespace, name: serviceAccount };
}

/** Objects of the API are mutable in their types. */
function copied(rules: readonly GrantRule[]): NonNullable<Role["rules"]> {
  return rules.map(({ apiGroups, resources, verbs, resourceNames }) => ({
    apiGroups: [...apiGroups],
    resources: [...resources],
    verbs: [...verbs],
    ...(resourceNames === undefined ? {} : { resourceNames: [...resourceNames] }),
  }));
}
