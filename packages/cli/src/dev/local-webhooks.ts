// Webhooks of a local process: declared as in a release, with an address in place of a Service.
import { conversionStanza } from "@capstan/clusterctl-kit";
import type { DescribedWebhook } from "@capstan/contract/description";
import { admissionWebhook } from "@capstan/kube";
import {
  type AdmissionWebhook,
  type CustomResourceDefinition,
  type MutatingWebhookConfiguration,
  type ValidatingWebhookConfiguration,
  type WebhookClientConfig,
} from "@capstan/kube/builtin";

/** Where the process serves webhooks, and the authority of its certificate (PEM). */
export interface WebhookAddress {
  readonly port: number;
  readonly caPem: string;
}

/** The CRDs with the conversion webhooks that the process serves. */
export function withLocalConversion(
  crds: readonly CustomResourceDefinition[],
  webhooks: readonly DescribedWebhook[],
  address: WebhookAddress,
): CustomResourceDefinition[] {
  return crds.map((crd) => {
    const conversion = conversionStanza(crd, webhooks, (path) => clientConfig(path, address));
    return conversion === undefined ? crd : { ...crd, spec: { ...crd.spec, conversion } };
  });
}

/** The admission webhook configurations of the process; without webhooks where it serves none of a type. */
export interface LocalConfigurations {
  readonly mutating: MutatingWebhookConfiguration;
  readonly validating: ValidatingWebhookConfiguration;
}

/** The configurations for the webhooks of a description. */
export function localWebhookConfigurations(
  webhooks: readonly DescribedWebhook[],
  address: WebhookAddress,
): LocalConfigurations {
  const ofType = (type: DescribedWebhook["type"]): AdmissionWebhook[] =>
    webhooks
      .filter((webhook) => webhook.type === type)
      .map((webhook) => admissionWebhook(webhook, clientConfig(webhook.path, address)));
  const apiVersion = "admissionregistration.k8s.io/v1";
  const metadata = { name: "capstan-dev" };
  return {
    mutating: { apiVersion, kind: "MutatingWebhookConfiguration", metadata, webhooks: ofType("mutating") },
    validating: { apiVersion, kind: "ValidatingWebhookConfiguration", metadata, webhooks: ofType("validating") },
  };
}

function clientConfig(path: string, { port, caPem }: WebhookAddress): WebhookClientConfig {
  return { url: `https://127.0.0.1:${port}${path}`, caBundle: Buffer.from(caPem).toString("base64") };
}
