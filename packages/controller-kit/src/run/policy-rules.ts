// The least rights a provider needs, derived from its controllers: one rule per API group and set of verbs. Never written
// by hand, so what a controller uses and what it may do cannot drift apart.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import type { PolicyRule } from "@capstan/contract";
import { Event, Secret } from "@capstan/kube/builtin";
import type { Resource } from "@capstan/kube";
import type { ControllerDefinition, Role } from "../authoring/controller-definition.ts";
import type { Use } from "../authoring/watch.ts";

const read = ["get", "list", "watch"];
const all = ["create", "delete", "get", "list", "patch", "update", "watch"];

const verbsOfUse: Readonly<Record<Use, readonly string[]>> = {
  reads: read,
  maps: read,
  owns: all,
  writes: ["create", "delete", "get", "patch", "update"],
};

/** One right: verbs on one resource of one group. */
interface Grant {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

/** Rights in the manager's own namespace: the Lease of the leader election. */
export const namespaceRules: readonly PolicyRule[] = [
  { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["create", "get", "patch", "update"] },
];

/** Rights in the whole cluster. */
export function clusterRulesOf(controllers: readonly ControllerDefinition[]): readonly PolicyRule[] {
  const grants = controllers.flatMap(grantsOf);
  return mergeGrants([...grants, { group: Event.group, resource: Event.plural, verbs: ["create", "patch"] }]);
}

const coreKinds: Readonly<Record<Role, readonly Resource[]>> = {
  InfraCluster: [Cluster],
  InfraMachine: [Cluster, Machine],
  plain: [Cluster],
};

function grantsOf({ role, resource, infraCluster, watches }: ControllerDefinition): readonly Grant[] {
  return [
    grant(resource, all),
    { ...grant(resource, ["get", "patch", "update"]), resource: `${resource.plural}/status` },
    ...coreKinds[role].flatMap((core) => [
      grant(core, read),
      { ...grant(core, read), resource: `${core.plural}/status` },
    ]),
    ...(infraCluster === undefined ? [] : [grant(infraCluster, read)]),
    // Bootstrap data and the kubeconfig of the workload cluster, by name.
    ...(role === "plain" ? [] : [grant(Secret, ["get"])]),
    ...watches.flatMap((watch) => [
      grant(watch.resource, verbsOfUse[watch.use]),
      // Needed to name the kind as an owner that blocks deletion, where the API server enforces that.
      ...(watch.use === "owns" ? [{ ...grant(resource, ["update"]), resource: `${resource.plural}/finalizers` }] : []),
    ]),
  ];
}

function grant({ group, plural }: Resource, verbs: readonly string[]): Grant {
  return { group, resource: plural, verbs };
}

/** Unites the verbs of each resource, then the resources that share group and verbs; sorted, so that output is stable. */
function mergeGrants(grants: readonly Grant[]): readonly PolicyRule[] {
  const verbs = new Map<string, { readonly group: string; readonly resource: string; readonly verbs: Set<string> }>();
  for (const { group, resource, verbs: more } of grants) {
    const key = `${group}/${resource}`;
    const entry = verbs.get(key) ?? { group, resource, verbs: new Set<string>() };
    for (const verb of more) entry.verbs.add(verb);
    verbs.set(key, entry);
  }
  const rules = new Map<
    string,
    { readonly apiGroups: string[]; readonly resources: string[]; readonly verbs: string[] }
  >();
  for (const key of [...verbs.keys()].toSorted()) {
    const { group, resource, verbs: set } = verbs.get(key) as { group: string; resource: string; verbs: Set<string> };
    const sorted = [...set].toSorted();
    const ruleKey = `${group} ${sorted.join(",")}`;
    const rule = rules.get(ruleKey) ?? { apiGroups: [group], resources: [], verbs: sorted };
    rule.resources.push(resource);
    rules.set(ruleKey, rule);
  }
  return [...rules.values()];
}
