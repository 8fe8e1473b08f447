// Keeps templates immutable: core compares templates to decide about rollouts, so a changed one would change machines behind
// its back. An admission webhook, not CEL, because the topology controller's dry runs must pass.
import { isTopologyDryRun } from "@capstan/contract";
import { deepEqual, type KubeObject, type Resource } from "@capstan/kube";
import type { Route } from "@capstan/serve";
import { admissionRoute, type AdmissionRequest } from "./admission.ts";

/** The path of a template's webhook, in controller-runtime's form. */
export function templateWebhookPath(template: Resource): string {
  return `/validate-${template.group.replaceAll(".", "-")}-${template.version}-${template.kind.toLowerCase()}`;
}

/** The route that keeps one template kind immutable. */
export function templateImmutabilityRoute(template: Resource): Route {
  return admissionRoute(templateWebhookPath(template), (request) => templateRefusal(template, request));
}

/** Why a change to a template is refused; undefined when it may pass. */
export function templateRefusal(template: Resource, request: AdmissionRequest): string | undefined {
  const { object, oldObject } = request;
  if (request.operation !== "UPDATE" || object == null || oldObject == null) return undefined;
  // Owner references, labels, finalizers and annotations of the template itself stay free, also while it is being moved.
  if (deepEqual(templateOf(object), templateOf(oldObject))) return undefined;
  if (isTopologyDryRun(request.dryRun, object)) return undefined;
  return `${template.kind} spec.template is immutable: make a new ${template.kind} and refer to that`;
}

function templateOf(object: KubeObject): unknown {
  return (object as KubeObject & { spec?: { template?: unknown } }).spec?.template;
}
