// How an admission webhook is declared to an API server, at any address: behind a Service, or on a port of this computer.
import type { LabelSelector } from "../values/selectors.ts";
import type { MutatingWebhook, RuleWithOperations, WebhookClientConfig } from "./api-extensions.ts";

/** What an author may set of the declaration of a webhook, with the names and the meaning of Kubernetes. */
export interface WebhookSettings {
  /** What the API server does while the webhook does not answer or fails: reject the request, or let it pass. Default: "Fail". */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** Whether requests in other versions of the kind are converted and sent, too. Default: "Equivalent", they are. */
  readonly matchPolicy?: "Exact" | "Equivalent";
  /** "NoneOnDryRun" for a webhook that changes something outside of the object, except in dry runs. Default: "None". */
  readonly sideEffects?: "None" | "NoneOnDryRun";
  /** How long the API server waits, from 1 to 30. Default: 10. */
  readonly timeoutSeconds?: number;
  /** Only objects in namespaces with these labels. Default: all. */
  readonly namespaceSelector?: LabelSelector;
  /** Only objects with these labels, before or after the change. Default: all. */
  readonly objectSelector?: LabelSelector;
  /** CEL expressions that must all be true for a request to be sent. Default: none. */
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
  /** Of a webhook that changes objects: whether it is called again when a later one has changed the object. Default: "Never". */
  readonly reinvocationPolicy?: MutatingWebhook["reinvocationPolicy"];
}

/** An admission webhook without its address. */
export interface AdmissionDeclaration extends WebhookSettings {
  readonly name: string;
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
  /** Default: CREATE and UPDATE. */
  readonly operations?: readonly string[];
}

/** The declaration of an admission webhook that is served at this address. */
export function admissionWebhook(declared: AdmissionDeclaration, clientConfig: WebhookClientConfig): MutatingWebhook {
  return {
    name: declared.name,
    admissionReviewVersions: ["v1"],
    clientConfig,
    failurePolicy: declared.failurePolicy ?? "Fail",
    matchPolicy: declared.matchPolicy ?? "Equivalent",
    rules: [
      {
        apiGroups: [...declared.groups],
        apiVersions: [...declared.versions],
        operations: operationsOf(declared),
        resources: [...declared.resources],
      },
    ],
    sideEffects: declared.sideEffects ?? "None",
    ...settingsOf(declared),
  };
}

/** The settings that an API server has defaults for. */
function settingsOf(declared: WebhookSettings): Partial<MutatingWebhook> {
  const { timeoutSeconds, namespaceSelector, objectSelector, matchConditions, reinvocationPolicy } = declared;
  return {
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(namespaceSelector === undefined ? {} : { namespaceSelector }),
    ...(objectSelector === undefined ? {} : { objectSelector }),
    ...(matchConditions === undefined ? {} : { matchConditions: matchConditions.map((one) => ({ ...one })) }),
    ...(reinvocationPolicy === undefined ? {} : { reinvocationPolicy }),
  };
}

type Operations = RuleWithOperations["operations"];

const admissionOperations: Operations = ["CREATE", "UPDATE", "DELETE", "CONNECT", "*"];

function operationsOf({ operations: named = ["CREATE", "UPDATE"] }: AdmissionDeclaration): Operations {
  return admissionOperations.filter((operation) => named.includes(operation));
}
