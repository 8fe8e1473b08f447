// The kinds that a controller watches, and the objects that their changes reconcile: core's kinds by role, the author's by
// declaration. Events are only hints; the pass makes every check again.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import { formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { ControllerDefinition, RoleName } from "../authoring/controller-definition.ts";
import type { Watch } from "../authoring/watch.ts";
import type { Cache, ControllerWatch } from "@capstan/operator";
import { clusterChanged, infraClusterChanged } from "./core-predicates.ts";

/** The index that finds the objects of a Cluster by their label. */
export const clusterIndex = "cluster";

/** An object as far as the index reads it. */
interface Labeled {
  readonly metadata: {
    readonly namespace?: string;
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** The values of `clusterIndex` for an object. */
export function clusterIndexValues(object: Labeled): readonly string[] {
  const cluster = clusterNameOf(object);
  return cluster === undefined ? [] : [formatKey({ namespace: keyOf(object).namespace, name: cluster })];
}

/** The watches of a controller in addition to its own kind. */
export function watchesOf(controller: ControllerDefinition, cache: Cache): readonly ControllerWatch[] {
  return [...coreWatches[controller.role](controller, cache), ...controller.watches.flatMap(declaredWatch)];
}

/** The kinds that it reads and whose changes cause no pass. */
export function readsOf(controller: ControllerDefinition): readonly Resource[] {
  return controller.watches.filter((watch) => watch.use === "reads").map((watch) => watch.resource);
}

function declaredWatch(watch: Watch): readonly ControllerWatch[] {
  const { use, resource, predicate } = watch;
  const filter = predicate === undefined ? {} : { predicate };
  if (use === "owns") return [{ resource, owner: "any", ...filter }];
  return use === "maps" ? [{ resource, map: (object) => watch.toKeys?.(object) ?? [], ...filter }] : [];
}

const ofClusters = { predicate: clusterChanged } as const;

const coreWatches: Readonly<
  Record<RoleName, (controller: ControllerDefinition, cache: Cache) => readonly ControllerWatch[]>
> = {
  InfraCluster: ({ resource }) => [
    { ...watch(Cluster, (cluster) => referenced(cluster, resource, cluster.spec.infrastructureRef)), ...ofClusters },
  ],
  InfraMachine: ({ resource, infraCluster }, cache) => [
    watch(Machine, (machine) => referenced(machine, resource, machine.spec.infrastructureRef)),
    { ...watch(Cluster, (cluster) => ofCluster(cache, resource, keyOf(cluster))), ...ofClusters },
    ...(infraCluster === undefined
      ? []
      : [{ ...watch(infraCluster, (object) => siblings(cache, resource, object)), predicate: infraClusterChanged }]),
  ],
  plain: ({ resource }, cache) => [
    { ...watch(Cluster, (cluster) => ofCluster(cache, resource, keyOf(cluster))), ...ofClusters },
  ],
};

function watch<T extends KubeObject>(resource: Resource<T>, map: (object: T) => readonly ObjectKey[]): ControllerWatch {
  const typed: ControllerWatch<T> = { resource, map };
  return typed;
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
  return Array.from(cache.each(resource, query), keyOf);
}

/** The machines of the Cluster that an InfraCluster belongs to. */
function siblings(cache: Cache, resource: Resource, object: KubeObject): readonly ObjectKey[] {
  const cluster = clusterNameOf(object);
  return cluster === undefined ? [] : ofCluster(cache, resource, { namespace: keyOf(object).namespace, name: cluster });
}
