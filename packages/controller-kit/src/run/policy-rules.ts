// The least rights that a provider needs, derived from its controllers: one rule per API group and set of verbs. They are never
// written by hand, so they always match what the controllers use.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import type { PolicyRule } from "@capstan/contract/description";
import { CustomResourceDefinition, Secret } from "@capstan/kube/builtin";
import type { Resource } from "@capstan/kube";
import { type Grant, grantOn, leaseGrant, managerGrants, mergeGrants } from "@capstan/operator";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { Provider } from "../authoring/provider.ts";
import type { Use, Watch } from "../authoring/watch.ts";
import { crdNameOf, migratedKinds, type MigratedKind } from "../migration/migrated-kinds.ts";
import { createdKindsOf, ownerKindsOf, workflowOf } from "../roles/role-workflow.ts";
import { isReadLive } from "../workflow/declared-reader.ts";

const read = ["get", "list", "watch"];

/** What the cache of the manager needs of each use, beside the verbs of the author's own calls. */
const cacheVerbs: Readonly<Record<Use, readonly string[]>> = {
  reads: ["list", "watch"],
  maps: ["list", "watch"],
  owns: ["list", "watch"],
  gets: [],
  writes: [],
};

function verbsOf({ use, resource, verbs }: Watch): readonly string[] {
  const calls = verbs.filter((verb) => verb !== "status");
  return use === "reads" && isReadLive(resource) ? calls : [...calls, ...cacheVerbs[use]];
}

function grantsOfWatch(watch: Watch): readonly Grant[] {
  const { resource, verbs } = watch;
  const whole = grantOn(resource, verbsOf(watch));
  return [...(whole.verbs.length === 0 ? [] : [whole]), ...(verbs.includes("status") ? [statusOf(resource)] : [])];
}

/** Rights in the manager's own namespace: the Lease of the leader election, and the author's. */
export function namespaceRulesOf({ rules: { own = [] } }: Provider): readonly PolicyRule[] {
  return mergeGrants([leaseGrant, ...grantsOfRules(own, "Namespaced")]);
}

/** Rights on kinds of one scope: of "Namespaced" they are needed in the namespaces that are watched, of "Cluster" in the whole cluster. */
export function rulesOf(provider: Provider, scope: Resource["scope"]): readonly PolicyRule[] {
  return mergeGrants(allGrants(provider).filter((one) => one.scope === scope));
}

function allGrants({ controllers, rules: { cluster = [], watched = [] } }: Provider): readonly Grant[] {
  return [
    ...controllers.flatMap(grantsOf),
    ...managerGrants,
    ...grantsOfRules(cluster, "Cluster"),
    ...grantsOfRules(watched, "Namespaced"),
  ];
}

/** The rules of an author, resource by resource, so that they merge with those that follow from the controllers. */
function grantsOfRules(rules: readonly PolicyRule[], scope: Resource["scope"]): readonly Grant[] {
  return rules.flatMap(({ apiGroups, resources, verbs, resourceNames }) =>
    apiGroups.flatMap((group) =>
      resources.map((resource): Grant => ({
        scope,
        group,
        resource,
        verbs,
        ...(resourceNames === undefined ? {} : { names: resourceNames }),
      })),
    ),
  );
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
  const definitions = grantOn(CustomResourceDefinition, read);
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

function grantsOf({
  role,
  resource,
  infraCluster,
  machines,
  pool,
  watches,
  workload,
}: ControllerDefinition): readonly Grant[] {
  const { objects, secrets } = workflowOf(role).grants;
  const createdKinds = createdKindsOf(role);
  const isOwner = secrets.includes("create") || createdKinds.length > 0 || watches.some(({ use }) => use === "owns");
  return [
    // Its objects are changed with patches, and created and deleted by others.
    grantOn(resource, objects),
    statusOf(resource),
    ...[Cluster, ...ownerKindsOf(role)].map((core) => grantOn(core, read)),
    ...(infraCluster === undefined ? [] : [grantOn(infraCluster, read)]),
    ...createdKinds.map((kind) => grantOn(kind, [...read, "create", "delete", "patch"])),
    // The machines of a pool are ended by deleting their Machines, which are read before.
    ...(machines === undefined
      ? []
      : [grantOn(machines, [...read, "create", "delete", "update"]), grantOn(Machine, ["delete", "get", "list"])]),
    // Patched for the reservations of addresses; it owns the addresses beside their claims.
    ...(pool === undefined ? [] : [grantOn(pool, [...read, "patch"]), finalizersOf(pool)]),
    // Bootstrap data and the kubeconfig of the workload cluster, by name.
    ...(secrets.length === 0 ? [] : [grantOn(Secret, secrets)]),
    // The kubeconfigs of workload clusters.
    ...(workload.length === 0 ? [] : [grantOn(Secret, ["get"])]),
    ...watches.flatMap(grantsOfWatch),
    // Needed to set the kind as an owner that blocks deletion, where the API server enforces that.
    ...(isOwner ? [finalizersOf(resource)] : []),
  ];
}

function statusOf(resource: Resource): Grant {
  return { ...grantOn(resource, ["patch"]), resource: `${resource.plural}/status` };
}

function finalizersOf(resource: Resource): Grant {
  return { ...grantOn(resource, ["update"]), resource: `${resource.plural}/finalizers` };
}
