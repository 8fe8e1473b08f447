// The least rights that a provider needs, derived from its controllers: one rule per API group and set of verbs. They are never
// written by hand, so they always match what the controllers use.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import type { PolicyRule } from "@capstan/contract/description";
import { CustomResourceDefinition, Event, Secret } from "@capstan/kube/builtin";
import type { Resource } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { Provider } from "../authoring/provider.ts";
import type { Use } from "../authoring/watch.ts";
import { crdNameOf, migratedKinds, type MigratedKind } from "../migration/migrated-kinds.ts";
import { createdKindsOf, ownerKindsOf, workflowOf } from "../roles/role-workflow.ts";

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
  readonly scope: Resource["scope"];
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  /** The objects it is for. Default: all. */
  readonly names?: readonly string[];
}

/** Rights in the manager's own namespace: the Lease of the leader election. */
export const namespaceRules: readonly PolicyRule[] = [
  { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["create", "get", "patch", "update"] },
];

/** Rights to ask who calls `/metrics`, and what they may. */
const reviewGrants: readonly Grant[] = [
  { scope: "Cluster", group: "authentication.k8s.io", resource: "tokenreviews", verbs: ["create"] },
  { scope: "Cluster", group: "authorization.k8s.io", resource: "subjectaccessreviews", verbs: ["create"] },
];

/** Rights on kinds of one scope: of "Namespaced" they are needed in the namespaces that are watched, of "Cluster" in the whole cluster. */
export function rulesOf(provider: Provider, scope: Resource["scope"]): readonly PolicyRule[] {
  return mergeGrants(allGrants(provider).filter((one) => one.scope === scope));
}

function allGrants({ controllers }: Provider): readonly Grant[] {
  return [...controllers.flatMap(grantsOf), ...reviewGrants, grant(Event, ["create", "patch"])];
}

/** Rights for the storage migrator that the others do not give. Only a manager of all namespaces has one. */
export function migrationRules(provider: Provider): readonly PolicyRule[] {
  const given = allGrants(provider).filter(({ names }) => names === undefined);
  const isGiven = ({ group, resource }: Grant, verb: string): boolean =>
    given.some((one) => one.group === group && one.resource === resource && one.verbs.includes(verb));
  const missing = migrationGrants(migratedKinds(provider)).map((one) => ({
    ...one,
    verbs: one.verbs.filter((verb) => !isGiven(one, verb)),
  }));
  return mergeGrants(missing.filter(({ verbs }) => verbs.length > 0));
}

/** Rights to store the objects of the provider's own kinds again, and to say so in their definitions. */
function migrationGrants(kinds: readonly MigratedKind[]): readonly Grant[] {
  if (kinds.length === 0) return [];
  const names = kinds.map(crdNameOf).toSorted();
  const definitions = grant(CustomResourceDefinition, read);
  const own = { ...definitions, verbs: ["patch"], names };
  return [
    definitions,
    own,
    { ...own, resource: `${own.resource}/status` },
    ...kinds.flatMap(({ group, plural }): readonly Grant[] => [
      { scope: "Cluster", group, resource: plural, verbs: ["get", "list", "patch"] },
      { scope: "Cluster", group, resource: `${plural}/status`, verbs: ["patch"] },
    ]),
  ];
}

function grantsOf({ role, resource, infraCluster, machines, pool, watches }: ControllerDefinition): readonly Grant[] {
  const { objects, secrets } = workflowOf(role).grants;
  const createdKinds = createdKindsOf(role);
  const isOwner = secrets.includes("create") || createdKinds.length > 0 || watches.some(({ use }) => use === "owns");
  return [
    grant(resource, objects === "all" ? all : objects),
    { ...grant(resource, ["get", "patch", "update"]), resource: `${resource.plural}/status` },
    ...[Cluster, ...ownerKindsOf(role)].flatMap((core) => [
      grant(core, read),
      { ...grant(core, read), resource: `${core.plural}/status` },
    ]),
    ...(infraCluster === undefined ? [] : [grant(infraCluster, read)]),
    ...createdKinds.map((kind) => grant(kind, all)),
    // The machines of a pool are ended by deleting their Machines, which are read before.
    ...(machines === undefined ? [] : [grant(machines, all), grant(Machine, ["delete", "get", "list"])]),
    // Patched for the reservations of addresses; it owns the addresses beside their claims.
    ...(pool === undefined ? [] : [grant(pool, [...read, "patch"]), finalizersOf(pool)]),
    // Bootstrap data and the kubeconfig of the workload cluster, by name.
    ...(secrets.length === 0 ? [] : [grant(Secret, secrets)]),
    ...watches.map((watch) => grant(watch.resource, verbsOfUse[watch.use])),
    // Needed to set the kind as an owner that blocks deletion, where the API server enforces that.
    ...(isOwner ? [finalizersOf(resource)] : []),
  ];
}

function finalizersOf(resource: Resource): Grant {
  return { ...grant(resource, ["update"]), resource: `${resource.plural}/finalizers` };
}

function grant(
  { group, plural, scope }: Pick<Resource, "group" | "plural" | "scope">,
  verbs: readonly string[],
): Grant {
  return { scope, group, resource: plural, verbs };
}

/** Merges the verbs of each resource, then the resources that share group, verbs and names; sorted, so that the output is stable. */
function mergeGrants(grants: readonly Grant[]): readonly PolicyRule[] {
  const byResource = Map.groupBy(grants, ({ group, resource, names = [] }) =>
    [`${group}/${resource}`, ...names].join(" "),
  );
  const merged = [...byResource]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...rest]]) => (first === undefined ? [] : [withVerbs(first, rest)]));
  const byRule = Map.groupBy(merged, ({ group, verbs, names = [] }) => [group, verbs.join(","), ...names].join(" "));
  return [...byRule.values()].flatMap((same) =>
    same.slice(0, 1).map(({ group, verbs, names }) => ({
      apiGroups: [group],
      resources: same.map(({ resource }) => resource),
      verbs,
      ...(names === undefined ? {} : { resourceNames: names }),
    })),
  );
}

function withVerbs(grant: Grant, more: readonly Grant[]): Grant {
  return { ...grant, verbs: [...new Set([grant, ...more].flatMap(({ verbs }) => verbs))].toSorted() };
}
