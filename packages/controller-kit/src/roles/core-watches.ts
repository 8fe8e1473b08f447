// The watches on core's kinds and on InfraClusters, and the objects that their changes reconcile. Events are only hints; the pass makes every check again.
import { Cluster, type Machine, type MachinePool } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import { formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
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

/** A reference of core to a provider's object. */
type Reference = NonNullable<Cluster["spec"]["infrastructureRef"]>;

/** The values of `clusterIndex` for an object. */
export function clusterIndexValues(object: Labeled): readonly string[] {
  const cluster = clusterNameOf(object);
  return cluster === undefined ? [] : [formatKey({ namespace: keyOf(object).namespace, name: cluster })];
}

/** Watches a kind of core: a change causes a pass over the object that it refers to, when that is of the controller's kind. */
export function watchOwner<T extends Cluster | Machine | MachinePool>(
  owner: Resource<T>,
  { resource }: Pick<ControllerDefinition, "resource">,
  referenceOf: (owner: T) => Reference | undefined,
): ControllerWatch {
  const isCluster = owner.kind === Cluster.kind;
  const typed: ControllerWatch<T> = {
    resource: owner,
    map: (object) => referenced(object, resource, referenceOf(object)),
    ...(isCluster ? { predicate: clusterChanged } : {}),
  };
  return typed;
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

function referenced(from: KubeObject, resource: Resource, reference: Reference | undefined): readonly ObjectKey[] {
  if (reference?.kind !== resource.kind || reference.apiGroup !== resource.group) return [];
  return [{ namespace: keyOf(from).namespace, name: reference.name }];
}

function ofCluster(cache: Cache, resource: Resource, cluster: ObjectKey): readonly ObjectKey[] {
  const query = { index: { name: clusterIndex, value: formatKey(cluster) } };
  return Array.from(cache.each(resource, query), keyOf);
}

function siblings(lists: OncePerBatch<readonly ObjectKey[]>, object: KubeObject): readonly ObjectKey[] {
  const cluster = clusterNameOf(object);
  return cluster === undefined ? [] : lists.of({ namespace: keyOf(object).namespace, name: cluster });
}
