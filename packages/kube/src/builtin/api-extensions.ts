// The kinds that extend an API server: CRDs and admission webhooks.
import type { KubeObject } from "../objects/object.ts";
import { resourceOf, type Resource } from "../objects/resource.ts";
import type { Bytes, Int32, Time } from "../values/scalars.ts";
import type { LabelSelector } from "../values/selectors.ts";
import type { JSONSchema } from "./json-schema.ts";

/** The address of a webhook. */
export interface WebhookClientConfig {
  url?: string;
  service?: { namespace: string; name: string; path?: string; port?: Int32 };
  caBundle?: Bytes;
}

/** A column that kubectl prints. */
export interface CustomResourceColumnDefinition {
  name: string;
  type: string;
  jsonPath: string;
  description?: string;
  format?: string;
  priority?: Int32;
}

/** One version of a custom resource. */
export interface CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: { openAPIV3Schema?: JSONSchema };
  subresources?: {
    status?: Record<string, never>;
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  };
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  selectableFields?: { jsonPath: string }[];
}

/** The names of a custom resource. */
export interface CustomResourceDefinitionNames {
  plural: string;
  singular?: string;
  kind: string;
  listKind?: string;
  shortNames?: string[];
  categories?: string[];
}

/** How a custom resource is converted between its versions. */
export interface CustomResourceConversion {
  strategy: "None" | "Webhook";
  webhook?: { clientConfig?: WebhookClientConfig; conversionReviewVersions: string[] };
}

/** Adds a kind to an API server. */
export interface CustomResourceDefinition extends KubeObject<"apiextensions.k8s.io/v1", "CustomResourceDefinition"> {
  spec: {
    group: string;
    names: CustomResourceDefinitionNames;
    scope: "Namespaced" | "Cluster";
    versions: CustomResourceDefinitionVersion[];
    conversion?: CustomResourceConversion;
    preserveUnknownFields?: boolean;
  };
  status?: {
    acceptedNames?: CustomResourceDefinitionNames;
    storedVersions?: string[];
    conditions?: { type: string; status: string; reason?: string; message?: string; lastTransitionTime?: Time }[];
  };
}
export const CustomResourceDefinition: Resource<CustomResourceDefinition> = resourceOf(
  "apiextensions.k8s.io/v1",
  "CustomResourceDefinition",
  { scope: "Cluster" },
);

/** The requests for which a webhook is called. */
export interface RuleWithOperations {
  apiGroups: string[];
  apiVersions: string[];
  resources: string[];
  operations: ("CREATE" | "UPDATE" | "DELETE" | "CONNECT" | "*")[];
  scope?: "Namespaced" | "Cluster" | "*";
}

/** What validating and mutating webhooks have in common. */
export interface AdmissionWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: RuleWithOperations[];
  failurePolicy?: "Fail" | "Ignore";
  matchPolicy?: "Exact" | "Equivalent";
  sideEffects: "None" | "NoneOnDryRun";
  timeoutSeconds?: Int32;
  admissionReviewVersions: string[];
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  matchConditions?: { name: string; expression: string }[];
}

/** A webhook that may reject a request. */
export type ValidatingWebhook = AdmissionWebhook;

/** A webhook that may change an object before it is stored. */
export interface MutatingWebhook extends AdmissionWebhook {
  /** Whether it is called again when a later webhook has changed the object. */
  reinvocationPolicy?: "Never" | "IfNeeded";
}

type Admission = "admissionregistration.k8s.io/v1";
const admission: Admission = "admissionregistration.k8s.io/v1";

/** Webhooks that may reject a request. */
export interface ValidatingWebhookConfiguration extends KubeObject<Admission, "ValidatingWebhookConfiguration"> {
  webhooks?: ValidatingWebhook[];
}
export const ValidatingWebhookConfiguration: Resource<ValidatingWebhookConfiguration> = resourceOf(
  admission,
  "ValidatingWebhookConfiguration",
  { scope: "Cluster" },
);

/** Webhooks that may change an object before it is stored. */
export interface MutatingWebhookConfiguration extends KubeObject<Admission, "MutatingWebhookConfiguration"> {
  webhooks?: MutatingWebhook[];
}
export const MutatingWebhookConfiguration: Resource<MutatingWebhookConfiguration> = resourceOf(
  admission,
  "MutatingWebhookConfiguration",
  { scope: "Cluster" },
);
