// Which kinds a controller's manager watches and whom their changes wake: core's kinds by role, the author's by
// declaration. Events are only hints; every check is made again in the pass itself.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import { formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { ControllerDefinition, Role } from "../authoring/controller-definition.ts";
import type { Watch as DeclaredWatch } from "../authoring/watch.ts";
import type { Cache, Watch } from "../engine/index.ts";

/** The index that finds the objects of a Cluster by their label. */
export const clusterIndex = "cluster";

/** The values of `clusterIndex` for an object. */
export function clusterIndexValues(object: KubeObject): readonly string[] {
  const cluster = clusterNameOf(object);
  return cluster === undefined ? [] : [formatKey({ namespace: keyOf(object).namespace, name: cluster })];
}

/** The watches of a controller besides its own kind. */
export function watchesOf(controller: ControllerDefinition, cache: Cache): readonly Watch[] {
  return [...coreWatches[controller.role](controller, cache), ...controller.watches.flatMap(declaredWatch)];
}

/** The kinds it reads without being woken. */
export function readsOf(controller: ControllerDefinition): readonly Resource[] {
  return controller.watches.filter((watch) => watch.use === "reads").map((watch) => watch.resource);
}

function declaredWatch({ use, resource, toKeys }: DeclaredWatch): readonly Watch[] {
  if (use === "owns") return [{ resource, owner: "any" }];
  return use === "maps" && toKeys !== undefined
    ? [{ resource, map: toKeys as (object: KubeObject) => readonly ObjectKey[] }]
    : [];
}

const coreWatches: Readonly<Record<Role, (controller: ControllerDefinition, cache: Cache) => readonly Watch[]>> = {
  InfraCluster: ({ resource }) => [
    watch(Cluster, (cluster) => referenced(cluster, resource, cluster.spec.infrastructureRef)),
  ],
  InfraMachine: ({ resource, infraCluster }, cache) => [
    watch(Machine, (machine) => referenced(machine, resource, machine.spec.infrastructureRef)),
    watch(Cluster, (cluster) => ofCluster(cache, resource, keyOf(cluster))),
    ...(infraCluster === undefined ? [] : [watch(infraCluster, (object) => siblings(cache, resource, object))]),
  ],
  plain: ({ resource }, cache) => [watch(Cluster, (cluster) => ofCluster(cache, resource, keyOf(cluster)))],
};

function watch<T extends KubeObject>(resource: Resource<T>, map: (object: T) => readonly ObjectKey[]): Watch {
  return { resource, map: map as (object: KubeObject) => readonly ObjectKey[] };
}

interface Reference {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** The object a core object refers to, when it is of our kind. */
function referenced(from: KubeObject, resource: Resource, reference: Reference | undefined): readonly ObjectKey[] {
  if (reference?.kind !== resource.kind || reference.apiGroup !== resource.group) return [];
  return [{ namespace: keyOf(from).namespace, name: reference.name }];
}

function ofCluster(cache: Cache, resource: Resource, cluster: ObjectKey): readonly ObjectKey[] {
  const query = { index: { name: clusterIndex, value: formatKey(cluster) } };
  return Array.from(cache.each<KubeObject>(resource, query) as Iterable<unknown>, (object) =>
    keyOf(object as KubeObject),
  );
}

/** The machines of the Cluster that an InfraCluster belongs to. */
function siblings(cache: Cache, resource: Resource, object: KubeObject): readonly ObjectKey[] {
  const cluster = clusterNameOf(object);
  return cluster === undefined ? [] : ofCluster(cache, resource, { namespace: keyOf(object).namespace, name: cluster });
}
