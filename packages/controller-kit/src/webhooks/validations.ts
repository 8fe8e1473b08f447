// The validating webhooks of a provider: which changes of which kinds are checked, and what the API server does when it cannot ask.
import type { DescribedWebhook } from "@capstan/contract/description";
import type { Resource } from "@capstan/kube";
import type { Provider } from "../authoring/provider.ts";
import type { AdmissionCheck } from "@capstan/operator/webhooks";
import { markRejection, templateRejection } from "./rejections.ts";

/** A check of every change of a kind. */
export interface Validation {
  readonly resource: Resource;
  readonly check: AdmissionCheck;
  /** What happens to changes while the manager does not answer. Default: they are rejected. */
  readonly failurePolicy?: DescribedWebhook["failurePolicy"];
}

/** The checks of a provider. That of marks alone is not worth a server with a certificate, nor the writes of core that it could delay. */
export function validationsOf({
  controllers,
  templates,
  conversions,
  webhooks,
}: Pick<Provider, "controllers" | "conversions" | "templates" | "webhooks">): readonly Validation[] {
  const ofTemplates = templates.map((resource): Validation => ({
    resource,
    check: (request) => templateRejection(resource, request),
  }));
  if (templates.length === 0 && conversions.length === 0 && webhooks.length === 0) return [];
  const clusters = controllers.filter(({ role }) => role === "InfraCluster");
  const ofMarks = clusters.map(({ resource }): Validation => ({
    resource,
    check: markRejection,
    failurePolicy: "Ignore",
  }));
  return [...ofMarks, ...ofTemplates];
}

/** The path of the webhook of a kind, in controller-runtime's form. */
export function validationPath({ group, version, kind }: Resource): string {
  return `/validate-${group.replaceAll(".", "-")}-${version}-${kind.toLowerCase()}`;
}
