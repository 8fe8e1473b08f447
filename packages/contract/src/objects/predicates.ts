// The facts that a Cluster API controller checks on an object before it changes anything.
import type { KubeObject } from "@capstan/kube";
import { annotations } from "./annotations.ts";
import { labels } from "./labels.ts";

/** The part of a Cluster that `isPaused` reads. */
export interface PausableCluster {
  readonly spec?: { readonly paused?: boolean };
}

/** Whether the object has the paused annotation. Its value does not matter: `"false"` pauses too. */
export function hasPausedAnnotation(object: KubeObject): boolean {
  return Object.hasOwn(object.metadata.annotations ?? {}, annotations.paused);
}

/** Whether the object is paused, by its annotation or by the `spec.paused` of its Cluster. */
export function isPaused(cluster: PausableCluster | undefined, object: KubeObject): boolean {
  return cluster?.spec?.paused === true || hasPausedAnnotation(object);
}

/** Whether `clusterctl move` has made the object elsewhere and deletes it here: nobody works on it, although its other annotations are removed. */
export function isMoved(object: KubeObject): boolean {
  return Object.hasOwn(object.metadata.annotations ?? {}, annotations.deleteForMove);
}

/** Every reason for which the object is paused; empty when it is not. The message of `Paused` joins them with ", ". */
export function pauseReasons(cluster: PausableCluster | undefined, object: KubeObject): string[] {
  return [
    ...(cluster?.spec?.paused === true ? ["Cluster spec.paused is set to true"] : []),
    ...(hasPausedAnnotation(object) ? [`${object.kind} has the ${annotations.paused} annotation`] : []),
  ];
}

/**
 * Whether something outside Cluster API manages the object. Core's code reads `managed-by` as an annotation, the
 * contract's documentation names a label: both count, whatever their value.
 */
export function isExternallyManaged(object: KubeObject): boolean {
  return (
    Object.hasOwn(object.metadata.annotations ?? {}, annotations.managedBy) ||
    Object.hasOwn(object.metadata.labels ?? {}, labels.managedBy)
  );
}

/** Whether a manager with this `--watch-filter` reconciles the object. An empty filter matches every object. */
export function matchesWatchFilter(object: Labeled, filter: string): boolean {
  return filter === "" || object.metadata.labels?.[labels.watchFilter] === filter;
}

/** An object whose labels can be read, also of a read-only type. */
interface Labeled {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
}

/** The name of the object's Cluster, from its label; undefined without the label. */
export function clusterNameOf(object: Labeled): string | undefined {
  return object.metadata.labels?.[labels.clusterName] || undefined;
}

/** Whether a Machine is part of the control plane: whether it has the label, whatever the value. */
export function isControlPlaneMachine(machine: KubeObject): boolean {
  return Object.hasOwn(machine.metadata.labels ?? {}, labels.controlPlane);
}

/** Whether the topology controller created the object. */
export function isTopologyOwned(object: KubeObject): boolean {
  return Object.hasOwn(object.metadata.labels ?? {}, labels.topologyOwned);
}

/**
 * Whether an admission request is a dry run of the topology controller. Immutability checks accept these requests.
 * `dryRun` is the field of the AdmissionRequest.
 */
export function isTopologyDryRun(dryRun: boolean | undefined, object: KubeObject): boolean {
  return dryRun === true && Object.hasOwn(object.metadata.annotations ?? {}, annotations.topologyDryRun);
}

/** Whether an extension updates the machine of the object in place now: it makes the change, and nobody else replaces anything. */
export function isUpdateInProgress(object: KubeObject): boolean {
  return Object.hasOwn(object.metadata.annotations ?? {}, annotations.updateInProgress);
}

/** Whether the object is being deleted: it has a deletionTimestamp. */
export function isDeleting(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}
