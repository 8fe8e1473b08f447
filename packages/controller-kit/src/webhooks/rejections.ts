// The changes that validating webhooks reject. Templates are immutable: core rolls machines out when the name of their template changes, so a change inside a template would reach
// new machines only.
// Externally managed objects stay so: without the mark our controller would work on infrastructure that it does not know.
// Admission webhooks, not CEL, because CEL knows neither annotations nor the dry runs of the topology controller, which must be accepted.
import { annotations, isExternallyManaged, isMoved, isTopologyDryRun, readPath } from "@capstan/contract";
import { deepEqual, type KubeObject, type Resource } from "@capstan/kube";
import type { AdmissionRequest } from "@capstan/operator/webhooks";

/** Why a change of a template is rejected; undefined when it is allowed. */
export function templateRejection(template: Resource, request: AdmissionRequest): string | undefined {
  const { object, oldObject } = request;
  if (request.operation !== "UPDATE" || object == null || oldObject == null) return undefined;
  // Owner references, labels, finalizers and annotations of the template itself may change, also while it is being moved.
  if (deepEqual(templateOf(object), templateOf(oldObject))) return undefined;
  if (isTopologyDryRun(request.dryRun, object)) return undefined;
  return `${template.kind} spec.template is immutable: create a new ${template.kind} and refer to it`;
}

function templateOf(object: KubeObject): unknown {
  return readPath(object, "spec.template");
}

/**
 * Why a change of an InfraCluster is rejected; undefined when it keeps the mark, or when clusterctl move, which replaces all annotations by its own, is about to delete the
 * object. Its annotation stays, too: without it, the object would go on without the mark.
 */
export function markRejection({ operation, object, oldObject }: AdmissionRequest): string | undefined {
  if (operation !== "UPDATE" || object == null || oldObject == null) return undefined;
  if (isMoved(object)) return undefined;
  if (isMoved(oldObject))
    return `${object.kind} was moved: ${annotations.deleteForMove} cannot be removed; delete the object, and create it again`;
  if (!isExternallyManaged(oldObject) || isExternallyManaged(object)) return undefined;
  return `${object.kind} stays externally managed: ${annotations.managedBy} cannot be removed; create a new ${object.kind} for Cluster API to manage`;
}
