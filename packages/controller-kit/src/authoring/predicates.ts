// Predicates that know the contracts, for watches of providers and operators on Clusters, and on objects with the marks of Cluster API.
import { isExternallyManaged, isPaused, matchesWatchFilter, readPath } from "@capstan/contract";
import { deepEqual, type KubeObject } from "@capstan/kube";
import { allOf, type CacheEvent, comparison, type Predicate } from "@capstan/operator";

/** Accepts updates that change what `read` returns, updates after a gap, and additions and deletions. */
export function valueChanged(read: (object: KubeObject) => unknown): Predicate {
  return comparison((event) => event.type !== "update" || !deepEqual(read(event.object), read(event.old)));
}

/**
 * Ignores updates that neither pause an object nor end its pause: `spec.paused` of a Cluster, and the annotation `cluster.x-k8s.io/paused` of any object. Additions and deletions always pass, and updates after a gap.
 *
 * @example
 * watches: [{ resource: Cluster, predicate: anyOf(pauseChanged, becameProvisioned), map: keysOfCluster }]
 */
export const pauseChanged: Predicate = valueChanged(isOwnPause);

/**
 * Ignores updates other than the one that ends the pause of an object, for controllers that do not show a pause. Additions and deletions always pass, and updates after a gap where the object is not paused.
 *
 * @example
 * watches: [{ resource: Cluster, predicate: unpaused, map: keysOfCluster }]
 */
export const unpaused: Predicate = becomes((object) => !isOwnPause(object));

/**
 * Ignores updates of a Cluster other than the one by which its infrastructure becomes provisioned. Additions and deletions always pass, and updates after a gap where it is.
 *
 * @example
 * watches: [{ resource: Cluster, predicate: anyOf(pauseChanged, becameProvisioned), map: keysOfCluster }]
 */
export const becameProvisioned: Predicate = becomes(isTrue("status.initialization.infrastructureProvisioned"));

/**
 * Ignores updates of a Cluster other than the one by which its control plane becomes initialized: from then on its API server can be reached. Additions and deletions always pass, and updates after a gap where it is.
 *
 * @example
 * watches: [maps(Cluster, (cluster) => [keyOf(cluster)], { predicate: becameInitialized })]
 */
export const becameInitialized: Predicate = becomes(isTrue("status.initialization.controlPlaneInitialized"));

/**
 * Ignores objects that something outside of Cluster API manages, which have the mark `cluster.x-k8s.io/managed-by`. The update that sets the mark passes: objects that depend on this one may have to know it.
 *
 * @example
 * watches: [{ resource: FooCluster, predicate: allOf(notExternallyManaged, generationChanged), map: keysOfMachines }]
 */
export function notExternallyManaged(event: CacheEvent): boolean {
  return isNowOrBefore(event, (object) => !isExternallyManaged(object));
}

/**
 * Ignores objects whose label `cluster.x-k8s.io/watch-filter` has another value; an empty value accepts all. The update by which an object gets another value passes.
 * The flag `--watch-filter` of a provider does this for its own kinds already.
 *
 * @example
 * watches: [{ resource: Cluster, predicate: hasWatchFilter("team-a"), map: keysOfCluster }]
 */
export function hasWatchFilter(value: string): Predicate {
  return (event) => isNowOrBefore(event, (object) => matchesWatchFilter(object, value));
}

function isOwnPause(object: KubeObject): boolean {
  return isPaused({ spec: { paused: readPath(object, "spec.paused") === true } }, object);
}

function isTrue(path: string): (object: KubeObject) => boolean {
  return (object) => readPath(object, path) === true;
}

/** Accepts updates from which on something holds. After a gap it may have become so, if it holds now. */
function becomes(holds: (object: KubeObject) => boolean): Predicate {
  return allOf(valueChanged(holds), (event) => event.type !== "update" || holds(event.object));
}

function isNowOrBefore(event: CacheEvent, holds: (object: KubeObject) => boolean): boolean {
  return holds(event.object) || (event.type === "update" && holds(event.old));
}
