// The watches on core's kinds and on InfraClusters, and the objects that their changes reconcile. Events are only hints; the pass makes every check again.
import { Cluster } from "@capstan/api/core/v1beta2";
import { clusterNameOf, readPath } from "@capstan/contract";
import type { CoreReference, OwnerKind, WatchedParts } from "@capstan/contract/rules";
import { formatKey, isJsonObject, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { Cache, CacheReader, ControllerWatch } from "@capstan/operator";
import type { AnyCoreChanges, ControllerDefinition } from "../authoring/controller-definition.ts";
import { type CountsChange, partsChanged } from "./core-predicates.ts";
import { OncePerBatch } from "./once-per-batch.ts";

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

/** A watch whose events count when they change one of the parts. */
function ofParts<T extends KubeObject>(
  watch: ControllerWatch<T>,
  parts: WatchedParts[keyof WatchedParts],
  counts?: CountsChange,
): ControllerWatch<T> {
  return parts === undefined ? watch : { ...watch, predicate: partsChanged(parts, counts) };
}

/** A controller, with the parts that the record of its kind names. */
export interface WatchSubject extends Pick<ControllerDefinition, "resource" | "coreChanges"> {
  readonly parts: WatchedParts;
}

/** The author's function for changes of a kind of core. */
function countsOf(changes: AnyCoreChanges, kind: OwnerKind): CountsChange | undefined {
  return changes[kind]?.bind(changes);
}

/** A kind of core whose objects name those of a controller at a path. */
interface OwnerWatch extends Pick<CoreReference, "kind" | "path"> {
  readonly owner: Resource;
}

/** Watches a kind of core: a change causes a pass over the object that the reference at a path names, when that is of the controller's kind. */
export function watchOwner(
  { owner, kind, path }: OwnerWatch,
  { resource, parts, coreChanges }: WatchSubject,
): ControllerWatch {
  const map: ControllerWatch["map"] = (object) => referenced(object, resource, readPath(object, path));
  return ofParts({ resource: owner, map }, parts.owner, countsOf(coreChanges, kind));
}

/** Watches Clusters: a change causes a pass over every object with the label of the Cluster. */
export function watchClusterOf({ resource, parts, coreChanges }: WatchSubject, cache: Cache): ControllerWatch {
  const lists = new OncePerBatch((cluster) => ofCluster(cache, resource, cluster));
  const map: ControllerWatch["map"] = (cluster) => lists.of(keyOf(cluster));
  return ofParts({ resource: Cluster, map }, parts.cluster, countsOf(coreChanges, "Cluster"));
}

/** Watches the InfraCluster kind: a change causes a pass over every object of the same Cluster. */
export function watchInfraClusters(
  {
    resource,
    parts,
    infraCluster,
  }: Pick<WatchSubject, "resource" | "parts"> & Pick<ControllerDefinition, "infraCluster">,
  cache: Cache,
): readonly ControllerWatch[] {
  if (infraCluster === undefined) return [];
  const lists = new OncePerBatch((cluster) => ofCluster(cache, resource, cluster));
  return [ofParts({ resource: infraCluster, map: (object) => siblings(lists, object) }, parts["infra-cluster"])];
}

/** Watches the machines that the objects own. */
export function watchMachines({
  machines,
  parts,
}: Pick<WatchSubject, "parts"> & Pick<ControllerDefinition, "machines">): readonly ControllerWatch[] {
  return machines === undefined ? [] : [ofParts({ resource: machines, owner: "any" }, parts.machines)];
}

function referenced(from: KubeObject, resource: Resource, reference: unknown): readonly ObjectKey[] {
  if (!isJsonObject(reference)) return [];
  const { kind, apiGroup, name } = reference;
  if (kind !== resource.kind || apiGroup !== resource.group || typeof name !== "string") return [];
  return [{ namespace: keyOf(from).namespace, name }];
}

function ofCluster(cache: CacheReader, resource: Resource, cluster: ObjectKey): readonly ObjectKey[] {
  const query = { index: { name: clusterIndex, value: formatKey(cluster) } };
  return Array.from(cache.each(resource, query), keyOf);
}

/** The objects of a kind that belong to a Cluster: by their label, as its InfraCluster, or the Cluster itself. */
export function objectsOfCluster(cache: CacheReader, resource: Resource, cluster: Cluster): readonly ObjectKey[] {
  if (resource.kind === Cluster.kind && resource.group === Cluster.group) return [keyOf(cluster)];
  const { infrastructureRef } = cluster.spec;
  return [...ofCluster(cache, resource, keyOf(cluster)), ...referenced(cluster, resource, infrastructureRef)];
}

function siblings(lists: OncePerBatch<readonly ObjectKey[]>, object: KubeObject): readonly ObjectKey[] {
  const cluster = clusterNameOf(object);
  return cluster === undefined ? [] : lists.of({ namespace: keyOf(object).namespace, name: cluster });
}
