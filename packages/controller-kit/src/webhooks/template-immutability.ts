// Keeps templates immutable: core rolls machines out when the name of their template changes, so a change inside a template would reach
// new machines only.
// An admission webhook, not CEL, because the dry runs of the topology controller must be accepted.
import { isTopologyDryRun, readPath } from "@capstan/contract";
import { deepEqual, type KubeObject, type Resource } from "@capstan/kube";
import type { Route } from "@capstan/serve";
import { admissionRoute, type AdmissionRequest } from "./reviews.ts";

/** The path of the webhook of a template, in controller-runtime's form. */
export function templateWebhookPath(template: Resource): string {
  return `/validate-${template.group.replaceAll(".", "-")}-${template.version}-${template.kind.toLowerCase()}`;
}

/** The route that keeps one template kind immutable. */
export function templateImmutabilityRoute(template: Resource): Route {
  return admissionRoute(templateWebhookPath(template), (request) => templateRejection(template, request));
}

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
