// Predicates that know the contracts, for watches of providers and operators on Clusters, and on objects with the marks of Cluster API.
import { isExternallyManaged, isPaused, matchesWatchFilter, readPath } from "@capstan/contract";
import { deepEqual, type KubeObject } from "@capstan/kube";
import type { CacheEvent, Predicate } from "@capstan/operator";

/** Accepts updates that change what `read` returns, and additions and deletions. */
export function valueChanged(read: (object: KubeObject) => unknown): Predicate {
  return (event) => event.type !== "update" || !deepEqual(read(event.object), read(event.old));
}

/**
 * Ignores updates that neither pause an object nor end its pause: `spec.paused` of a Cluster, and the annotation `cluster.x-k8s.io/paused` of any object. Additions and deletions always pass.
 *
 * @example
 * watches: [{ resource: Cluster, predicate: anyOf(pauseChanged, becameProvisioned), map: keysOfCluster }]
 */
export function pauseChanged(event: CacheEvent): boolean {
  return event.type !== "update" || isOwnPause(event.object) !== isOwnPause(event.old);
}

/**
 * Ignores updates other than the one that ends the pause of an object, for controllers that do not show a pause. Additions and deletions always pass.
 *
 * @example
 * watches: [{ resource: Cluster, predicate: unpaused, map: keysOfCluster }]
 */
export function unpaused(event: CacheEvent): boolean {
  return event.type !== "update" || (isOwnPause(event.old) && !isOwnPause(event.object));
}

/**
 * Ignores updates of a Cluster other than the one by which its infrastructure becomes provisioned. Additions and deletions always pass.
 *
 * @example
 * watches: [{ resource: Cluster, predicate: anyOf(pauseChanged, becameProvisioned), map: keysOfCluster }]
 */
export function becameProvisioned(event: CacheEvent): boolean {
  return becomesTrue(event, "status.initialization.infrastructureProvisioned");
}

/**
 * Ignores updates of a Cluster other than the one by which its control plane becomes initialized: from then on its API server can be reached. Additions and deletions always pass.
 *
 * @example
 * watches: [maps(Cluster, (cluster) => [keyOf(cluster)], { predicate: becameInitialized })]
 */
export function becameInitialized(event: CacheEvent): boolean {
  return becomesTrue(event, "status.initialization.controlPlaneInitialized");
}

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

function becomesTrue(event: CacheEvent, path: string): boolean {
  return event.type !== "update" || (readPath(event.object, path) === true && readPath(event.old, path) !== true);
}

function isNowOrBefore(event: CacheEvent, holds: (object: KubeObject) => boolean): boolean {
  return holds(event.object) || (event.type === "update" && holds(event.old));
}
