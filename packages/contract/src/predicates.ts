// The questions every Cluster API controller asks of an object before it touches it.
// Called by the kit's workflow and by core-sim, in the order that each of them has. Nothing here reads from a server.
import type { KubeObject } from "@capstan/kube";
import { annotations } from "./annotations.ts";
import { labels } from "./labels.ts";

/** What the questions need of a Cluster. */
export interface PausableCluster {
  readonly spec?: { readonly paused?: boolean };
}

/** Whether the object carries the paused annotation; the key decides, `paused: "false"` pauses too. */
export function hasPausedAnnotation(object: KubeObject): boolean {
  return Object.hasOwn(object.metadata.annotations ?? {}, annotations.paused);
}

/** Whether the object, or the Cluster it belongs to, is paused. */
export function isPaused(cluster: PausableCluster | undefined, object: KubeObject): boolean {
  return cluster?.spec?.paused === true || hasPausedAnnotation(object);
}

/**
 * Whether something outside Cluster API manages the object. Core's code reads `managed-by` as an annotation, the
 * contract's text calls it a label: both count, whatever their value.
 */
export function isExternallyManaged(object: KubeObject): boolean {
  return (
    Object.hasOwn(object.metadata.annotations ?? {}, annotations.managedBy) ||
    Object.hasOwn(object.metadata.labels ?? {}, labels.managedBy)
  );
}

/** Whether a manager started with this `--watch-filter` is responsible; the empty filter takes every object. */
export function matchesWatchFilter(object: KubeObject, filter: string): boolean {
  return filter === "" || object.metadata.labels?.[labels.watchFilter] === filter;
}

/** The name of the Cluster an object says it belongs to. */
export function clusterNameOf(object: KubeObject): string | undefined {
  return object.metadata.labels?.[labels.clusterName] || undefined;
}

/** Whether a Machine is part of the control plane; the label's key decides. */
export function isControlPlaneMachine(machine: KubeObject): boolean {
  return Object.hasOwn(machine.metadata.labels ?? {}, labels.controlPlane);
}

/** Whether the topology controller made the object. */
export function isTopologyOwned(object: KubeObject): boolean {
  return Object.hasOwn(object.metadata.labels ?? {}, labels.topologyOwned);
}

/** Whether an admission request is the topology controller's dry run, which immutability checks let pass. */
export function isTopologyDryRun(dryRun: boolean | undefined, object: KubeObject): boolean {
  return dryRun === true && Object.hasOwn(object.metadata.annotations ?? {}, annotations.topologyDryRun);
}

/** Whether the object is on its way out. */
export function isDeleting(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}
