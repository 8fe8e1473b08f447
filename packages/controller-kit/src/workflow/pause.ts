// The pause check. Runs before the delete branch: `clusterctl move` deletes the objects of a paused Cluster after their
// infrastructure has moved on, and whoever deletes for real then destroys live machines.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { annotations, hasPausedAnnotation, type ConditionChange } from "@capstan/contract";
import type { KubeObject } from "@capstan/kube";

/** Why an object is not to be touched; undefined when it may be. */
export function pauseReason(object: KubeObject, cluster: Cluster | undefined): string | undefined {
  if (cluster?.spec.paused === true) return "Cluster spec.paused is set to true";
  const own = object.metadata.annotations ?? {};
  if (hasPausedAnnotation(object)) return `${object.kind} has the ${annotations.paused} annotation`;
  // A move replaces all annotations of the source object by this one, so it is the last sign of a pause that it leaves.
  if (annotations.deleteForMove in own) return `${object.kind} has the ${annotations.deleteForMove} annotation`;
  return undefined;
}

/** The Paused condition that says so. */
export function pausedCondition(reason: string | undefined): ConditionChange {
  return reason === undefined
    ? { type: "Paused", status: "False", reason: "NotPaused", severity: "" }
    : { type: "Paused", status: "True", reason: "Paused", message: reason };
}
