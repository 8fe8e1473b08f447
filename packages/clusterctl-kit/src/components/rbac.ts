// RBAC: the rights in the provider's description and nothing more, and the role through which core reaches the provider's kinds.
import type { DescribedKind, PolicyRule } from "@capstan/contract/description";
import { parseApiVersion, type KubeObject } from "@capstan/kube";
import type {
  ClusterRole,
  ClusterRoleBinding,
  RbacRule,
  Role,
  RoleBinding,
  ServiceAccount,
  Subject,
} from "@capstan/kube/builtin";
import { clusterScoped, namespaced, type BundleContext } from "./bundle-context.ts";

const rbac = "rbac.authorization.k8s.io/v1";
const rbacGroup = "rbac.authorization.k8s.io";

/** Core collects every cluster role with this label into its own. */
const aggregateToCore = { "cluster.x-k8s.io/aggregate-to-manager": "true" };
/** So does the kubeadm control plane, which creates infrastructure machines from templates. */
const aggregateToKubeadmControlPlane = { "kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager": "true" };
const coreVerbs = ["create", "delete", "get", "list", "patch", "update", "watch"];

/** ServiceAccount, roles and bindings. */
export function rbacObjects(context: BundleContext): KubeObject[] {
  const { names, description } = context;
  const account: ServiceAccount = {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: namespaced(context, names.serviceAccount),
  };
  return [
    account,
    ...grants(context).flatMap((grant) => granted(context, grant)),
    ...metricsReaderRole(context),
    ...aggregatedRole(context, description.kinds),
  ];
}

/** For a binding that the installation's owner writes, of the account of their Prometheus. */
function metricsReaderRole(context: BundleContext): ClusterRole[] {
  if (context.description.ports.metrics === undefined) return [];
  const metadata = clusterScoped(context, context.names.metricsReaderRole);
  const rules = [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }];
  return [{ apiVersion: rbac, kind: "ClusterRole", metadata, rules }];
}

/** A role with its binding. */
interface Grant {
  readonly kind: "Role" | "ClusterRole";
  readonly role: string;
  readonly binding: string;
  readonly rules: readonly PolicyRule[];
}

function grants({ names, description, scope }: BundleContext): readonly Grant[] {
  const { clusterRules, watchedRules, migrationRules = [], namespaceRules } = description;
  const manager = { role: names.managerRole, binding: names.managerRoleBinding };
  return [
    { kind: "Role", role: names.namespaceRole, binding: names.namespaceRoleBinding, rules: namespaceRules },
    ...(scope === "namespace"
      ? ([
          { kind: "Role", ...manager, rules: watchedRules },
          { kind: "ClusterRole", ...manager, rules: clusterRules },
        ] as const)
      : ([{ kind: "ClusterRole", ...manager, rules: [...clusterRules, ...watchedRules, ...migrationRules] }] as const)),
  ];
}

function granted(context: BundleContext, { kind, role, binding, rules }: Grant): KubeObject[] {
  if (rules.length === 0) return [];
  const metadata = kind === "Role" ? namespaced : clusterScoped;
  const subjects = [subject(context)];
  const roleObject: Role | ClusterRole = {
    apiVersion: rbac,
    kind,
    metadata: metadata(context, role),
    rules: tidyRules(rules),
  };
  const bindingObject: RoleBinding | ClusterRoleBinding = {
    apiVersion: rbac,
    kind: `${kind}Binding`,
    metadata: metadata(context, binding),
    roleRef: { apiGroup: rbacGroup, kind, name: role },
    subjects,
  };
  return [roleObject, bindingObject];
}

/** Core reads, clones and deletes objects of the provider's contract kinds and templates. */
function aggregatedRole(context: BundleContext, kinds: readonly DescribedKind[]): ClusterRole[] {
  const referenced = kinds.filter(({ role }) => role !== "owned");
  if (referenced.length === 0) return [];
  const metadata = clusterScoped(context, context.names.aggregatedRole);
  const labels = {
    ...metadata.labels,
    ...aggregateToCore,
    ...(context.config.type === "infrastructure" ? aggregateToKubeadmControlPlane : {}),
  };
  const rules = referenced.map(({ apiVersion, plural }) => ({
    apiGroups: [parseApiVersion(apiVersion).group],
    resources: [plural],
    verbs: coreVerbs,
  }));
  return [{ apiVersion: rbac, kind: "ClusterRole", metadata: { ...metadata, labels }, rules: tidyRules(rules) }];
}

function subject({ names }: BundleContext): Subject {
  return { kind: "ServiceAccount", name: names.serviceAccount, namespace: names.namespace };
}

/** Rules in one order, with the resources of equal groups and verbs together: the same rights always give the same YAML. */
function tidyRules(rules: readonly PolicyRule[]): RbacRule[] {
  const merged = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const key = JSON.stringify([
      rule.apiGroups.toSorted(),
      rule.verbs.toSorted(),
      rule.resourceNames?.toSorted() ?? [],
    ]);
    const earlier = merged.get(key);
    merged.set(key, { ...rule, resources: [...(earlier?.resources ?? []), ...rule.resources] });
  }
  return [...merged.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, rule]) => sorted(rule));
}

function sorted({ apiGroups, resources, verbs, resourceNames }: PolicyRule): RbacRule {
  const unique = (values: readonly string[]): string[] => [...new Set(values)].toSorted();
  return {
    apiGroups: unique(apiGroups),
    resources: unique(resources),
    verbs: unique(verbs),
    ...(resourceNames === undefined ? {} : { resourceNames: unique(resourceNames) }),
  };
}
