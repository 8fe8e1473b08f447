// The watches on core's kinds and on InfraClusters, and the objects that their changes reconcile. Events are only hints; the pass makes every check again.
import { Cluster } from "@capstan/api/core/v1beta2";
import { clusterNameOf, readPath } from "@capstan/contract";
import { formatKey, isJsonObject, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { Cache, ControllerWatch } from "@capstan/operator";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import { clusterChanged, infraClusterChanged } from "./core-predicates.ts";
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

/** Watches a kind of core: a change causes a pass over the object that the reference at a path names, when that is of the controller's kind. */
export function watchOwner(
  owner: Resource,
  { resource }: Pick<ControllerDefinition, "resource">,
  path: string,
): ControllerWatch {
  return {
    resource: owner,
    map: (object) => referenced(object, resource, readPath(object, path)),
    ...(owner.kind === Cluster.kind ? { predicate: clusterChanged } : {}),
  };
}

/** Watches Clusters: a change causes a pass over every object with the label of the Cluster. */
export function watchClusterOf({ resource }: Pick<ControllerDefinition, "resource">, cache: Cache): ControllerWatch {
  const lists = new OncePerBatch((cluster) => ofCluster(cache, resource, cluster));
  const typed: ControllerWatch<Cluster> = {
    resource: Cluster,
    map: (cluster) => lists.of(keyOf(cluster)),
    predicate: clusterChanged,
  };
  return typed;
}

/** Watches the InfraCluster kind: a change causes a pass over every object of the same Cluster. */
export function watchInfraClusters(
  { resource, infraCluster }: Pick<ControllerDefinition, "resource" | "infraCluster">,
  cache: Cache,
): readonly ControllerWatch[] {
  if (infraCluster === undefined) return [];
  const lists = new OncePerBatch((cluster) => ofCluster(cache, resource, cluster));
  return [{ resource: infraCluster, map: (object) => siblings(lists, object), predicate: infraClusterChanged }];
}

function referenced(from: KubeObject, resource: Resource, reference: unknown): readonly ObjectKey[] {
  if (!isJsonObject(reference)) return [];
  const { kind, apiGroup, name } = reference;
  if (kind !== resource.kind || apiGroup !== resource.group || typeof name !== "string") return [];
  return [{ namespace: keyOf(from).namespace, name }];
}

function ofCluster(cache: Cache, resource: Resource, cluster: ObjectKey): readonly ObjectKey[] {
  const query = { index: { name: clusterIndex, value: formatKey(cluster) } };
  return Array.from(cache.each(resource, query), keyOf);
}

function siblings(lists: OncePerBatch<readonly ObjectKey[]>, object: KubeObject): readonly ObjectKey[] {
  const cluster = clusterNameOf(object);
  return cluster === undefined ? [] : lists.of({ namespace: keyOf(object).namespace, name: cluster });
}
