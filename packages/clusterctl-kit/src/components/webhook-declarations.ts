// How a described webhook is declared to an API server, behind the Service of a release or on a local port (`capstan dev`).
import type { DescribedWebhook } from "@capstan/contract/description";
import type {
  AdmissionWebhook,
  CustomResourceDefinition,
  WebhookClientConfig,
  RuleWithOperations,
} from "@capstan/kube/builtin";

/** The declaration of an admission webhook that is served at this address. */
export function admissionWebhook(webhook: DescribedWebhook, clientConfig: WebhookClientConfig): AdmissionWebhook {
  return {
    name: webhook.name,
    admissionReviewVersions: ["v1"],
    clientConfig,
    failurePolicy: webhook.failurePolicy ?? "Fail",
    matchPolicy: "Equivalent",
    rules: [
      {
        apiGroups: [...webhook.groups],
        apiVersions: [...webhook.versions],
        operations: operations(webhook),
        resources: [...webhook.resources],
      },
    ],
    sideEffects: "None",
  };
}

const admissionOperations: readonly RuleWithOperations["operations"][number][] = [
  "CREATE",
  "UPDATE",
  "DELETE",
  "CONNECT",
  "*",
];

function operations({ operations: named = ["CREATE", "UPDATE"] }: DescribedWebhook): RuleWithOperations["operations"] {
  return admissionOperations.filter((operation) => named.includes(operation));
}

/** The conversion stanza of a CRD; undefined when none of the webhooks converts its kind. */
export function conversionStanza(
  crd: CustomResourceDefinition,
  webhooks: readonly DescribedWebhook[],
  addressOf: (path: string) => WebhookClientConfig,
): CustomResourceDefinition["spec"]["conversion"] {
  const webhook = webhooks.find(
    ({ type, groups, resources }) =>
      type === "conversion" && groups.includes(crd.spec.group) && resources.includes(crd.spec.names.plural),
  );
  if (webhook === undefined) return undefined;
  return {
    strategy: "Webhook",
    webhook: { clientConfig: addressOf(webhook.path), conversionReviewVersions: ["v1"] },
  };
}
